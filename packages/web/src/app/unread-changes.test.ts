import assert from 'node:assert/strict';
import type { BinderCard } from '@ringbinder/protocol';
import { test } from 'vitest';
import { countUnread, newMessageRemindersOf, newMessagesOf, newRemindersOf } from './unread-changes.ts';

const card = (id: string, change: object = {}) =>
  ({
    binder: { id },
    unread: 0,
    mentions: 0,
    is_muted: false,
    is_marked_unread: false,
    last_message: null,
    ...change,
  }) as unknown as BinderCard;
const message = (id: number, userId = 'Uother') => ({
  last_message: { id, user: { id: userId } },
  unread: 1,
});

test('a muted binder counts by the messages that name one', () => {
  assert.equal(countUnread([card('B1', { unread: 3 }), card('B2', { unread: 2 })]), 5);
  assert.equal(countUnread([card('B1', { unread: 3, is_muted: true })]), 0);
  assert.equal(
    countUnread([card('B1', { unread: 3, mentions: 1, is_muted: true }), card('B2', { unread: 2 })]),
    3,
  );
});

test('one is told of new messages of others, and of muted binders where they name one', () => {
  const before = [card('B1', message(4))];
  const mentioning = (after: BinderCard) =>
    newMessagesOf(before, [after], 'Ume').map(({ namesMe }) => namesMe);
  assert.deepEqual(newMessagesOf(before, before, 'Ume'), []);
  assert.deepEqual(mentioning(card('B1', message(5))), [false]);
  assert.deepEqual(mentioning(card('B1', message(4))), [], 'the same message');
  assert.deepEqual(mentioning(card('B1', message(5, 'Ume'))), [], 'one’s own');
  assert.deepEqual(mentioning(card('B1', { ...message(5), unread: 0 })), [], 'read elsewhere');
  assert.deepEqual(mentioning(card('B1', { ...message(5), mentions: 1 })), [true]);
  assert.deepEqual(mentioning(card('B1', { ...message(5), is_muted: true })), []);
  assert.deepEqual(mentioning(card('B1', { ...message(5), is_muted: true, mentions: 1 })), [true]);
  assert.deepEqual(mentioning(card('B2', message(1))), [false], 'a binder that is new');
});

test('one is reminded of a saved message once, and not of an earlier one again', () => {
  const saved = (id: number, remind_time: number) => card('B1', { reminded_message: { id, remind_time } });
  const count = (before: BinderCard, after: BinderCard) => newMessageRemindersOf([before], [after]).length;
  assert.equal(count(card('B1'), saved(1, 100)), 1);
  assert.equal(count(saved(1, 100), saved(1, 100)), 0);
  assert.equal(count(saved(1, 100), saved(2, 200)), 1);
  assert.equal(count(saved(2, 200), saved(1, 100)), 0, 'after the later one is done');
  assert.equal(count(card('B2'), saved(1, 100)), 0, 'a binder that was not in the list');
});

test('one is reminded of a meet once, and of none in a muted binder', () => {
  const meet = (key: string, more: object = {}) =>
    card('B1', { reminded_meet: { session_key: key }, ...more });
  assert.equal(newRemindersOf([card('B1')], [meet('1')]).length, 1);
  assert.equal(newRemindersOf([meet('1')], [meet('1')]).length, 0);
  assert.equal(newRemindersOf([meet('1')], [meet('2')]).length, 1);
  assert.equal(newRemindersOf([], [meet('1', { is_muted: true })]).length, 0);
  assert.equal(newRemindersOf([meet('1')], [card('B1')]).length, 0);
});
