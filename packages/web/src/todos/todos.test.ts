import assert from 'node:assert/strict';
import type { Todo } from '@ringbinder/protocol';
import { test } from 'vitest';
import { dueStateOf } from '../design/due-state.ts';
import { fromDueFields, fromLocalField, toDueFields, toLocalField } from '../design/local-field.ts';
import { anchorAt, parseTodoNames, visibleTodos, withMoved } from './todos.ts';

const ada = { id: 'Uada', name: 'Ada' };
const todo = (id: number, fields: Partial<Todo> = {}): Todo => ({
  id,
  name: `T${id}`,
  description: '',
  completed: false,
  creator: ada,
  created_time: id,
  updated_time: id,
  ...fields,
});
const ids = (todos: readonly Todo[]) => todos.map(({ id }) => id);

test('[WORK-9] to-dos are shown open, one’s own or done, and what was just completed stays', () => {
  const todos = [
    todo(1, { assignee: ada }),
    todo(2, { completed: true, completed_time: 5 }),
    todo(3),
    todo(4, { completed: true, completed_time: 9 }),
  ];
  const show = (filter: 'open' | 'mine' | 'done', lingering: readonly number[] = []) =>
    ids(visibleTodos(todos, { filter, userId: ada.id, lingering: new Set(lingering) }));
  assert.deepEqual(show('open'), [1, 3]);
  assert.deepEqual(show('open', [2]), [1, 2, 3]);
  assert.deepEqual(show('mine'), [1]);
  assert.deepEqual(show('done'), [4, 2], 'the last one first');
});

test('[WORK-10] a to-do that is moved among those that are shown comes to its place in the whole list', () => {
  const all = [1, 2, 3, 4, 5].map((id) => todo(id));
  const visible = all.filter(({ id }) => id !== 2 && id !== 4);
  const move = (id: number, index: number) => ids(withMoved(all, id, anchorAt(all, { visible, id, index })));
  assert.deepEqual(move(5, 1), [1, 5, 2, 3, 4], 'behind the one that is shown before it');
  assert.deepEqual(move(5, 0), [5, 1, 2, 3, 4]);
  assert.deepEqual(move(1, 2), [2, 3, 4, 5, 1]);
  const later = all.filter(({ id }) => id > 2);
  const first = anchorAt(all, { visible: later, id: 5, index: 0 });
  assert.equal(first, 2, 'before the first that is shown, and behind what is hidden before it');
  assert.deepEqual(ids(withMoved(all, 9, 1)), [1, 2, 3, 4, 5]);
});

test('[WORK-9] a due date without a time is the end of its day', () => {
  const noon = new Date(2026, 10, 22, 12).getTime();
  const today = fromDueFields({ date: '2026-11-22', time: '' });
  assert.ok(today);
  assert.deepEqual(toDueFields(today), { date: '2026-11-22', time: '' });
  assert.equal(dueStateOf(today, noon), 'today');
  assert.equal(dueStateOf(today, new Date(2026, 10, 22, 23, 59, 30).getTime()), 'today');
  assert.equal(dueStateOf(today, new Date(2026, 10, 23).getTime()), 'overdue');
  const morning = fromDueFields({ date: '2026-11-22', time: '08:15' }) ?? 0;
  assert.deepEqual(toDueFields(morning), { date: '2026-11-22', time: '08:15' });
  assert.equal(dueStateOf(morning, noon), 'overdue');
  assert.equal(dueStateOf(morning + 5 * 86_400_000, noon), 'later');
  assert.equal(fromDueFields({ date: '', time: '08:15' }), undefined);
  assert.equal(fromLocalField('nothing'), undefined);
  assert.equal(fromLocalField(toLocalField(noon)), noon);
});

test('[WORK-9] each line of a text is a to-do, without its bullet, number or check box', () => {
  const text = '- Pay slips\r\n\n * Land register\n1. Notary\n[ ] Call\n- [x] Sign\n2) 3.5 % rate\n-5 °C';
  const names = ['Pay slips', 'Land register', 'Notary', 'Call', 'Sign', '3.5 % rate', '-5 °C'];
  assert.deepEqual(parseTodoNames(text), names);
});
