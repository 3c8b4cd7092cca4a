/** The style sheet of the help view, beside the chat's in the shadow root. */
export const helpStyles = `
.help { position: absolute; inset: calc(69px + env(safe-area-inset-top, 0px)) 0 0; z-index: 1; background: var(--surface); }
.help > * { height: 100%; overflow: hidden auto; overscroll-behavior: contain; padding: 14px; display: flex; flex-direction: column; align-items: stretch; }
.help .field { flex: none; position: sticky; top: 0; z-index: 1; background: var(--surface); }
.help input { appearance: none; }
.found { display: flex; flex-direction: column; margin-top: 8px; }
.found h3 { margin: 18px 4px 4px; font-size: 13px; font-weight: 600; color: var(--quiet); }
.found .row { display: block; width: 100%; padding: 10px 12px; border: 0; border-radius: 12px; text-align: start; }
.found .row:hover { background: var(--raised); }
.found .words { display: grid; gap: 1px; }
.found b { font-weight: 500; overflow-wrap: anywhere; }
.found small { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); font-size: 13px; }
.help > div .pill { flex: none; align-self: center; margin: 14px 0 8px; min-height: 34px; }
.help-page > .pill:first-child { align-self: flex-start; margin: 0 0 10px; }
[dir=rtl] .help .pill svg { transform: scaleX(-1); }
.help svg { fill: none; stroke: currentcolor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
.help article { overflow-wrap: anywhere; padding: 0 4px; }
.help article > * + * { margin-top: 12px; }
.help article > h3:first-child { font-size: 20px; line-height: 1.25; font-weight: 650; outline: 0; }
.help article :is(h2, h3, h4) { margin-top: 22px; font-size: 16px; font-weight: 600; white-space: normal; }
.help article :is(ul, ol) { padding-inline-start: 22px; }
.help article li { margin-top: 4px; }
.help article a, .need a { color: inherit; text-underline-offset: 2px; }
.help article img { max-width: 100%; height: auto; border-radius: 10px; }
.help article blockquote { padding: 10px 14px; border-inline-start: 3px solid var(--primary); background: var(--raised); border-radius: 0 10px 10px 0; }
.help article code { font-size: .9em; background: var(--raised); border-radius: 4px; padding: 1px 4px; }
.help article pre { overflow: auto; padding: 12px; background: var(--raised); border-radius: 10px; }
.help article table { display: block; overflow: auto; border-collapse: collapse; }
.help article :is(th, td) { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
.judge { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 26px 4px 0; padding-top: 14px; border-top: 1px solid var(--line); }
.help .judge .pill { margin: 0; }
.need { margin: 14px 4px 0; text-align: center; color: var(--quiet); font-size: 13px; }
`;
