import assert from 'node:assert/strict';
import type { Message, Transaction } from '@ringbinder/protocol';
import { test } from 'vitest';
import { countPosted, firstUnread, itemsOf, type Row, rowsOf } from './rows.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 22, 12);
const message = (id: number, user: string, at: number, more: Partial<Message> = {}): Message => ({
  id,
  text: `m${id}`,
  user: { id: user, name: user },
  created_time: at,
  updated_time: at,
  ...more,
});
const NOTHING = { transactions: [], files: [], pages: [] };
const dayKey = (at: number) => new Date(at).toISOString().slice(0, 10);
const all = (messages: readonly Message[]) =>
  itemsOf({ messages, hasOlder: false, hasNewer: false }, NOTHING);
const summaries = (rows: readonly Row[]) =>
  rows
    .map((row) => (row.type === 'message' ? `${row.startsGroup ? '+' : ''}${row.id}` : row.key))
    .join(' | ');

test('[CHAT-2] messages of one author within five minutes stand under one name', () => {
  const rows = rowsOf(
    all([
      message(1, 'ada', NOON),
      message(2, 'ada', NOON + MINUTE),
      message(3, 'ben', NOON + 2 * MINUTE),
      message(4, 'ada', NOON + 3 * MINUTE),
      message(5, 'ada', NOON + 9 * MINUTE),
      message(6, 'ada', NOON + 10 * MINUTE, { reply_to: { binder: { comment_id: 3 } } }),
    ]),
    { dayKey },
  );
  assert.equal(summaries(rows), 'day 2026-11-22 | +1 | 2 | +3 | +4 | +5 | +6');
});

test('[CHAT-2] files that one person adds within five minutes stand under one name', () => {
  const file = (id: string, user: string, at: number) =>
    ({ id, user: { id: user, name: user }, created_time: at }) as never;
  const files = [
    file('F1', 'ada', NOON),
    file('F2', 'ada', NOON + MINUTE),
    file('F3', 'ben', NOON + MINUTE),
    file('F4', 'ben', NOON + 7 * MINUTE),
  ];
  const pages = [1, 2, 3, 5].map((id, index) => ({ id, file_id: `F${index + 1}` }));
  const messages = [message(4, 'ben', NOON + 2 * MINUTE)];
  const items = itemsOf({ messages, hasOlder: false, hasNewer: false }, { ...NOTHING, files, pages });
  const starts = rowsOf(items, { dayKey }).map((row) => ('startsGroup' in row ? row.startsGroup : row.type));
  assert.deepEqual(starts, ['day', true, false, true, true, true]);
});

test('[CHAT-2] who talks on and on is named again each half hour', () => {
  const talk = Array.from({ length: 70 }, (_, index) => message(index + 1, 'ada', NOON + index * MINUTE));
  const named = rowsOf(all(talk), { dayKey }).filter((row) => row.type === 'message' && row.startsGroup);
  assert.deepEqual(
    named.map(({ key }) => key),
    ['1', '31', '61'],
  );
});

test('[CHAT-2] each day begins with its line, also where a part of the list begins', () => {
  const items = all([
    message(1, 'ada', NOON),
    message(2, 'ada', NOON + MINUTE),
    message(3, 'ada', NOON + DAY),
  ]);
  assert.equal(summaries(rowsOf(items, { dayKey })), 'day 2026-11-22 | +1 | 2 | day 2026-11-23 | +3');
  assert.equal(summaries(rowsOf(items.slice(1), { dayKey, previous: items[0] })), '2 | day 2026-11-23 | +3');
});

test('[CHAT-1] the line of what is unread stands before the first message of others behind the mark', () => {
  const messages = [
    message(1, 'ben', NOON),
    message(2, 'ada', NOON),
    message(3, 'ben', NOON),
    message(4, 'ben', NOON),
  ];
  assert.equal(firstUnread(messages, 1, 'ada'), 3);
  assert.equal(firstUnread(messages, 4, 'ada'), undefined);
  const rows = rowsOf(all(messages), { dayKey, unreadId: 3 });
  assert.equal(summaries(rows), 'day 2026-11-22 | +1 | +2 | unread | +3 | 4');
  const without = all(messages.filter(({ id }) => id !== 3));
  assert.equal(summaries(rowsOf(without, { dayKey, unreadId: 3 })), 'day 2026-11-22 | +1 | +2 | unread | +4');
});

test('[CHAT-1] what came since the end was seen are messages of others, not one’s own, and nothing else', () => {
  const entry = (kind: string, id: string) => ({ kind, actor: { id, name: id }, body: {} });
  const entries = [
    entry('message_posted', 'ben'),
    entry('message_posted', 'ada'),
    entry('message_updated', 'ben'),
    entry('message_deleted', 'ben'),
    entry('message_posted', 'carl'),
  ];
  assert.equal(countPosted(entries, 'ada'), 2);
  assert.equal(countPosted(entries, 'dora'), 3);
  assert.equal(countPosted([], 'ada'), 0);
  assert.equal(countPosted([{ ...entry('message_posted', 'ben'), body: { thread_only: true } }], 'ada'), 0);
});

test('[CHAT-12] transactions stand where they were made, as far as messages around them are held', () => {
  const transaction = (id: number) => ({ id, created_time: NOON }) as Transaction;
  const messages = [message(5, 'ada', NOON), message(9, 'ada', NOON)];
  const transactions = [transaction(2), transaction(7), transaction(12)];
  const ids = (hasOlder: boolean, hasNewer: boolean) =>
    itemsOf({ messages, hasOlder, hasNewer }, { ...NOTHING, transactions }).map(({ id }) => id);
  assert.deepEqual(ids(false, false), [2, 5, 7, 9, 12]);
  assert.deepEqual(ids(true, true), [5, 7, 9]);
  const rows = rowsOf(itemsOf({ messages, hasOlder: false, hasNewer: false }, { ...NOTHING, transactions }), {
    dayKey,
  });
  assert.equal(summaries(rows), 'day 2026-11-22 | 2 | +5 | 7 | +9 | 12');
});

test('[CHAT-25] a reply that stays in its thread is not in the chat, and neither is its file', () => {
  const reply = { thread_id: 5, thread_only: true } as const;
  const messages = [
    message(5, 'ada', NOON),
    message(7, 'ben', NOON, { ...reply, file: { id: 'F1', name: 'x', mime_type: 'x' } }),
    message(8, 'ben', NOON),
  ];
  const beside = {
    ...NOTHING,
    files: [{ id: 'F1', created_time: NOON } as never],
    pages: [{ id: 6, file_id: 'F1' }],
  };
  const items = itemsOf({ messages, hasOlder: false, hasNewer: false }, beside);
  assert.deepEqual(
    items.map(({ id }) => id),
    [5, 8],
  );
  assert.equal(firstUnread(messages, 5, 'ada'), 8);
});

test('[VIEW-19] a replaced document stands where it was added, with its first author, unless it came with a message', () => {
  const first = (id: string) => ({ id, user: { id: 'ada', name: 'ada' }, created_time: NOON });
  const file = (id: string, of: string) =>
    ({
      id,
      name: 'new',
      user: { id: 'ben', name: 'ben' },
      created_time: NOON + MINUTE,
      first_version: first(of),
    }) as never;
  const messages = [message(5, 'ada', NOON, { file: { id: 'F1', name: 'x', mime_type: 'x' } })];
  const pages = [
    { id: 3, file_id: 'F3' },
    { id: 6, file_id: 'F4' },
  ];
  const beside = { ...NOTHING, files: [file('F3', 'F2'), file('F4', 'F1')], pages };
  const [shown, ...others] = itemsOf({ messages, hasOlder: false, hasNewer: false }, beside);
  assert.deepEqual(
    others.map(({ type }) => type),
    ['message'],
  );
  assert.ok(shown?.type === 'file');
  const { id, name, user, created_time } = shown.file;
  assert.deepEqual([id, name, user.id, created_time], ['F3', 'new', 'ada', NOON]);
});

test('[CHAT-9] a file stands at its first page, unless it came with a message', () => {
  const file = (id: string) => ({ id, created_time: NOON }) as never;
  const messages = [
    message(5, 'ada', NOON),
    message(9, 'ada', NOON, { file: { id: 'F2', name: 'x', mime_type: 'x' } }),
  ];
  const pages = [
    { id: 7, file_id: 'F1' },
    { id: 6, file_id: 'F1' },
    { id: 8, file_id: 'F2' },
    { id: 3, file_id: 'F3' },
    { id: 4, file_id: '' },
  ];
  const beside = { transactions: [], files: ['F1', 'F2', 'F3'].map(file), pages };
  const summariesOf = (hasOlder: boolean) =>
    itemsOf({ messages, hasOlder, hasNewer: false }, beside).map(({ type, id }) => `${type} ${id}`);
  assert.deepEqual(summariesOf(true), ['message 5', 'file 6', 'message 9']);
  assert.deepEqual(summariesOf(false), ['file 3', 'message 5', 'file 6', 'message 9']);
});
