import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { base62, type IdKind, randomIds } from './ids.ts';

const LETTERS: Record<IdKind, string> = {
  binder: 'B',
  user: 'U',
  org: 'O',
  partner: 'P',
  file: 'F',
  client: 'C',
  event: 'E',
  upload: 'T',
  meet: 'M',
  group: 'G',
  template: 'W',
};
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

test('[HTTP-15] an id is the letter of its kind and 22 base62 characters, never twice the same', () => {
  for (const [kind, letter] of Object.entries(LETTERS)) {
    const ids = Array.from({ length: 1000 }, () => randomIds.next(kind as IdKind));
    for (const id of ids) assert.match(id, new RegExp(`^${letter}[0-9A-Za-z]{22}$`));
    assert.equal(new Set(ids).size, ids.length);
  }
});

test('[HTTP-15] no id equals a reserved first word of a path', () => {
  const reserved = ['me', 'oauth', 'apps', 'meets', 'orgs', 'partners', 'sandbox', 'board', 'docs'];
  for (const word of reserved) assert.doesNotMatch(word, /^[BUOPFCETMGW][0-9A-Za-z]{22}$/);
});

test('[HTTP-15] all 128 bits of an id can be read back', () => {
  assert.equal(base62(new Uint8Array(16)), '0'.repeat(22));
  assert.equal(base62(new Uint8Array(16).fill(255)), '7n42DGM5Tflk9n8mt7Fhc7');
  fc.assert(
    fc.property(sixteenBytes, (bytes) => {
      let value = 0n;
      for (const digit of base62(bytes)) value = value * 62n + BigInt(DIGITS.indexOf(digit));
      return value === BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    }),
  );
});

test('ids sort as the bits that they stand for', () => {
  fc.assert(
    fc.property(sixteenBytes, sixteenBytes, (one, other) => {
      const [left, right] = [base62(one), base62(other)];
      return Math.sign(Buffer.compare(one, other)) === (left < right ? -1 : left > right ? 1 : 0);
    }),
  );
});
