import assert from 'node:assert/strict';
import { test } from 'vitest';
import { blocksOf } from './blocks.ts';

test('[VIEW-16] Markdown is read as people write it: lines stay lines, and lists go on', () => {
  const text =
    '# Title\nfirst\nsecond\n\n- a\n  more of a\n    - b\n\n- [x] c\n1) one\n2) two\n> said\n> again\n```js\n# no heading\n```\n***\nend';
  const item = (depth: number, lines: string[], isDone?: boolean) => ({ depth, isDone, lines });
  assert.deepEqual(blocksOf(text), [
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', lines: ['first', 'second'] },
    {
      kind: 'list',
      isOrdered: false,
      start: 1,
      items: [item(0, ['a', 'more of a']), item(2, ['b']), item(0, ['c'], true)],
    },
    { kind: 'list', isOrdered: true, start: 1, items: [item(0, ['one']), item(0, ['two'])] },
    { kind: 'quote', lines: ['said', 'again'] },
    { kind: 'code', lines: ['# no heading'] },
    { kind: 'rule' },
    { kind: 'paragraph', lines: ['end'] },
  ]);
  const table = '| Item | Price |\n|:-----|------:|\n| a \\| b | **5** |\n| c\nend';
  assert.deepEqual(blocksOf(`before\n${table}`), [
    { kind: 'paragraph', lines: ['before'] },
    {
      kind: 'table',
      head: ['Item', 'Price'],
      align: ['left', 'right'],
      rows: [['a | b', '**5**'], ['c']],
    },
    { kind: 'paragraph', lines: ['end'] },
  ]);
  assert.deepEqual(blocksOf('a | b\n--- | :-:\n1 | 2 | 3\n\nend'), [
    { kind: 'table', head: ['a', 'b'], align: [undefined, 'center'], rows: [['1', '2']] },
    { kind: 'paragraph', lines: ['end'] },
  ]);
  assert.deepEqual(blocksOf('a | b\n--- | --- | ---'), [
    { kind: 'paragraph', lines: ['a | b', '--- | --- | ---'] },
  ]);
  assert.deepEqual(blocksOf('#no\n-no\n~~~\nrest'), [
    { kind: 'paragraph', lines: ['#no', '-no'] },
    { kind: 'code', lines: ['rest'] },
  ]);
  const before = process.threadCpuUsage();
  blocksOf(`${'* '.repeat(100_000)}\n# ${' '.repeat(100_000)}x\n${' '.repeat(100_000)}y`);
  blocksOf(`${'|a'.repeat(50_000)}\n${'|-'.repeat(50_000)}\n${'|\n'.repeat(100_000)}`);
  assert.ok(process.threadCpuUsage(before).user < 1_000_000, 'no text takes long');
});
