import { type LogRange, rangeColumns, unreadEntries } from '../../../log/index.ts';
import type { Transaction } from '../../../storage/database.ts';

/** A thousand messages of maximum length would be hundreds of megabytes. */
const MAX_BYTES = 4 * 1024 ** 2;

export interface EntryRow extends Record<string, unknown> {
  binder_id: string;
  seq: number;
  at: number;
  kind: string;
  body: Record<string, unknown>;
  actor_id: string;
  actor_name: string | null;
  image_url: string | null;
  email: string | null;
  unique_id: string | null;
  is_bot: boolean | null;
}

/** Alternates between ranges, so that a long log does not delay other binders. */
export function readEntries(tx: Transaction, ranges: readonly LogRange[]): Promise<EntryRow[]> {
  return tx.query<EntryRow>(
    `SELECT l.binder_id, l.seq, l.at, l.kind, l.body, l.actor_id,
       u.name AS actor_name, u.picture_url AS image_url, u.email, u.unique_id, u.is_bot
     FROM (
       SELECT l.*, l.seq - unread.start AS turn, sum(octet_length(l.body::text)) OVER (
         ORDER BY l.seq - unread.start, l.binder_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM ${unreadEntries}
     ) l LEFT JOIN users u ON u.id = l.actor_id
     WHERE l.before IS NULL OR l.before < ${MAX_BYTES} ORDER BY l.turn, l.binder_id`,
    rangeColumns(ranges),
  );
}

export interface InstallRow extends Record<string, unknown> {
  binder_id: string;
  user_id: string;
}

export function findInstalls(tx: Transaction, binderIds: readonly string[]): Promise<InstallRow[]> {
  return tx.query<InstallRow>('SELECT binder_id, user_id FROM bot_installs WHERE binder_id = ANY($1)', [
    binderIds,
  ]);
}

export interface BotRow extends Record<string, unknown> {
  user_id: string;
  name: string;
  client_id: string;
  org_id: string;
  events: string[] | null;
}

export function findBots(tx: Transaction, userIds: readonly string[]): Promise<BotRow[]> {
  return tx.query<BotRow>(
    `SELECT o.user_id, u.name, o.client_id, o.org_id, b.events
     FROM org_bots o JOIN bots b ON b.client_id = o.client_id JOIN users u ON u.id = o.user_id
     WHERE o.user_id = ANY($1)`,
    [userIds],
  );
}

export async function deleteCursors(
  tx: Transaction,
  ends: readonly { binderId: string; seq: number }[],
): Promise<void> {
  // A transaction that adds a bot waits for this DELETE, and then creates a new cursor.
  await tx.query(
    `DELETE FROM log_cursors c USING unnest($1::text[], $2::bigint[]) AS ended (binder_id, seq), binders b
     WHERE c.consumer = 'bots' AND c.binder_id = ended.binder_id AND b.id = ended.binder_id AND b.seq = ended.seq`,
    [ends.map(({ binderId }) => binderId), ends.map(({ seq }) => seq)],
  );
}

export async function changeInstalls(
  tx: Transaction,
  change: { added: readonly (InstallRow & { at: number })[]; removed: readonly InstallRow[] },
): Promise<void> {
  const { added, removed } = change;
  await tx.query(
    `DELETE FROM bot_installs i USING unnest($1::text[], $2::text[]) AS gone (binder_id, user_id)
     WHERE i.binder_id = gone.binder_id AND i.user_id = gone.user_id`,
    [removed.map(({ binder_id }) => binder_id), removed.map(({ user_id }) => user_id)],
  );
  await tx.query(
    `INSERT INTO bot_installs (binder_id, user_id, installed_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])`,
    [added.map(({ binder_id }) => binder_id), added.map(({ user_id }) => user_id), added.map(({ at }) => at)],
  );
}
