import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isCsv, MAX_ROWS, readCsv } from './csv.ts';

test('[VIEW-36] the delimiter of a table is detected, and quoted cells may contain it, quotes and line breaks', () => {
  const cases: [string, string[][]][] = [
    [
      'Name;Umsatz\nMüller;1.234,50\nMeier;12,00\n',
      [
        ['Name', 'Umsatz'],
        ['Müller', '1.234,50'],
        ['Meier', '12,00'],
      ],
    ],
    [
      'a,b\n"1, ""one""","two\nlines"\n\n,\n',
      [
        ['a', 'b'],
        ['1, "one"', 'two\nlines'],
        ['', ''],
      ],
    ],
    [
      'a\tb\n1,5\t2,5',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    ['sep=|\na;b|c\n', [['a;b', 'c']]],
    ['one\ntwo', [['one'], ['two']]],
    ['"never closed', [['never closed']]],
    ['', []],
  ];
  for (const [written, rows] of cases) assert.deepEqual(readCsv(written).rows, rows, written);
});

test('[VIEW-36] the first rows of a long table are read, and the others counted', () => {
  const { rows, total } = readCsv('x,y\n'.repeat(MAX_ROWS + 5));
  assert.deepEqual([rows.length, total], [MAX_ROWS, MAX_ROWS + 5]);
});

test('[VIEW-36] a text with tabs in equal rows is a table, other texts are not', () => {
  assert.ok(isCsv('Export.CSV', ''));
  assert.ok(isCsv('Unicode.txt', 'a\tb\tc\n1\t2\t3\n'));
  assert.ok(!isCsv('letter.txt', 'Dear Ada,\n\n\tthank you\n'));
  assert.ok(!isCsv('notes.md', 'a\tb\tc\n1\t2\t3\n'));
});
