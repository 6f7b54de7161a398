import type { File as BinderFile, Message, RealtimeEntry, Transaction } from '@ringbinder/protocol';
import type { VNode } from 'preact';

/** Messages, transactions and pages share one id counter. A file has the id of its first page. */
export type Item =
  | { type: 'message'; id: number; message: Message }
  | { type: 'transaction'; id: number; transaction: Transaction }
  | { type: 'file'; id: number; file: BinderFile };

export type Row =
  | { type: 'day'; key: string; at: number }
  | { type: 'unread'; key: string }
  | { type: 'line'; key: string; content: VNode }
  | { type: 'message'; key: string; id: number; message: Message; startsGroup: boolean }
  | { type: 'transaction'; key: string; id: number; transaction: Transaction }
  | { type: 'file'; key: string; id: number; file: BinderFile; startsGroup: boolean };

/**
 * Longest pause within a group of messages. Groups also end each half hour, so that the author stays visible.
 */
const GROUP_MS = 5 * 60_000;
const HALF_HOUR_MS = 30 * 60_000;

interface Range {
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

interface Beside {
  transactions: readonly Transaction[];
  files: readonly BinderFile[];
  pages: readonly { id: number; file_id: string }[];
}

export function itemsOf(
  { messages, hasOlder, hasNewer }: Range,
  { transactions, files, pages }: Beside,
): Item[] {
  const from = hasOlder ? (messages[0]?.id ?? Infinity) : 0;
  const to = hasNewer ? (messages.at(-1)?.id ?? 0) : Infinity;
  const items: Item[] = messages
    .filter(({ thread_only }) => !thread_only)
    .map((message) => ({ type: 'message', id: message.id, message }));
  for (const transaction of transactions)
    if (transaction.id > from && transaction.id < to)
      items.push({ type: 'transaction', id: transaction.id, transaction });
  const fileIds = new Set(messages.flatMap(({ file }) => (file ? [file.id] : [])));
  // Show a new version of a file at the position of the first version.
  const firstPages = firstPagesOf(pages, from, to);
  for (const file of files) {
    const id = firstPages.get(file.id);
    if (id === undefined || fileIds.has(file.id) || fileIds.has(file.first_version?.id ?? '')) continue;
    items.push({ type: 'file', id, file: { ...file, ...file.first_version, id: file.id } });
  }
  return items.sort((one, other) => one.id - other.id);
}

function firstPagesOf(pages: Beside['pages'], from: number, to: number): Map<string, number> {
  const first = new Map<string, number>();
  for (const { id, file_id } of pages) first.set(file_id, Math.min(id, first.get(file_id) ?? Infinity));
  for (const [file, id] of first) if (id <= from || id >= to) first.delete(file);
  return first;
}

export function timeOf(item: Item): number {
  switch (item.type) {
    case 'message':
      return item.message.created_time;
    case 'transaction':
      return item.transaction.created_time;
    case 'file':
      return item.file.created_time;
    default:
      return item satisfies never;
  }
}

export function firstUnread(
  messages: readonly Message[],
  readId: number,
  userId: string,
): number | undefined {
  return messages.find(({ id, user, thread_only }) => id > readId && user.id !== userId && !thread_only)?.id;
}

export function countPosted(
  entries: readonly Pick<RealtimeEntry, 'kind' | 'actor' | 'body'>[],
  userId: string,
): number {
  return entries.filter(
    ({ kind, actor, body }) => kind === 'message_posted' && actor.id !== userId && !('thread_only' in body),
  ).length;
}

export function rowsOf(
  items: readonly Item[],
  {
    previous,
    dayKey,
    unreadId,
  }: { previous?: Item | undefined; dayKey(at: number): string; unreadId?: number | undefined },
): Row[] {
  const rows: Row[] = [];
  let last = previous;
  for (const item of items) {
    const at = timeOf(item);
    const isNewDay = !last || dayKey(timeOf(last)) !== dayKey(at);
    if (isNewDay) rows.push({ type: 'day', key: `day ${dayKey(at)}`, at });
    const isUnread = unreadId !== undefined && item.id >= unreadId && (!last || last.id < unreadId);
    if (isUnread) rows.push({ type: 'unread', key: 'unread' });
    const key = String(item.id);
    if (item.type === 'transaction') rows.push({ ...item, key });
    else rows.push({ ...item, key, startsGroup: isNewDay || isUnread || !isTogether(last, item) });
    last = item;
  }
  return rows;
}

function isTogether(last: Item | undefined, item: Exclude<Item, { type: 'transaction' }>): boolean {
  const [before, at] = [last ? timeOf(last) : 0, timeOf(item)];
  if (at - before >= GROUP_MS || halfHourOf(at) !== halfHourOf(before)) return false;
  if (item.type === 'file') return last?.type === 'file' && last.file.user.id === item.file.user.id;
  const { user, reply_to, is_feed } = item.message;
  return (
    last?.type === 'message' &&
    last.message.is_feed === is_feed &&
    last.message.user.id === user.id &&
    reply_to === undefined
  );
}

const halfHourOf = (at: number) => Math.floor(at / HALF_HOUR_MS);
