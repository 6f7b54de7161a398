import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { BadRichtext, bbcodeToHtml, htmlToText } from './bbcode.ts';
import { markdownToBbcode } from './markdown.ts';

const cases: [markdown: string, bbcode: string][] = [
  ['**a** _b_ ~~c~~ `d[0]*e`', '[b]a[/b] [i]b[/i] [s]c[/s] [code]d&#91;0]&#42;e[/code]'],
  ['# One\n## Two\n### Three', '[size=24][b]One[/b][/size]\n\n[size=20][b]Two[/b][/size]\n\n[b]Three[/b]'],
  ['one\ntwo  \nthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
  ['- a\n- b\n  1. c\n  2. d', '[list]\n[*]a\n[*]b\n[list=1]\n[*]c\n[*]d\n[/list]\n[/list]'],
  ['5. five\n6. six', '5. five\n6. six'],
  ['- [x] done\n- [ ] open', '[list]\n[*]☑ done\n[*]☐ open\n[/list]'],
  ['> a\n> b\n\nc', '[quote]a\nb[/quote]\nc'],
  [
    '|a|b|\n|-|-|\n|1|**2**|',
    '[table]\n[tr][th]a[/th][th]b[/th][/tr]\n[tr][td]1[/td][td][b]2[/b][/td][/tr]\n[/table]',
  ],
  ['```ts\na = [1] * 2 &lt; [/code]\n```', '[code]\na = &#91;1] &#42; 2 &amp;lt; &#91;/code]\n[/code]'],
  ['[a](https://x.example/?b=c#d=e)', '[url=https://x.example/?b=c#d=e]a[/url]'],
  ['[a](<https://x.example/b c]"d>)', '[url=https://x.example/b%20c%5D%22d]a[/url]'],
  ['https://x.example/?b=c', '[url=https://x.example/?b=c]https://x.example/?b=c[/url]'],
  ['[a](javascript:alert(1)) [b](/home)', 'a b'],
  ['www.example.com and readme.md', 'www.example.com and readme.md'],
  ['![a *b*](https://x.example/p.png) ![c](data:image/png;base64,x)', '[img]https://x.example/p.png[/img] c'],
  ['a<br>b <script>alert(1)</script>', 'a\nb <script>alert(1)</script>'],
  ['[b]x[/b] \\*y\\* 2 * 3', '&#91;b]x&#91;/b] &#42;y&#42; 2 &#42; 3'],
  ['a\n\n---\n\nb', 'a\n———\nb'],
];

for (const [markdown, bbcode] of cases)
  test(`[MSG-61] ${JSON.stringify(markdown)} becomes BBCode`, () => {
    assert.equal(markdownToBbcode(markdown), bbcode);
  });

const rendered = (markdown: string) => bbcodeToHtml(markdownToBbcode(markdown));

test('[MSG-61] escaped characters, entities and code are shown as in Markdown', () => {
  assert.equal(htmlToText(rendered('&copy; AT&T \\[b\\] `&lt;`')), '© AT&T [b] &lt;');
  assert.equal(htmlToText(rendered('[url=javascript:alert(1)]x[/url]')), '[url=javascript:alert(1)]x[/url]');
});

test('[MSG-61] no Markdown makes active HTML, or fails otherwise than by its depth', () => {
  const pieces = fc.constantFrom(
    ...'*|**|_|`|```|~~|#|>|- |1. |[|]|(|)|!|\n|\n\n|  |\\|<|&|;|:|"|https://x.example|javascript:|[b]|[/code]|[*]|a|b'.split(
      '|',
    ),
    '|',
    '|-|',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const html = rendered(parts.join(''));
      assert.doesNotMatch(html, /<script|(?:href|src)="(?!https?:|mailto:)/i);
    }),
    { numRuns: 2_000 },
  );
});

const repeated = (text: string) => text.repeat(Math.floor(20_000 / text.length));
const HOSTILE = [
  ...['- ', '-  ', '> ', '1. ', '* '].flatMap((mark) =>
    [20, 31, 32, 33].map((count) => `${mark.repeat(count)}x`),
  ),
  ...[
    '*a ',
    '_a__',
    '~~a ',
    '**a _b ',
    'a**a ',
    '[',
    '[a](',
    '![a',
    '`a',
    '<',
    '<a ',
    '&a',
    '\\',
    '***a',
    '|',
  ].map(repeated),
  `${'*a '.repeat(3_300)}${' a*'.repeat(3_300)}`,
  `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(3_000)}`,
  '[a]: b\n'.repeat(2_800),
];

test('[MSG-61] texts that are expensive for some parsers take less than two seconds', () => {
  for (const markdown of HOSTILE) {
    const began = performance.now();
    try {
      markdownToBbcode(markdown);
    } catch (error) {
      assert.ok(error instanceof BadRichtext, `${markdown.slice(0, 20)}: ${error}`);
    }
    const took = performance.now() - began;
    assert.ok(took < 2_000, `${markdown.slice(0, 20)} took ${took} ms`);
  }
});

for (const [name, markdown] of Object.entries({
  quotes: '>'.repeat(20_000),
  'mixed levels': '> - '.repeat(5_000),
  'indented items': Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
}))
  test(`[MSG-61] too deep ${name} are refused`, () => {
    assert.throws(() => markdownToBbcode(markdown), BadRichtext);
  });
