import assert from 'node:assert/strict';
import type { BinderCard } from '@ringbinder/protocol';
import { test } from 'vitest';
import { type Filter, isUnread, type Row, rowsOf, type View } from './rows.ts';

const card = (id: string, fields: Partial<BinderCard> & { conversation?: boolean } = {}): BinderCard =>
  ({
    binder: { id, name: id, conversation: fields.conversation ?? false },
    unread: 0,
    mentions: 0,
    is_muted: false,
    is_favourite: false,
    category_id: null,
    ...fields,
  }) as BinderCard;
const view = (fields: Partial<View> = {}): View => ({
  filter: 'all',
  categories: [],
  collapsed: new Set(),
  ...fields,
});
const summaries = (rows: readonly Row[]) =>
  rows.map((row) => (row.kind === 'binder' ? row.card.binder.id : `# ${row.name ?? row.group}`)).join(' ');

const CATEGORIES = [
  { id: 1, name: 'Loans' },
  { id: 2, name: 'Empty' },
];
const CARDS = [
  card('a', { unread: 2, category_id: 1 }),
  card('b', { conversation: true }),
  card('c', { is_favourite: true, category_id: 1 }),
  card('d', { unread: 1, is_muted: true }),
  card('e', { unread: 3, mentions: 1, is_muted: true, category_id: 9 }),
];

test('[APP-44] archived binders are in a group at the end, which is collapsed, and in no filter', () => {
  const cards = [card('a'), card('b', { is_archived: true, is_favourite: true }), card('c', { unread: 1 })];
  assert.equal(summaries(rowsOf(cards, view())), 'a c # archived');
  assert.equal(summaries(rowsOf(cards, view({ collapsed: new Set(['archived']) }))), 'a c # archived b');
  assert.equal(
    summaries(rowsOf(cards, view({ categories: CATEGORIES }))),
    '# Loans # Empty # other a c # archived',
  );
  assert.equal(summaries(rowsOf(cards, view({ filter: 'favourites' }))), '');
});

test('[APP-6] a binder to which the user was added is unread unless it is muted', () => {
  assert.equal(isUnread(card('new', { invitation_id: '1' })), true);
  assert.equal(isUnread(card('new', { invitation_id: '1', is_muted: true })), false);
});

test('[APP-5] binders are in groups: favourites, the categories by name, and the rest', () => {
  const rows = rowsOf(CARDS, view({ categories: CATEGORIES }));
  assert.equal(summaries(rows), '# favourites c # Loans a # Empty # other b d e');
  assert.deepEqual(
    rows.flatMap((row) => (row.kind === 'group' ? [[row.count, row.unread]] : [])),
    [
      [1, 0],
      [1, 1],
      [0, 0],
      [3, 1],
    ],
  );
  const collapsed = new Set<number | 'other'>([1, 'other']);
  assert.equal(
    summaries(rowsOf(CARDS, view({ categories: CATEGORIES, collapsed }))),
    '# favourites c # Loans # Empty # other',
  );
  assert.equal(summaries(rowsOf([card('x'), card('y')], view())), 'x y', 'one group needs no name');
});

test('[APP-5] a filter shows what fits in one list; what is open stays among the unread', () => {
  const visible = (filter: Filter, openId?: string) =>
    summaries(rowsOf(CARDS, view({ categories: CATEGORIES, filter, ...(openId && { openId }) })));
  assert.equal(visible('unread'), 'a e');
  assert.equal(visible('unread', 'b'), 'a b e');
  assert.equal(visible('direct'), 'b');
  assert.equal(visible('favourites'), 'c');
});

test('[APP-7] a muted binder is unread only where it names one', () => {
  assert.deepEqual(CARDS.map(isUnread), [true, false, false, false, true]);
});
