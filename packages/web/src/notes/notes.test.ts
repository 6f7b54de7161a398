import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, Selection } from 'prosemirror-state';
import { test } from 'vitest';
import { replaceBlocks } from '../chat/editor/replace-blocks.ts';
import { schema } from '../chat/editor/schema.ts';
import { changeBetween, withChange } from '../viewer/note-live.ts';
import { sourceOfBlock } from './block-sources.ts';
import { mergeTexts } from './merge.ts';
import { noteFormat } from './note-format.ts';
import { isUntitled, titleOf } from './note-title.ts';
import { documentOfNote } from './read-markdown.ts';
import {
  deleteColumn,
  deleteRow,
  deleteTable,
  fillCells,
  insertColumn,
  insertRow,
  insertTable,
  tableOfLines,
} from './tables.ts';
import { nextTask, tick, toggleTask } from './tasks.ts';
import { withTick } from './tick-task.ts';
import { noteOf } from './write-markdown.ts';

const markdownLine = fc.oneof(
  fc.constantFrom(
    '',
    '  ',
    '# Minutes',
    '- [x] Read',
    '* Signed',
    '  1. nested',
    '   continued',
    '> quoted',
    '```js',
    '```',
    '~~~~',
    '| Item | Price |',
    '|---|--:|',
    '| a \\| b | **1** |',
    '---',
    '***',
    '5. five',
    'a **b** _c_ ~~d~~ `e` [f](https://example.com/(g))',
    'https://example.com/file, and *more*',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n\f]/g, ' ')),
);
const source = fc.array(markdownLine, { maxLength: 14 }).map((lines) => lines.join('\n'));

const copyOf = (text: string) => schema.nodeFromJSON(documentOfNote(text).toJSON());
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

test('[PAGE-74] a note that is opened and not changed is the same text', () => {
  fc.assert(
    fc.property(source, (text) => {
      assert.equal(noteOf(documentOfNote(text)), text);
    }),
    { numRuns: 3_000 },
  );
});

test('[PAGE-74] one edited block leaves every other line as it was', () => {
  const before = '* one\n* two\n\n__bold__ and  spaces \n\n| a |b|\n|:-|-|\n|1|2\n\nlast';
  const state = EditorState.create({ doc: documentOfNote(before) });
  const typed = state.apply(state.tr.insertText('!', state.doc.content.size - 1));
  assert.equal(noteOf(typed.doc), `${before}!`);
  const inList = state.apply(state.tr.insertText('!', 6));
  assert.equal(noteOf(inList.doc), before.replace('* one\n* two', '- one!\n- two'));
});

test('[PAGE-74] what is written anew has the same words, and is read as the same document', () => {
  fc.assert(
    fc.property(source, (text) => {
      const written = noteOf(copyOf(text));
      // The characters of a fence and the numbers of a list may change.
      const words = (each: string) =>
        documentOfNote(each)
          .textBetween(0, documentOfNote(each).content.size, '\n')
          .replace(/[^\p{L}]/gu, '');
      assert.equal(words(written), words(text), JSON.stringify(written));
    }),
    { numRuns: 3_000 },
  );
  for (const text of [
    '# Minutes\n\nHeld on **Monday**, see [the file](https://example.com/file).\n\n- [x] Read\n- [ ] Sign\n  - soon\n\n3. c\n4. d',
    '| Item | Price |\n|---|--:|\n| Chairs | **120** |',
    '```js\nlet a = 1;\n```\n> quoted\n> again\n\n---\n_a_ ~~b~~ `c` https://example.com/d',
  ]) {
    assert.equal(noteOf(copyOf(text)), text);
  }
});

test('[PAGE-74] the blank line below a heading is no paragraph, and remains when the heading changes', () => {
  const before = '# One\n\n- a\n\n## Two\n\n\ntext\n\n### Three\n';
  const state = EditorState.create({ doc: documentOfNote(before) });
  assert.deepEqual(
    state.doc.children.map(({ type, textContent }) => textContent || type.name),
    ['One', 'a', 'paragraph', 'Two', 'paragraph', 'text', 'paragraph', 'Three', 'paragraph'],
  );
  assert.equal(noteOf(state.apply(state.tr.insertText('!', 4)).doc), before.replace('One', 'One!'));
});

test('[PAGE-74] a line with a bar above a rule does not become a table', () => {
  const written = noteOf(copyOf('|\n***\n!|A'));
  assert.equal(documentOfNote(written).textContent, '|!|A');
});

test('[PAGE-75] changes of different lines are merged, and those of one line are not', () => {
  const base = 'one\n\ntwo\n\nthree';
  assert.equal(mergeTexts(base, 'one!\n\ntwo\n\nthree', 'one\n\ntwo\n\nthree!'), 'one!\n\ntwo\n\nthree!');
  assert.equal(mergeTexts(base, `${base}\n\nmine`, `theirs\n\n${base}`), `theirs\n\n${base}\n\nmine`);
  assert.equal(mergeTexts(base, 'one!\n\ntwo\n\nthree', 'one?\n\ntwo\n\nthree'), undefined);
  assert.equal(mergeTexts(base, 'same', 'same'), 'same');
  assert.equal(mergeTexts('', 'mine', 'theirs'), undefined);
});

test('[PAGE-75] a merge loses no line of either side', () => {
  const lines = fc.array(fc.constantFrom<string>('a', 'b', 'c', '', 'd'), { maxLength: 12 });
  const edit = fc.tuple(fc.nat(12), fc.nat(2), fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }));
  fc.assert(
    fc.property(lines, edit, edit, (base, first, second) => {
      const apply = ([at, removed, added]: typeof first, mark: string) =>
        base.toSpliced(Math.min(at, base.length), removed, ...added.map((each) => each + mark));
      const [mine, theirs] = [apply(first, '1'), apply(second, '2')];
      const merged = mergeTexts(base.join('\n'), mine.join('\n'), theirs.join('\n'));
      if (merged === undefined) return;
      for (const line of [...mine, ...theirs])
        if (/[12]$/.test(line)) assert.ok(merged.split('\n').includes(line), merged);
    }),
    { numRuns: 5_000 },
  );
});

test('[PAGE-75] a note of the greatest length is merged within a second', () => {
  const base = Array.from({ length: 8_000 }, (_, line) => (line % 2 ? '' : `Line ${line % 50}`));
  const mine = base.toSpliced(10, 1, 'mine');
  const theirs = base.toSpliced(7_990, 1, 'theirs');
  const began = performance.now();
  const merged = mergeTexts(base.join('\n'), mine.join('\n'), theirs.join('\n'));
  const took = performance.now() - began;
  assert.ok(merged?.includes('mine') && merged.includes('theirs'));
  assert.ok(took < 5_000, `${took} ms`);
});

test('[PAGE-75] a text that others saved replaces only the blocks that differ, and undo does not take it back', () => {
  const state = EditorState.create({ doc: documentOfNote('one\n\ntwo\n\nthree') });
  const next = state.apply(replaceBlocks(state, documentOfNote('one\n\ntwo!\n\nthree'), noteOf));
  assert.equal(noteOf(next.doc), 'one\n\ntwo!\n\nthree');
  assert.equal(next.doc.child(0), state.doc.child(0));
  assert.equal(sourceOfBlock(next.doc.child(4)), 'three');
  assert.equal(lettersOf(next.doc.textContent), 'onetwothree');
});

test('[PAGE-74] a pasted numbered list loses its type, and nothing else', () => {
  const clean = (type: string) =>
    noteFormat.cleanMarkup?.(`<ol class="x"${type} start="3"><li>One</li></ol>`);
  for (const type of [' type=a', ' type="a"', " type='a'", ' TYPE="lower-roman"', ''])
    assert.equal(clean(type), '<ol class="x" start="3"><li>One</li></ol>');
});

/** Runs the commands one after the other, with the caret in the first cell at the beginning. */
function afterCommands(source: string, ...commands: Command[]): EditorState {
  const doc = documentOfNote(source);
  const plugins = [...noteFormat.plugins];
  let state = EditorState.create({ doc, plugins, selection: Selection.atStart(doc) });
  for (const command of commands)
    command(state, (transaction) => {
      state = state.apply(transaction);
    });
  return state;
}
const TABLE = '| a | b |\n| :-- | --- |\n| 1 | 2 |';

test('[PAGE-99] rows and columns are inserted at the caret and deleted, and columns keep their alignment', () => {
  const writtenAfter = (...commands: Command[]) => noteOf(afterCommands(TABLE, ...commands).doc);
  assert.equal(writtenAfter(insertRow(1)), '| a | b |\n| :-- | --- |\n|  |  |\n| 1 | 2 |');
  assert.equal(writtenAfter(insertRow(0)), '|  |  |\n| :-- | --- |\n| a | b |\n| 1 | 2 |');
  assert.equal(writtenAfter(insertColumn(1)), '| a |  | b |\n| :-- | --- | --- |\n| 1 |  | 2 |');
  assert.equal(writtenAfter(insertColumn(0)), '|  | a | b |\n| --- | :-- | --- |\n|  | 1 | 2 |');
  assert.equal(writtenAfter(deleteRow), '| 1 | 2 |\n| :-- | --- |');
  assert.equal(writtenAfter(deleteColumn), '| b |\n| --- |\n| 2 |');
  for (const commands of [[deleteTable], [deleteRow, deleteRow], [deleteColumn, deleteColumn]])
    assert.equal(writtenAfter(...commands), '');
});

test('[PAGE-99] an inserted table is read back as a table, with a line below it', () => {
  const { doc } = afterCommands('', insertTable);
  assert.deepEqual(
    documentOfNote(noteOf(doc)).children.map(({ type }) => type.name),
    ['table', 'paragraph'],
  );
  assert.equal(doc.firstChild?.childCount, 3);
});

test('[PAGE-74] a task is added, ticked and removed, and keeps its words', () => {
  const writtenAfter = (source: string, ...commands: Command[]) =>
    noteOf(afterCommands(source, ...commands).doc);
  assert.equal(writtenAfter('milk', toggleTask), '- [ ] milk');
  assert.equal(writtenAfter('- milk', toggleTask), '- [ ] milk');
  assert.equal(writtenAfter('- [ ] milk', tick), '- [x] milk');
  assert.equal(writtenAfter('- [x] milk', tick), '- [ ] milk');
  assert.equal(writtenAfter('- [x] milk', toggleTask), '- milk');
  assert.equal(writtenAfter('milk', tick), 'milk');
});

test('[PAGE-74] Enter begins the next task, and removes the box of an empty one', () => {
  const toEnd: Command = (state, dispatch) => {
    dispatch?.(state.tr.setSelection(Selection.atEnd(state.doc)));
    return true;
  };
  const after = (...commands: Command[]) => noteOf(afterCommands('- [x] milk', toEnd, ...commands).doc);
  assert.equal(after(nextTask), '- [x] milk\n- [ ] ');
  assert.equal(after(nextTask, nextTask), '- [x] milk\n- ');
});

test('[PAGE-74] a tick of the reader changes the box of its task only', () => {
  const note = '# [ ] none\n- [ ] a\n- b\n  1. [x] c\n\n---\n```\n- [ ] code\n```\n* [X] d [ ]';
  assert.equal(withTick(note, 0), note.replace('- [ ] a', '- [x] a'));
  assert.equal(withTick(note, 1), note.replace('[x] c', '[ ] c'));
  assert.equal(withTick(note, 2), note.replace('[X] d', '[ ] d'));
  assert.equal(withTick(note, 3), note);
});

test('[PAGE-100] lines with tabs become a table, and other text does not', () => {
  const cells = tableOfLines('Item\tPrice\r\nTea\t2\nMilk and | sugar\t\n');
  assert.equal(
    cells && noteOf(schema.node('doc', null, [cells])),
    '| Item | Price |\n| --- | --- |\n| Tea | 2 |\n| Milk and \\| sugar |  |',
  );
  assert.equal(tableOfLines('one\ttwo\nthree'), undefined);
});

test('[PAGE-100] a table that is pasted into a table fills its cells, and makes it larger', () => {
  const pasted = tableOfLines('x\ty\tz\n1\t2\t3\n4\t5\t6') as Node;
  const { doc } = afterCommands(TABLE, fillCells(pasted));
  assert.equal(noteOf(doc), '| x | y | z |\n| :-- | --- | --- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |');
});

test('[PAGE-101] the name of a note has the words of its first line', () => {
  const titles = {
    '\n\n## Plan for **May** \nrest': 'Plan for May',
    '- [x] buy `milk` at [the shop](https://example.com)': 'buy milk at the shop',
    '---\n| Item | Price |\n': 'Item | Price',
    '2. second': 'second',
    '2.5 times': '2.5 times',
    ' \n***\n': '',
  };
  for (const [source, title] of Object.entries(titles)) assert.equal(titleOf(source), title, source);
  assert.equal(titleOf('x'.repeat(300)).length, 80);
});

test('[PAGE-101] only names that the app gives count as none', () => {
  for (const name of ['Untitled', 'Untitled 2', 'Untitled 12']) assert.ok(isUntitled(name));
  for (const name of ['Untitled plan', 'Agenda', 'Untitled2x']) assert.ok(!isUntitled(name));
});

test('[PAGE-97] a change of unsaved text, applied to the saved text, is that text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '😁', 'é'), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const saved = { text: before, fileId: 'f1' };
      const change = changeBetween(saved, after);
      assert.equal(withChange(saved, change), after);
      assert.ok(change.text.isWellFormed());
      assert.equal(withChange({ ...saved, fileId: 'f2' }, change), before);
    }),
    { numRuns: 3_000 },
  );
});
