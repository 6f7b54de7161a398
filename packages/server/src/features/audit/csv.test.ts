import assert from 'node:assert/strict';
import { test } from 'vitest';
import { csvCell } from './csv.ts';

test.for([
  ['Ada', 'Ada'],
  ['Ada "Countess", Lovelace', '"Ada ""Countess"", Lovelace"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+2', "'=1+2"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
] as const)('[ORG-35] the cell %j is written as %j', ([value, written]) => {
  assert.equal(csvCell(value), written);
});
