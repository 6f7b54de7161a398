import type { Transaction } from '../../../storage/database.ts';

/** What one step reads at the most, in bytes of JSON: a hundred binders' longest messages would be gigabytes. */
const MAX_BYTES = 4 * 1024 ** 2;

/** How far the log of a binder has become events of its bots, and how far it goes. */
export interface CursorRow extends Record<string, unknown> {
  binder_id: string;
  seq: number;
  latest: number;
}

/**
 * Locks the cursors of those of the binders whose log goes further, for this transaction alone. Those that another
 * process has taken are left out.
 */
export function lockCursors(tx: Transaction, binderIds: readonly string[]): Promise<CursorRow[]> {
  return tx.query<CursorRow>(
    `SELECT r.binder_id, r.seq, b.seq AS latest FROM bot_log_cursors r JOIN binders b ON b.id = r.binder_id
     WHERE r.binder_id = ANY($1) AND b.seq > r.seq ORDER BY r.binder_id FOR UPDATE OF r SKIP LOCKED`,
    [binderIds],
  );
}

/** A log entry with who caused it. */
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

/**
 * Entries behind the cursors, each log in its order: the first of every binder, then the second of every binder and so
 * on, so that a binder with a long log keeps no other one waiting. `limit` of each binder at the most, fewer when they
 * are long.
 */
export function readBehind(
  tx: Transaction,
  cursors: readonly CursorRow[],
  limit: number,
): Promise<EntryRow[]> {
  return tx.query<EntryRow>(
    `SELECT l.binder_id, l.seq, l.at, l.kind, l.body, l.actor_id,
       u.name AS actor_name, u.picture_url AS image_url, u.email, u.unique_id, u.is_bot
     FROM (
       SELECT l.*, l.seq - cursor.seq AS turn, sum(octet_length(l.body::text)) OVER (
         ORDER BY l.seq - cursor.seq, l.binder_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM unnest($1::text[], $2::bigint[]) AS cursor (binder_id, seq) CROSS JOIN LATERAL (
         SELECT * FROM binder_log WHERE binder_id = cursor.binder_id AND seq > cursor.seq ORDER BY seq LIMIT $3
       ) l
     ) l LEFT JOIN users u ON u.id = l.actor_id
     WHERE l.before IS NULL OR l.before < ${MAX_BYTES} ORDER BY l.turn, l.binder_id`,
    [cursors.map(({ binder_id }) => binder_id), cursors.map(({ seq }) => seq), limit],
  );
}

/** A bot that is installed in a binder. */
export interface InstallRow extends Record<string, unknown> {
  binder_id: string;
  user_id: string;
}

/** The bots in the binders, as of their cursors. */
export function findInstalls(tx: Transaction, binderIds: readonly string[]): Promise<InstallRow[]> {
  return tx.query<InstallRow>('SELECT binder_id, user_id FROM bot_installs WHERE binder_id = ANY($1)', [
    binderIds,
  ]);
}

/** A bot of an org. */
export interface BotRow extends Record<string, unknown> {
  user_id: string;
  name: string;
  client_id: string;
  org_id: string;
  /** The kinds of event it wants; null for all. */
  events: string[] | null;
}

/** Those of the users that are bots. */
export function findBots(tx: Transaction, userIds: readonly string[]): Promise<BotRow[]> {
  return tx.query<BotRow>(
    `SELECT o.user_id, u.name, o.client_id, o.org_id, b.events
     FROM org_bots o JOIN bots b ON b.client_id = o.client_id JOIN users u ON u.id = o.user_id
     WHERE o.user_id = ANY($1)`,
    [userIds],
  );
}

/** Moves cursors on to where the logs have been read. */
export async function advanceCursors(tx: Transaction, cursors: ReadonlyMap<string, number>): Promise<void> {
  await tx.query(
    `UPDATE bot_log_cursors r SET seq = moved.seq FROM unnest($1::text[], $2::bigint[]) AS moved (binder_id, seq)
     WHERE r.binder_id = moved.binder_id`,
    [[...cursors.keys()], [...cursors.values()]],
  );
}

/** Removes the cursors of binders whose bots have all gone. */
export async function deleteCursors(tx: Transaction, binderIds: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM bot_log_cursors WHERE binder_id = ANY($1)', [binderIds]);
}

/** Writes down which bots came into binders, and which went. */
export async function changeInstalls(
  tx: Transaction,
  change: { came: readonly (InstallRow & { at: number })[]; gone: readonly InstallRow[] },
): Promise<void> {
  const { came, gone } = change;
  await tx.query(
    `DELETE FROM bot_installs i USING unnest($1::text[], $2::text[]) AS gone (binder_id, user_id)
     WHERE i.binder_id = gone.binder_id AND i.user_id = gone.user_id`,
    [gone.map(({ binder_id }) => binder_id), gone.map(({ user_id }) => user_id)],
  );
  await tx.query(
    `INSERT INTO bot_installs (binder_id, user_id, installed_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])`,
    [came.map(({ binder_id }) => binder_id), came.map(({ user_id }) => user_id), came.map(({ at }) => at)],
  );
}

/** Binders with bots whose log goes further than it has become events, `limit` at the most. */
export async function findBehind(db: Pick<Transaction, 'query'>, limit: number): Promise<string[]> {
  const rows = await db.query<{ binder_id: string }>(
    `SELECT r.binder_id FROM bot_log_cursors r JOIN binders b ON b.id = r.binder_id WHERE b.seq > r.seq LIMIT $1`,
    [limit],
  );
  return rows.map(({ binder_id }) => binder_id);
}

/** Those of the binders that have bots, and whether their log goes further than it has become events. */
export function findBindersWithBots(
  db: Pick<Transaction, 'query'>,
  binderIds: readonly string[],
): Promise<{ binder_id: string; is_behind: boolean }[]> {
  return db.query<{ binder_id: string; is_behind: boolean }>(
    `SELECT r.binder_id, b.seq > r.seq AS is_behind FROM bot_log_cursors r JOIN binders b ON b.id = r.binder_id
     WHERE r.binder_id = ANY($1)`,
    [binderIds],
  );
}
