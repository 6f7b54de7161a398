import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { test } from 'vitest';
import { BadRichtext, bbcodeToHtml, htmlToText } from './bbcode.ts';

const cases: [string, string][] = [
  ['[b]a[/b][i]b[/i]', '<span style="font-weight:bold">a</span><span style="font-style:italic">b</span>'],
  [
    '[u]a[/u][s]b[/s]',
    '<span style="text-decoration:underline">a</span><span style="text-decoration:line-through">b</span>',
  ],
  [
    '[color=red]a[/color][color=#ff0000]b[/color]',
    '<span style="color:red">a</span><span style="color:#ff0000">b</span>',
  ],
  [
    '[size=20]a[/size][size=9999]b[/size]',
    '<span style="font-size:20px">a</span><span style="font-size:72px">b</span>',
  ],
  ['[center]a[/center]', '<div style="text-align:center">a</div>'],
  ['[list]\n[*]a\n[*]b\n[/list]', '<ul><li>a</li><li>b</li></ul>'],
  ['[list=1][*]a[/list]', '<ol type="1"><li>a</li></ol>'],
  ['[table][tr][th]h[/th][td]d[/td][/tr][/table]', '<table><tr><th>h</th><td>d</td></tr></table>'],
  ['[img]https://e.x/a.png[/img]', '<img src="https://e.x/a.png" alt="" />'],
  ['[img=10x20]https://e.x/a.png[/img]', '<img src="https://e.x/a.png" width="10" height="20" alt="" />'],
  [
    '[url=https://e.x/?a=1&b=2]z[/url]',
    '<a href="https://e.x/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">z</a>',
  ],
  ['[code]a [b]b[/b]\nc[/code]', '<pre>a [b]b[/b]\nc</pre>'],
  ['[quote]q[/quote]', '<blockquote><p>q</p></blockquote>'],
  ['[B]a[/b][COLOR=Red]b[/Color]', '<span style="font-weight:bold">a</span><span style="color:Red">b</span>'],
  [
    '[LIST][*]a[/LIST][Img]https://e.x/A.png[/IMG]',
    '<ul><li>a</li></ul><img src="https://e.x/A.png" alt="" />',
  ],
  [
    '[URL=https://e.x/A]Z[/Url]',
    '<a href="https://e.x/A" rel="noopener noreferrer nofollow" target="_blank">Z</a>',
  ],
  ['[IMG=10X20]https://e.x/a.png[/IMG]', '<img src="https://e.x/a.png" width="10" height="20" alt="" />'],
  ['[*]a\n[b][*]b[/b]', '[*]a<br /><span style="font-weight:bold">[*]b</span>'],
  ['[list][*]a[list][*]b[/list][*]c[/list][*]d', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>[*]d'],
  ['[CODE]a [B]b[/B][/Code]', '<pre>a [B]b[/B]</pre>'],
  ['[Sic] [X]y[/X]', '[Sic] [X]y[/X]'],
  ['a\nb', 'a<br />b'],
  ['[h1]x[/h1]', '[h1]x[/h1]'],
  ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
];
for (const [bbcode, markup] of cases) {
  test(`[MSG-14] ${JSON.stringify(bbcode)} has its effect`, () => assert.equal(bbcodeToHtml(bbcode), markup));
}

function assertHarmless(markup: string, expected: string): void {
  const elements = new Set('span div ul ol li table tr th td img a pre blockquote p br'.split(' '));
  const attributes = new Set('style href rel target src width height alt type'.split(' '));
  new Parser({
    onopentag(name, input) {
      assert.ok(elements.has(name), `${expected} → <${name}> in ${markup}`);
      for (const [attribute, value] of Object.entries(input)) {
        assert.ok(attributes.has(attribute), `${expected} → ${attribute} in ${markup}`);
        if (attribute === 'href') assert.match(value, /^(https?:\/\/|mailto:)/i, expected);
        if (attribute === 'src') assert.match(value, /^https?:\/\//i, expected);
        if (attribute === 'style')
          assert.match(
            value,
            /^(color:(#[\da-f]+|[a-z]+)|font-size:\d+px|font-weight:bold|font-style:italic|text-decoration:(underline|line-through)|text-align:center)$/i,
            expected,
          );
      }
    },
    oncomment: () => assert.fail(`${expected} → a comment`),
    onprocessinginstruction: () => assert.fail(`${expected} → an instruction`),
  }).end(markup);
}

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[b]<script>alert(1)</script>[/b]',
  '[script]alert(1)[/script]',
  '[iframe]https://evil[/iframe]',
  '[url=javascript:alert(1)]x[/url]',
  '[url=JaVaScRiPt:alert(1)]x[/url]',
  '[url= javascript:alert(1)]x[/url]',
  '[url=java\nscript:alert(1)]x[/url]',
  '[url=java\tscript:alert(1)]x[/url]',
  '[url=data:text/html,<script>alert(1)</script>]x[/url]',
  '[url=vbscript:msgbox(1)]x[/url]',
  '[url]javascript:alert(1)[/url]',
  '[url="https://e.x" onclick="alert(1)"]x[/url]',
  '[url=https://e.x onclick=alert(1)]x[/url]',
  '[url=//evil]x[/url]',
  "[url='https://e.x' onmouseover='alert(1)']x[/url]",
  '[img]javascript:alert(1)[/img]',
  '[img]x onerror=alert(1)[/img]',
  '[img]https://e.x/a.png" onerror="alert(1)[/img]',
  '[img onerror=alert(1)]https://e.x/a[/img]',
  '[img=1x1 onerror=alert(1)]x[/img]',
  '[img]data:image/svg+xml,<svg onload=alert(1)>[/img]',
  '[img]//evil/x[/img]',
  '[img]file:///etc/passwd[/img]',
  '[img][url=x]y[/url][/img]',
  '[color=red;background:url(https://evil)]x[/color]',
  '[color="red;background:url(https://evil)"]x[/color]',
  '[color=expression(alert(1))]x[/color]',
  '[color=red" onclick="alert(1)]x[/color]',
  '[color=var(--x)]x[/color]',
  '[color=rgb(1,2,3)]x[/color]',
  '[color=url(x)]x[/color]',
  '[size=20px;color:red]x[/size]',
  '[size=-1]x[/size]',
  '[size=1e9]x[/size]',
  '[size="><script>alert(1)</script>]x[/size]',
  '[b style="x" onclick=alert(1)]x[/b]',
  '[b onclick=alert(1)]x[/b]',
  '[table onclick=alert(1)][tr][td]x[/td][/tr][/table]',
  '[td style=background:url(x)]x[/td]',
  '[list onclick=alert(1)][*]x[/list]',
  '[list=" onclick="alert(1)][*]x[/list]',
  '[quote=<script>alert(1)</script>]x[/quote]',
  '[quote author="<img src=x onerror=alert(1)>"]x[/quote]',
  '[code]<script>alert(1)</script>[/code]',
  '[code lang="><script>"]x[/code]',
  '[code][/code]<script>x</script>',
  '[noparse]<script>x</script>[/noparse]',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '[url=&#106;avascript:alert(1)]x[/url]',
  '[url=&#x6A;avascript:alert(1)]x[/url]',
  '[url=javascript&colon;alert(1)]x[/url]',
  '[img]&#106;avascript:alert(1)[/img]',
  '[style]body{display:none}[/style]',
  '[link=x]y[/link]',
  '[meta]x[/meta]',
  '[svg onload=alert(1)]',
  '[object]x[/object]',
  '[form action=x]',
  '[[b]]',
  '[/b]',
  '[b',
  '[]',
  '[=x]',
  '[b][i][/b][/i]',
  '[*]',
  '[list',
  '[constructor]x[/constructor]',
  '[__proto__=x]y[/__proto__]',
  '<!--',
  '--><script>x</script>',
  '<![CDATA[x]]>',
  '<?php x ?>',
  '\u0000[b]x[/b]',
  '\u202e[b]x[/b]',
  '</pre><script>x</script>',
  '</div></body>',
  '[b]<svg/onload=alert(1)>',
  '[url=https://e.x/[b]x[/b]]y[/url]',
  '[center onclick=x]y[/center]',
  '[th onload=x]y[/th]',
];
test(`[MSG-14] ${hostile.length} hostile texts become harmless HTML`, () => {
  assert.ok(hostile.length >= 60);
  for (const bbcode of hostile) assertHarmless(bbcodeToHtml(bbcode), bbcode);
});

test('[MSG-14] whatever is written, the HTML is harmless', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '[b]',
      '[/b]',
      '[url=',
      '[img]',
      '[/img]',
      ']',
      '[',
      '"',
      "'",
      '<',
      '>',
      '&',
      '\n',
      'javascript:',
      '[color=',
      'onerror=',
      '[code]',
      '[/code]',
      '[list]',
      '[*]',
      'https://e.x',
      ';',
      '&#106;',
      '=',
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const bbcode = pieces.join('');
      assertHarmless(bbcodeToHtml(bbcode), bbcode);
    }),
    { numRuns: 2_000 },
  );
});

test('[MSG-14] depth and number of tags are bounded, and long texts take little time', () => {
  assert.throws(() => bbcodeToHtml('[b]'.repeat(33)), BadRichtext);
  assert.throws(() => bbcodeToHtml('[b]x[/b]'.repeat(1_001)), BadRichtext);
  assert.equal(bbcodeToHtml(`[list]${'[*]x'.repeat(100)}[/list]`).match(/<li>/g)?.length, 100);
  const began = process.cpuUsage();
  for (const text of [
    'x'.repeat(65_536),
    '['.repeat(65_536),
    '\n'.repeat(65_536),
    '&'.repeat(65_536),
    '[b]x[/b]'.repeat(900),
    '<'.repeat(30_000),
    ' \n'.repeat(30_000),
  ])
    bbcodeToHtml(text);
  const ms = process.cpuUsage(began).user / 1_000;
  assert.ok(ms < 3_000, `${ms} ms`);
});

test('[MSG-13] the words of rich text are what is left without its tags', () => {
  const bbcode = '[b]Hello[/b]\n[list][*]a & b[*]1 < 2[/list][url=https://e.x]link[/url]';
  assert.equal(htmlToText(bbcodeToHtml(bbcode)), 'Hello\na & b\n1 < 2\nlink');
  assert.equal(htmlToText(bbcodeToHtml('a [code]b[/code] c\n[code]\nd\n[/code]\ne')), 'a b c\nd\ne');
});
