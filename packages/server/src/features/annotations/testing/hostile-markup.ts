/** `LEAK` is an address that must never be requested. `PWN` is a script that must never run. */
const scripts: Record<string, string> = {
  script: '<script>PWN</script>',
  'script in a group': '<g><script>PWN</script></g>',
  'script from outside': '<script href="LEAK"/>',
  'script by xlink': '<script xlink:href="LEAK"/>',
  'upper-case script': '<SCRIPT>PWN</SCRIPT>',
  'prefixed script': '<svg:script xmlns:svg="http://www.w3.org/2000/svg">PWN</svg:script>',
  'script in another namespace': '<svg xmlns="http://www.w3.org/1999/xhtml"><script>PWN</script></svg>',
  'script behind a null character': '<scr\u0000ipt>PWN</script>',
  'script with a slash': '<script/x>PWN</script>',
  'handler script': '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">PWN</handler>',
};

const handlers: Record<string, string> = {
  onload: '<svg onload="PWN"/>',
  'onload in a group': '<g onload="PWN"><rect width="9" height="9"/></g>',
  onclick: '<rect onclick="PWN" width="999" height="999"/>',
  'upper-case handler': '<rect ONCLICK="PWN" width="999" height="999"/>',
  onbegin: '<rect><animate attributeName="x" onbegin="PWN" begin="0s"/></rect>',
  onerror: '<image href="data:image/png;base64,AAAA" onerror="PWN"/>',
  onfocusin: '<g tabindex="1" autofocus="" onfocusin="PWN"/>',
  'handler behind a slash': '<g/onload="PWN"/>',
  'handler behind a new line': '<g\nonload="PWN"/>',
  'handler without quotes': '<g onload=PWN />',
  'handler with an entity': '<g onload="&#80;WN"/>',
  onwheel: '<rect onwheel="PWN" width="9" height="9"/>',
};

const links: Record<string, string> = {
  'javascript link': '<a href="javascript:PWN"><rect width="999" height="999"/></a>',
  'javascript link by xlink': '<a xlink:href="javascript:PWN"><text>x</text></a>',
  'javascript image': '<image href="javascript:PWN" width="9" height="9"/>',
  'image from outside': '<image href="LEAK" width="9" height="9"/>',
  'image by xlink from outside': '<image xlink:href="LEAK" width="9" height="9"/>',
  'image without a scheme': '<image href="//LEAKHOST/x" width="9" height="9"/>',
  'image from file:': '<image href="file:///etc/passwd" width="9" height="9"/>',
  'image that is SVG': `<image href="data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="PWN"/>')}" width="9" height="9"/>`,
  'image that is HTML': `<image href="data:text/html;base64,${btoa('<script>PWN</script>')}" width="9" height="9"/>`,
  'use from outside': '<use href="LEAK#x"/>',
  'use of data': `<use href="data:image/svg+xml;base64,${btoa('<svg id="x" xmlns="http://www.w3.org/2000/svg" onload="PWN"/>')}#x"/>`,
  'feImage from outside': '<filter id="f"><feImage href="LEAK"/></filter>',
  'tref from outside': '<text><tref xlink:href="LEAK"/></text>',
  'mpath from outside': '<animateMotion><mpath href="LEAK"/></animateMotion>',
  'gradient from outside': '<linearGradient id="g" href="LEAK#g"/>',
  'textPath from outside': '<text><textPath href="LEAK#p">x</textPath></text>',
  'link element': '<link rel="stylesheet" href="LEAK"/>',
};

const animations: Record<string, string> = {
  'animate to a handler': '<rect><animate attributeName="onclick" to="PWN"/></rect>',
  'animate to a link':
    '<a><animate attributeName="href" to="javascript:PWN"/><rect width="999" height="999"/></a>',
  'set a link': '<a><set attributeName="href" to="javascript:PWN"/><rect width="999" height="999"/></a>',
  'animate an image to outside':
    '<image width="9" height="9"><animate attributeName="href" values="LEAK"/></image>',
  'set an image to outside': '<image width="9" height="9"><set attributeName="href" to="LEAK"/></image>',
  discard: '<discard begin="0s"/>',
};

const styles: Record<string, string> = {
  'style element': '<style>* { background: url(LEAK) }</style>',
  'style import': '<style>@import "LEAK";</style>',
  'style attribute, background': '<rect style="background:url(LEAK)"/>',
  'style attribute, fill from outside': '<rect width="9" height="9" style="fill:url(LEAK#x)"/>',
  'style attribute, quoted url': `<rect width="9" height="9" style="fill:url('LEAK#x')"/>`,
  'fill from outside': '<rect width="9" height="9" fill="url(LEAK#x)"/>',
  'stroke from outside with a space': '<rect width="9" height="9" stroke="url( LEAK#x )"/>',
  'marker from outside': '<path d="M0 0L9 9" marker-start="url(LEAK#m)"/>',
  'clip path from outside': '<rect width="9" height="9" clip-path="url(LEAK#c)"/>',
  'mask from outside': '<rect width="9" height="9" mask="url(LEAK#m)"/>',
  'filter from outside': '<rect width="9" height="9" filter="url(LEAK#f)"/>',
  'cursor from outside': '<rect width="9" height="9" cursor="url(LEAK),auto"/>',
  'escaped url': '<rect width="9" height="9" fill="\\75 rl(LEAK#x)"/>',
  'commented url': '<rect width="9" height="9" style="fill:u/**/rl(LEAK#x)"/>',
  'upper-case url': '<rect width="9" height="9" fill="URL(LEAK#x)"/>',
  'image-set': '<rect width="9" height="9" style="fill:image-set(&quot;LEAK&quot; 1x)"/>',
  'src function': '<rect width="9" height="9" style="fill:src(&quot;LEAK&quot;)"/>',
  'css expression': '<rect style="fill:expression(PWN)"/>',
  'moz-binding': '<rect style="-moz-binding:url(LEAK)"/>',
  'property behind an escape': '<rect style="b\\61 ckground:url(LEAK)"/>',
  'font from outside': '<text style="font:1px url(LEAK)">x</text>',
  'attribute that breaks out': '<rect fill="red&quot; onload=&quot;PWN"/>',
  'variable with a url': '<rect style="--x:url(LEAK);fill:var(--x)"/>',
};

const foreign: Record<string, string> = {
  foreignObject:
    '<foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml" onload="PWN"/></foreignObject>',
  'foreignObject with an iframe': '<foreignObject><iframe src="javascript:PWN"/></foreignObject>',
  'html image': '<img src="LEAK" onerror="PWN"/>',
  'html body': '<body onload="PWN"/>',
  iframe: '<iframe src="LEAK"/>',
  object: '<object data="LEAK"/>',
  embed: '<embed src="LEAK"/>',
  'video with a poster': '<video poster="LEAK"/>',
  'audio from outside': '<audio src="LEAK" autoplay=""/>',
  'meta refresh': '<meta http-equiv="refresh" content="0;url=LEAK"/>',
  base: '<base href="LEAK"/>',
  'form that submits': '<form action="LEAK"><input autofocus="" onfocus="PWN"/></form>',
  'math that turns to html':
    '<math><mtext><table><mglyph><style><img src="x" onerror="PWN"/></style></mglyph></table></mtext></math>',
  'title that ends the page’s': '<title><img src="LEAK" onerror="PWN"/></title>',
  'desc that holds html': '<desc><img src="LEAK" onerror="PWN"/></desc>',
  'text that looks like a tag': '<text>&lt;img src="LEAK" onerror="PWN"&gt;</text>',
  'svg that ends early': '</svg><img src="LEAK" onerror="PWN"/><svg>',
};

const syntax: Record<string, string> = {
  'billion laughs': `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><text>&b;&b;&b;</text>`,
  'external entity': '<!DOCTYPE svg [<!ENTITY x SYSTEM "LEAK">]><text>&x;</text>',
  'parameter entity': '<!DOCTYPE svg [<!ENTITY % x SYSTEM "LEAK"> %x;]><g/>',
  'external DTD': '<!DOCTYPE svg SYSTEM "LEAK"><g/>',
  'stylesheet instruction': '<?xml-stylesheet href="LEAK" type="text/css"?><g/>',
  'xml declaration': '<?xml version="1.0"?><g/>',
  'php instruction': '<?php echo 1 ?><g/>',
  CDATA: '<text><![CDATA[<script>PWN</script>]]></text>',
  comment: '<!-- --><g/>',
  'comment that ends early': '<!--><script>PWN</script>--><g/>',
  'conditional comment': '<!--[if IE]><script>PWN</script><![endif]--><g/>',
  'unclosed element': '<g><rect>',
  'end tag alone': '</g>',
  'tag cut off': '<g><rect width="9"',
  'attribute given twice': '<rect width="9" width="1"/>',
  'entity for the bracket': '<text>&#60;script&#62;PWN&#60;/script&#62;</text>',
  'entity in an element name': '<&#115;cript>PWN</script>',
  'UTF-7': '+ADw-script+AD4-PWN+ADw-/script+AD4-',
  'namespaced handler': '<g xmlns:x="http://www.w3.org/1999/xhtml" x:onload="PWN"/>',
  'other default namespace': '<g xmlns="http://www.w3.org/1999/xhtml"><img src="LEAK"/></g>',
  'xml:base': '<g xml:base="LEAK"><image href="x" width="9" height="9"/></g>',
  'id that breaks out': '<g id="x&quot; onload=&quot;PWN"/>',
  'no element at all': 'PWN',
  'deep nesting': `${'<g>'.repeat(33)}${'</g>'.repeat(33)}`,
  'many elements': '<g/>'.repeat(5_001),
  'long path': `<path d="M${'0 0L'.repeat(66_000)}1 1"/>`,
};

export const hostileMarkup: Readonly<Record<string, string>> = {
  ...scripts,
  ...handlers,
  ...links,
  ...animations,
  ...styles,
  ...foreign,
  ...syntax,
};

export function insertLeak(markup: string, leak: string, pwn: string): string {
  return markup.replaceAll('LEAKHOST', new URL(leak).host).replaceAll('LEAK', leak).replaceAll('PWN', pwn);
}
