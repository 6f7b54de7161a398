import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { hostileMarkup, insertLeak } from '../testing/hostile-markup.ts';
import { cleanMarkup, MarkupRefused } from './index.ts';

const clean = (markup: string, uuid = 'client-1') => cleanMarkup(markup, uuid);
const refusal = (markup: string): string => {
  try {
    clean(markup);
  } catch (error) {
    assert.ok(error instanceof MarkupRefused, String(error));
    return error.message;
  }
  return assert.fail(`was taken: ${markup.slice(0, 100)}`);
};

test('[ANN-5] shapes, paths, text, groups, gradients and data pictures are taken as they are', () => {
  const accepted = [
    '<path d="M0 0C1 1 2 2 3 3" stroke="#f00" stroke-width="2.5" fill="none"></path>',
    '<g transform="translate(5 5) rotate(30)" opacity="0.5"><rect x="1" y="2" width="3" height="4" rx="1"></rect></g>',
    '<text x="1" y="2" font-size="12" font-family="Helvetica, sans-serif">Grüße <tspan>👋</tspan></text>',
    '<polyline points="0,0 1,1 2,0" style="fill:none;stroke:rgb(1, 2, 3)"></polyline>',
    '<image x="0" y="0" width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="></image>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="1" cy="1" r="1"></circle></svg>',
  ];
  for (const markup of accepted) assert.equal(clean(markup), markup);
  assert.equal(clean('<circle r="1"/>'), '<circle r="1"></circle>');
  assert.equal(
    clean('<image xlink:href="data:image/png;base64,iVBO Rw0="/>'),
    '<image href="data:image/png;base64,iVBORw0="></image>',
  );
});

test('[ANN-6] a refusal names the element or attribute', () => {
  assert.match(refusal('<g><script>1</script></g>'), /<script>/);
  assert.match(refusal('<rect onclick="x"/>'), /onclick.*<rect>/);
  assert.match(refusal('<foreignObject/>'), /<foreignObject>/);
  assert.match(refusal('<use href="#a"/>'), /<use>/);
  assert.match(refusal('<rect fill="url(http://x/#a)"/>'), /fill.*<rect>/);
  assert.match(refusal('<rect style="background:red"/>'), /background/);
  assert.match(refusal('<!DOCTYPE svg><g/>'), /doctype/i);
  assert.match(refusal('<g>text</g>'), /<g>/);
});

test('[ANN-7] 256 KiB, 5,000 elements and a depth of 32 are taken, one more of each is refused', () => {
  const path = (length: number) => `<path d="${'M'.repeat(length - 12)}"/>`;
  assert.ok(clean(path(256 * 1024)));
  assert.match(refusal(path(256 * 1024 + 1)), /262144 bytes/);
  assert.ok(clean('<g/>'.repeat(5000)));
  assert.match(refusal('<g/>'.repeat(5001)), /5000 elements/);
  assert.ok(clean(`${'<g>'.repeat(32)}${'</g>'.repeat(32)}`));
  assert.match(refusal(`${'<g>'.repeat(33)}${'</g>'.repeat(33)}`), /32 levels/);
});

test('[ANN-8] ids and what refers to them get a prefix of the annotation, and keep it when they come back', () => {
  const markup = '<linearGradient id="a"/><rect fill="url(#a)" style="stroke:url( \'#a\' )"/>';
  const first = clean(markup, 'one');
  const second = clean(markup, 'two');
  const id = /id="([^"]+)"/.exec(first)?.[1];
  assert.ok(id?.endsWith('-a'));
  assert.ok(first.includes(`fill="url(#${id})"`) && first.includes(`stroke:url(#${id})`));
  assert.ok(!second.includes(String(id)));
  assert.equal(clean(first, 'one'), first);
});

test('[ANN-5] [ANN-6] of the hostile corpus nothing active is left in what is taken', (t) => {
  const names = Object.keys(hostileMarkup);
  assert.ok(names.length >= 60, `${names.length} entries`);
  let refused = 0;
  for (const [name, markup] of Object.entries(hostileMarkup)) {
    try {
      const cleaned = clean(insertLeak(markup, 'http://leak.example/x', 'pwn()'));
      const plain = cleaned.replace(/>[^<]*</g, '><');
      assert.doesNotMatch(plain, /leak\.example|pwn\(|<script|\son\w+=|javascript:/i, name);
    } catch (error) {
      assert.ok(error instanceof MarkupRefused, `${name}: ${error}`);
      refused++;
    }
  }
  t.annotate(
    `${names.length} entries, ${refused} refused by name, ${names.length - refused} taken harmlessly`,
  );
});

test('[ANN-5] generated markup is refused or stable: cleaning what was stored gives the same', () => {
  const piece = fc.constantFrom(
    ...[
      '<g>',
      '</g>',
      '<rect width="1"/>',
      '<text>',
      '</text>',
      ' a ',
      '&lt;',
      '<',
      '>',
      '"',
      "'",
      '&',
      '<!--',
      ']]>',
      '/>',
      'url(#a)',
    ],
    ...[
      ' fill="',
      ' id="x"',
      ' onload="',
      '<script',
      '<path d="M0"',
      '\u0000',
      'é',
      '<svg xmlns="http://www.w3.org/2000/svg">',
      '</svg>',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      let cleaned: string;
      try {
        cleaned = clean(pieces.join(''));
      } catch (error) {
        return error instanceof MarkupRefused;
      }
      const bare = cleaned.replace(/>[^<]*</g, '><').replace(/"[^"]*"/g, '""');
      return clean(cleaned) === cleaned && !/<script|onload=/.test(bare);
    }),
    { numRuns: 3_000 },
  );
});

test('[ANN-7] the largest markup is judged in a moment, however it is made', () => {
  const room = 256 * 1024 - 100;
  const fillers = [
    'M',
    ' ',
    '(',
    'url',
    'url(',
    'url( ',
    '#',
    ';',
    ':',
    'a:',
    '&',
    '&#',
    '"',
    '/',
    '0 ',
    '-',
    'rgb(',
  ];
  for (const filler of fillers) {
    const value = filler.repeat(Math.floor(room / filler.length));
    for (const markup of [
      `<path d="${value}"/>`,
      `<rect style="fill:${value}"/>`,
      `<image href="data:image/png;base64,${value}"/>`,
    ]) {
      const started = process.cpuUsage();
      try {
        clean(markup);
      } catch (error) {
        assert.ok(error instanceof MarkupRefused);
      }
      const ms = process.cpuUsage(started).user / 1_000;
      assert.ok(ms < 1_000, `${Math.round(ms)} ms for ${JSON.stringify(filler)} in ${markup.slice(0, 12)}`);
    }
  }
});
