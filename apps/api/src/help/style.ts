/** How the public help centre looks: quiet paper, one accent, by the reader's own light or dark. */
export const styleOf = (accent: string): string => `
:root{color-scheme:light dark;--accent:${accent};--text:#1b1a18;--muted:#67625c;--line:#e7e3dd;--back:#fdfcfb;--card:#fff;--soft:#f5f2ee}
@media(prefers-color-scheme:dark){:root{--text:#ece8e3;--muted:#a39c94;--line:#33302c;--back:#161513;--card:#1d1b19;--soft:#242220}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:24px}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--back);color:var(--text);font:16px/1.65 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;border-top:3px solid var(--accent)}
a{color:inherit;text-decoration-color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1.5px}
a:hover{text-decoration-thickness:2.5px}
:focus-visible{outline:2px solid var(--text);outline-offset:3px;border-radius:4px}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}
.skip{position:absolute;inset-inline-start:16px;top:-60px;padding:8px 12px;background:var(--card)}
.skip:focus{top:12px}
.bar,main,footer{width:100%;max-width:1080px;margin-inline:auto;padding-inline:24px}
.bar{display:flex;align-items:center;gap:12px;min-height:68px}
.bar>a{display:flex;align-items:center;gap:10px;font-weight:600;text-decoration:none;overflow-wrap:anywhere}
.bar img{width:28px;height:28px;border-radius:8px;object-fit:cover}
.bar>a span{color:var(--muted);font-weight:400}
.bar>a[aria-current] span{color:inherit}
.bar details{margin-inline-start:auto;position:relative;font-size:14px}
summary{cursor:pointer;list-style:none;padding:6px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);white-space:nowrap}
summary::-webkit-details-marker{display:none}
summary::after{content:'';display:inline-block;width:6px;height:6px;margin-inline-start:8px;border:solid var(--muted);border-width:0 1.5px 1.5px 0;transform:translateY(-2px) rotate(45deg)}
details ul{position:absolute;inset-inline-end:0;z-index:1;min-width:160px;margin:6px 0 0;padding:6px;list-style:none;border:1px solid var(--line);border-radius:10px;background:var(--card);box-shadow:0 8px 24px rgb(0 0 0/.1)}
details li a{display:block;padding:6px 10px;border-radius:6px;text-decoration:none}
details li a:hover,details li a[aria-current]{background:var(--soft)}
main{flex:1;padding-block:8px 72px}
form.search{position:relative;max-width:600px}
form.search svg{position:absolute;inset-inline-start:16px;top:16px;width:20px;height:20px;fill:none;stroke:var(--muted);stroke-width:1.8;stroke-linecap:round}
input[type=search]{width:100%;height:52px;padding-inline:48px 16px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:inherit;font:inherit;appearance:none;box-shadow:0 1px 2px rgb(0 0 0/.04)}
input[type=search]::placeholder{color:var(--muted);opacity:1}
input[type=search]:focus{outline:2px solid var(--text);outline-offset:-1px}
.hero{padding-block:56px 48px}
.hero h1{margin:0 0 24px;font-size:clamp(30px,5vw,42px);letter-spacing:-.03em}
.shelves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr));gap:40px 32px}
.shelves>:only-child{max-width:680px}
.shelves h2{margin:0 0 8px;font-size:15px;letter-spacing:0}
.list{margin:0;padding:0;list-style:none}
.list li{border-top:1px solid var(--line)}
.list a{display:block;padding-block:12px;text-decoration:none}
.list a:hover b{text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:2px;text-underline-offset:.2em}
.list b{display:block;font-weight:500;overflow-wrap:anywhere}
.list small{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;color:var(--muted);font-size:14px;line-height:1.5;text-wrap:pretty}
.found{max-width:680px;padding-top:24px}
.found h1{margin:40px 0 16px;font-size:22px}
.page{display:grid;grid-template-columns:minmax(0,680px);gap:48px 72px;padding-top:24px}
@media(min-width:1000px){.page.has-toc{grid-template-columns:minmax(0,680px) minmax(0,1fr)}}
.crumbs{margin:0 0 12px;color:var(--muted);font-size:14px}
.crumbs a{display:inline-block;padding-block:4px;text-decoration:none}
.crumbs a::before{content:'';display:inline-block;width:7px;height:7px;margin-inline:2px 6px;border:solid;border-width:0 0 1.5px 1.5px;transform:translateY(-1px) rotate(45deg)}
[dir=rtl] .crumbs a::before{border-width:0 1.5px 1.5px 0;transform:translateY(-1px) rotate(-45deg)}
.crumbs a:hover{color:var(--text)}
.page h1{margin:0 0 8px;font-size:clamp(28px,4.5vw,36px);letter-spacing:-.025em}
.when{margin:0 0 32px;color:var(--muted);font-size:14px}
.text{overflow-wrap:anywhere}
.text>:first-child{margin-top:0}
.text h2{margin:44px 0 12px;font-size:22px}
.text h3{margin:32px 0 8px;font-size:18px}
.text h4{margin:24px 0 8px;font-size:16px}
.text p,.text ul,.text ol{margin:0 0 18px}
.text ul,.text ol{padding-inline-start:24px}
.text li{margin-block:6px}.text li::marker{color:var(--muted)}
.text img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:10px}
.text blockquote{margin:24px 0;padding:14px 18px;border-inline-start:3px solid var(--accent);border-radius:0 10px 10px 0;background:var(--soft)}
.text blockquote>:last-child{margin:0}
.text code{padding:2px 5px;border-radius:5px;background:var(--soft);font:.88em ui-monospace,SFMono-Regular,Menlo,monospace}
.text pre{overflow-x:auto;padding:16px;border-radius:10px;background:var(--soft);line-height:1.5}
.text pre code{padding:0;background:none}
.text hr{margin:36px 0;border:0;border-top:1px solid var(--line)}
.wide{overflow-x:auto;margin:0 0 24px}
table{border-collapse:collapse;width:100%;font-size:15px}
th,td{padding:10px 14px 10px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--muted);font-weight:500}
.toc{position:sticky;top:32px;align-self:start;display:none;font-size:14px}
@media(min-width:1000px){.toc{display:block}}
.toc h2{margin:0 0 8px;font-size:13px;color:var(--muted);font-weight:500;letter-spacing:0}
.toc ul{margin:0;padding:0;list-style:none;border-inline-start:1px solid var(--line)}
.toc a{display:block;padding:5px 14px;color:var(--muted);text-decoration:none}
.toc a:hover{color:var(--text)}
.vote{display:flex;flex-wrap:wrap;align-items:center;gap:12px;margin-top:56px;padding-top:24px;border-top:1px solid var(--line)}
.vote p{margin:0}
.vote form{display:flex;gap:8px}
button{min-height:40px;padding:0 20px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:inherit;font:inherit;font-size:15px;cursor:pointer}
button:hover{border-color:var(--text)}
.more{margin-top:48px}
.more h2{margin:0 0 8px;font-size:15px;letter-spacing:0}
footer{width:calc(100% - 48px);max-width:1032px;padding-inline:0;padding-block:28px;border-top:1px solid var(--line);color:var(--muted);font-size:14px}
@media print{.bar,.toc,.vote,.more,footer,.skip{display:none}body{border:0;background:#fff;color:#000}.page{display:block;padding:0}}
`;
