import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nameProblem, visibleName } from './visible-name.ts';

const BLANK = [
  ' ',
  '\t\n',
  '\u00a0',
  '\u200b',
  '\u200d\u2060',
  '\ufeff',
  '\u3000',
  '\u3164',
  '\u2800',
  '\u115f',
  '\u00ad',
  '\u{e0020}',
  '\u180e',
  '\ufe0f',
  '\ufffc',
  '\uffff',
  '\ufdd0',
  '\ud800',
  '\u{1d159}',
  '\u{13441}',
  '\u{13442}',
  '\u{e0041}',
  '\u{e0100}',
  '\u061c\u200e\u200f',
  '\uffa0\u1160',
];
const TURNED = ['a\u202eb', '\u202aa', '\u2066a\u2069', 'a\u2068'];

test('[HTTP-34] a name that nobody can see, or that turns the direction of writing, is none', () => {
  for (const name of BLANK) assert.equal(nameProblem(name), 'name_invisible', JSON.stringify(name));
  for (const name of TURNED) assert.equal(nameProblem(name), 'name_turns', JSON.stringify(name));
  for (const name of [
    '',
    'a',
    ' a ',
    '!',
    '🎉',
    '👩‍👩‍👧',
    'محمد\u200f',
    'می\u200cخواهم',
    '王',
    'e\u0301',
    '\ue000',
    '-',
  ])
    assert.equal(nameProblem(name), undefined, JSON.stringify(name));
});

test('[HTTP-34] of a name that another system gave, what can be shown is kept', () => {
  assert.equal(visibleName('Ann\u202e Berg'), 'Ann Berg');
  for (const name of BLANK) assert.equal(visibleName(name), '');
});
