import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { type Colour, contrastOf, themeProperties } from './accent.ts';

const part = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(part, part, part);
const some = fc.option(colour, { nil: undefined });
const AA = 4.5;
const EDGE = 3;

const tokensOf = (scheme: 1 | 2) => {
  const sheet = readFileSync(new URL('../../design/tokens.css', import.meta.url), 'utf8');
  const root = sheet.slice(0, sheet.indexOf('@media'));
  return Object.fromEntries(
    [...root.matchAll(/(--[\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g)].map((found) => [
      found[1] ?? '',
      `rgb(${[0, 2, 4].map((at) => Number.parseInt((found[1 + scheme] ?? '').slice(at, at + 2), 16)).join(' ')})`,
    ]),
  );
};
const [LIGHT, DARK] = [tokensOf(1), tokensOf(2)];

const reader = (properties: Readonly<Record<string, string>>) => (name: string) =>
  (/\d+ \d+ \d+/.exec(properties[`--${name}`] ?? '')?.[0] ?? '').split(' ').map(Number) as unknown as Colour;

test('[SDK-41] whatever the accent is, what is written in it and on it can be read', () => {
  fc.assert(
    fc.property(colour, fc.boolean(), (accent, isDark) => {
      const read = reader(themeProperties({ accent }, isDark));
      const surface: Colour = isDark ? [26, 31, 28] : [255, 255, 255];
      assert.ok(contrastOf(read('accent'), surface) >= AA);
      assert.ok(contrastOf(read('on-accent'), read('accent')) >= AA);
      assert.ok(contrastOf(read('accent-strong'), read('accent-soft')) >= AA);
    }),
  );
  const stays = themeProperties({ accent: [31, 58, 138] }, false);
  assert.equal(stays['--accent'], 'rgb(31 58 138)', 'one that is readable stays');
});

test('[SDK-71] whatever the colours of a theme are, texts can be read on each ground, and fields have edges', () => {
  fc.assert(
    fc.property(
      colour,
      colour,
      colour,
      colour,
      fc.boolean(),
      (accent, background, surface, border, isDark) => {
        const read = reader(themeProperties({ accent, background, surface, border }, isDark));
        for (const signal of ['danger', 'good', 'warn'])
          for (const ground of ['page', 'surface', 'sunken', `${signal}-soft`])
            assert.ok(contrastOf(read(signal), read(ground)) >= AA - 0.05, `${signal} on ${ground}`);
        for (const text of ['text', 'muted', 'accent'])
          for (const ground of ['page', 'surface', 'sunken'])
            assert.ok(contrastOf(read(text), read(ground)) >= AA - 0.05, `${text} on ${ground}`);
        assert.ok(contrastOf(read('line-strong'), read('surface')) >= EDGE);
        assert.deepEqual([read('surface'), read('line')], [surface, border]);
      },
    ),
    { numRuns: 2_000 },
  );
  for (const isDark of [false, true])
    fc.assert(
      fc.property(some, some, some, some, (accent, background, surface, border) => {
        const properties = themeProperties({ accent, background, surface, border }, isDark);
        const read = reader({ ...(isDark ? DARK : LIGHT), ...properties });
        for (const text of ['text', 'muted', 'accent', 'danger', 'good', 'warn'])
          for (const ground of ['page', 'surface', 'sunken'])
            assert.ok(contrastOf(read(text), read(ground)) >= AA - 0.05, `${text} on ${ground}`);
        assert.ok(contrastOf(read('line-strong'), read('surface')) >= EDGE);
      }),
      { numRuns: 1_000 },
    );
  const plain = themeProperties({ background: [240, 244, 255], surface: [255, 255, 255] }, false);
  assert.deepEqual(
    [plain['--page'], plain['--text']],
    ['rgb(240 244 255)', 'rgb(27 33 29)'],
    'colours that can be read stay',
  );
});
