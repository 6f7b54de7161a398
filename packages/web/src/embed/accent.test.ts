import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { accentOf, type Colour, contrastOf } from './accent.ts';

const colour = (text: string): Colour =>
  (/\d+ \d+ \d+/.exec(text)?.[0] ?? '').split(' ').map(Number) as unknown as Colour;
const part = fc.integer({ min: 0, max: 255 });

test('[SDK-41] whatever the accent is, what is written in it and on it can be read', () => {
  fc.assert(
    fc.property(fc.tuple(part, part, part), fc.boolean(), (given, isDark) => {
      const properties = accentOf(given, isDark);
      const surface: Colour = isDark ? [26, 31, 28] : [255, 255, 255];
      assert.ok(contrastOf(colour(properties['--accent']), surface) >= 4.5);
      assert.ok(contrastOf(colour(properties['--on-accent']), colour(properties['--accent'])) >= 4.5);
      assert.ok(
        contrastOf(colour(properties['--accent-strong']), colour(properties['--accent-soft'])) >= 4.5,
      );
    }),
  );
  assert.equal(accentOf([31, 58, 138], false)['--accent'], 'rgb(31 58 138)', 'one that is readable stays');
});
