import type { Database, Transaction } from '../../storage/database.ts';
import { IS_KEPT } from '../files/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface OldRow extends Record<string, unknown> {
  binder_id: string;
  actor_id: string;
  /** Content created before this time, in milliseconds since 1970, has expired. */
  before: number;
}

export function findOldMessages(db: Database, now: number, limit: number): Promise<OldRow[]> {
  return db.query<OldRow>(
    `SELECT b.id AS binder_id, b.owner_id AS actor_id, $1 - o.message_days * ${DAY_MS}::bigint AS before
     FROM orgs o JOIN binders b ON b.org_id = o.id AND b.deleted_at IS NULL
     WHERE o.message_days IS NOT NULL AND EXISTS (
       SELECT FROM messages m WHERE m.binder_id = b.id AND m.deleted_at IS NULL
         AND m.created_at < $1 - o.message_days * ${DAY_MS}::bigint
     ) LIMIT $2`,
    [now, limit],
  );
}

export async function findMessagesBefore(
  tx: Transaction,
  binderId: string,
  before: number,
  limit: number,
): Promise<{ id: number; thread_id: number | null }[]> {
  return tx.query<{ id: number; thread_id: number | null }>(
    `SELECT id, thread_id FROM messages WHERE binder_id = $1 AND deleted_at IS NULL AND created_at < $2 ORDER BY id LIMIT $3`,
    [binderId, before, limit],
  );
}

export function findOldFiles(
  db: Database,
  now: number,
  limit: number,
): Promise<(OldRow & { id: string; name: string })[]> {
  return db.query(
    `SELECT f.binder_id, f.id, f.name, b.owner_id AS actor_id, $1 - o.file_days * ${DAY_MS}::bigint AS before
     FROM orgs o JOIN binders b ON b.org_id = o.id AND b.deleted_at IS NULL
     JOIN files f ON f.binder_id = b.id AND ${IS_KEPT}
     WHERE o.file_days IS NOT NULL AND f.created_at < $1 - o.file_days * ${DAY_MS}::bigint
     ORDER BY f.created_at, f.id LIMIT $2`,
    [now, limit],
  );
}

export async function findNextOld(db: Database, now: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    `SELECT min(made.at + days * ${DAY_MS}::bigint + 1) AS at FROM orgs o
     CROSS JOIN LATERAL (VALUES ('messages', o.message_days), ('files', o.file_days)) AS kept (kind, days)
     CROSS JOIN LATERAL (
       SELECT m.created_at AS at FROM binders b JOIN messages m ON m.binder_id = b.id AND m.deleted_at IS NULL
       WHERE kind = 'messages' AND b.org_id = o.id AND b.deleted_at IS NULL
       UNION ALL
       SELECT f.created_at FROM binders b JOIN files f ON f.binder_id = b.id AND ${IS_KEPT}
       WHERE kind = 'files' AND b.org_id = o.id AND b.deleted_at IS NULL
     ) made
     WHERE days IS NOT NULL AND made.at + days * ${DAY_MS}::bigint + 1 > $1`,
    [now],
  );
  return row?.at ?? null;
}
