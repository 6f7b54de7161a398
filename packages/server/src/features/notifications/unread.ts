import type { Notification } from '@ringbinder/protocol';
import type { Database } from '../../storage/database.ts';
import { presentNotification } from './present.ts';
import { findUnmailedRows, findUnreadOfBinder } from './queries.ts';
import { findRecipient, type Recipient } from './settings.ts';

export interface UnreadNotification {
  item: Notification;
  activityId: number;
}

export async function findUnread(
  db: Database,
  userId: string,
  binderId: string,
  now: number,
): Promise<{ recipient: Recipient; unread: UnreadNotification[] }> {
  const [recipient, rows] = await Promise.all([
    findRecipient(db, userId, now, binderId),
    findUnreadOfBinder(db, userId, binderId, now),
  ]);
  const unread = rows.map((row) => ({ item: presentNotification(row), activityId: row.id }));
  return { recipient, unread: unread.toSorted((a, b) => rankOf(a.item) - rankOf(b.item)) };
}

const FIRST: readonly Notification['type'][] = [
  'meet_started',
  'meet_missed',
  'mention',
  'approval_waiting',
  'reply',
];

function rankOf({ type }: Notification): number {
  if (type === 'messages') return FIRST.length + 1;
  const place = FIRST.indexOf(type);
  return place < 0 ? FIRST.length : place;
}

export interface UnmailedNotification extends UnreadNotification {
  isMuted: boolean;
}

export async function findUnmailed(
  db: Database,
  userId: string,
  since: number,
  now: number,
): Promise<UnmailedNotification[]> {
  const rows = await findUnmailedRows(db, userId, since, now);
  return rows
    .map((row) => ({ item: presentNotification(row), activityId: row.id, isMuted: row.is_muted }))
    .toSorted((a, b) => rankOf(a.item) - rankOf(b.item));
}
