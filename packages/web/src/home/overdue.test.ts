import assert from 'node:assert/strict';
import type { HomeTodo } from '@ringbinder/protocol';
import { test } from 'vitest';
import { overdueOf, readOverdue } from './overdue.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const DAY_MS = 86_400_000;
const todos = (count: number, due_time: number) =>
  Array.from({ length: count }, () => ({ type: 'todo', todo: { due_time } }) as HomeTodo);

test('the badge counts overdue to-dos that are not loaded yet', async () => {
  const all = [...todos(45, NOW - DAY_MS), ...todos(5, NOW + DAY_MS)];
  const read = async (length: number) => all.slice(0, length);
  const counted = await readOverdue({ items: all.slice(0, 20), hasMore: true }, NOW, read);
  assert.equal(overdueOf(counted, NOW).length, 45);
});

test('the badge loads no more to-dos if some of the first are not overdue', () => {
  const items = [...todos(19, NOW - DAY_MS), ...todos(1, NOW + DAY_MS)];
  const read = () => assert.fail('loads more');
  assert.equal(readOverdue({ items, hasMore: true }, NOW, read), items);
  const few = items.slice(0, 5);
  assert.equal(readOverdue({ items: few, hasMore: false }, NOW, read), few);
});
