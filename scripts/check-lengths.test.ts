import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLength } from './check-lengths.ts';

const lines = (count: number) => 'a();\n'.repeat(count);

test('a file of more than 300 lines is found, with or without a line break at its end', () => {
  assert.equal(findLength('a.ts', lines(300)), undefined);
  assert.match(findLength('a.ts', lines(301)) ?? '', /^a\.ts has 301 lines/);
  assert.match(findLength('a.ts', `${lines(300)}b();`) ?? '', /^a\.ts has 301 lines/);
});

test('what is generated may be as long as it comes', () => {
  assert.equal(findLength('packages/client/src/generated/api.ts', lines(9000)), undefined);
});
