import { binderMembership, type MembershipRow } from '../../access/index.ts';
import { entriesAfter, type StoredLogEntry } from '../../log/index.ts';
import type { Database } from '../../storage/database.ts';

export interface PositionRow extends MembershipRow {
  epoch: string;
  seq: number;
}

export async function findPosition(
  db: Database,
  binderId: string,
  userId: string,
): Promise<PositionRow | undefined> {
  const [row] = await db.query<PositionRow>(
    `WITH ${binderMembership} SELECT membership.role AS member_role, b.epoch, b.seq
     FROM membership JOIN binders b ON b.id = membership.id`,
    [binderId, userId],
  );
  return row;
}

export interface LogPart {
  epoch: string;
  entries: StoredLogEntry[];
}

/** Returns fewer entries than `limit` if the entries are long. */
export async function findLogPart(
  db: Database,
  binderId: string,
  after: number,
  limit: number,
): Promise<LogPart | undefined> {
  const rows = await db.query<{ epoch: string; seq: number | null }>(
    `SELECT b.epoch, e.* FROM binders b LEFT JOIN LATERAL (
       ${entriesAfter({ binderId: '$1', after: '$2', limit: '$3' })}
     ) e ON true WHERE b.id = $1 ORDER BY e.seq`,
    [binderId, after, limit],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const entries = rows.filter((row): row is typeof row & StoredLogEntry => row.seq !== null);
  return { epoch: first.epoch, entries };
}

export async function findUserName(db: Database, userId: string): Promise<string> {
  const [row] = await db.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [userId]);
  return row?.name ?? '';
}

export function findPictures(
  db: Database,
  binderIds: readonly string[],
): Promise<{ binder_id: string; user_id: string; picture_url: string }[]> {
  return db.query(
    `SELECT m.binder_id, m.user_id, u.picture_url FROM binder_members m JOIN users u ON u.id = m.user_id
     WHERE m.binder_id = ANY($1)`,
    [binderIds],
  );
}
