import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';

export interface DelegationRow extends Record<string, unknown> {
  id: number;
  user_id: string;
  user_name: string;
  delegate_id: string;
  delegate_name: string;
  creator_id: string;
  creator_name: string;
  starts_at: number;
  ends_at: number;
  created_at: number;
}

const select = (of: string) => `
  SELECT d.id, d.user_id, u.name AS user_name, d.delegate_id, p.name AS delegate_name, d.starts_at, d.ends_at, d.created_at,
    d.created_by AS creator_id, coalesce(creator.name, '') AS creator_name
  FROM ${of} d JOIN users u ON u.id = d.user_id JOIN users p ON p.id = d.delegate_id LEFT JOIN users creator ON creator.id = d.created_by`;

const MAX_LISTED = 1_000;

export function findDelegations(db: Database, userId: string, now: number): Promise<DelegationRow[]> {
  return db.query<DelegationRow>(
    `${select('delegations')} WHERE (d.user_id = $1 OR d.delegate_id = $1) AND d.ends_at > $2::bigint
     ORDER BY (d.user_id = $1) DESC, d.starts_at, d.id LIMIT ${MAX_LISTED}`,
    [userId, now],
  );
}

export function canBeDelegate(tx: Transaction, orgId: string, delegateId: string): Promise<boolean> {
  return hasRow(
    tx,
    'SELECT FROM users WHERE id = $1 AND org_id = $2 AND NOT is_bot AND disabled_at IS NULL',
    [delegateId, orgId],
  );
}

export interface NewDelegation {
  userId: string;
  delegateId: string;
  startsAt: number;
  endsAt: number;
  createdBy: string;
  at: number;
}

/** Per person. Each creation adds entries to the permanent logs of binders. */
export const MAX_PER_DAY = 20;
export const DAY_MS = 24 * 60 * 60 * 1000;

interface Obstacles extends Record<string, unknown> {
  count: number;
  /** Time of the oldest of the last `MAX_PER_DAY` creations. Null if it is more than a day ago. */
  busy_since: number | null;
  overlaps: boolean;
  is_circle: boolean;
}

export async function findObstacles(
  tx: Transaction,
  { userId, delegateId, startsAt, endsAt, at }: NewDelegation,
): Promise<Obstacles> {
  const row = await first<Obstacles>(
    tx,
    `WITH RECURSIVE meanwhile AS (
       SELECT user_id, delegate_id FROM delegations WHERE starts_at < $4::bigint AND ends_at > $3::bigint
     ), chain AS (
       SELECT $2::text AS id UNION
       SELECT m.delegate_id FROM chain JOIN meanwhile m ON m.user_id = chain.id
     )
     SELECT (SELECT count(*) FROM delegations WHERE user_id = $1 AND ends_at > $5::bigint) AS count,
       (SELECT at FROM audit_entries WHERE action = 'delegation.create' AND target = $1 AND at > $5::bigint - ${DAY_MS}
        ORDER BY at DESC OFFSET ${MAX_PER_DAY - 1} LIMIT 1) AS busy_since,
       EXISTS (SELECT FROM meanwhile WHERE user_id = $1) AS overlaps,
       EXISTS (SELECT FROM chain WHERE id = $1) AS is_circle`,
    [userId, delegateId, startsAt, endsAt, at],
  );
  return row ?? { count: 0, busy_since: null, overlaps: false, is_circle: false };
}

export async function insertDelegation(tx: Transaction, delegation: NewDelegation): Promise<DelegationRow> {
  const { userId, delegateId, startsAt, endsAt, createdBy, at } = delegation;
  const [row] = await tx.query<DelegationRow>(
    `WITH inserted AS (
       INSERT INTO delegations (user_id, delegate_id, starts_at, ends_at, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING *
     ) ${select('inserted')}`,
    [userId, delegateId, startsAt, endsAt, createdBy, at],
  );
  if (!row) throw new Error('the delegation was not inserted');
  return row;
}

/** Waits for concurrent presses that use the delegation. */
export function deleteDelegation(
  tx: Transaction,
  userId: string,
  id: number,
): Promise<{ delegate_id: string } | undefined> {
  return first<{ delegate_id: string }>(
    tx,
    'DELETE FROM delegations WHERE id = $1 AND user_id = $2 RETURNING delegate_id',
    [id, userId],
  );
}

export async function deleteEndedDelegations(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM delegations WHERE ends_at <= $1', [now]);
}

export function findPerson(
  db: Database,
  orgId: string,
  userId: string,
): Promise<{ is_bot: boolean } | undefined> {
  return first<{ is_bot: boolean }>(db, 'SELECT is_bot FROM users WHERE id = $1 AND org_id = $2', [
    userId,
    orgId,
  ]);
}
