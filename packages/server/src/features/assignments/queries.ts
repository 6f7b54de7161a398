import { isAwaited, isAwaitedByName, unavailableBecause } from '../../access/index.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';

/** `left`: no longer a member. `disabled`: the account or its org is disabled. */
export type Unavailable = 'left' | 'disabled';

export interface Assignment extends Record<string, unknown> {
  kind: 'step' | 'todo';
  id: number;
  transaction_id: number | null;
  title: string;
  creator_id: string;
}

export function findAssignments(db: Database, binderId: string, userId: string): Promise<Assignment[]> {
  return db.query<Assignment>(
    `SELECT 'step' AS kind, s.id, t.id AS transaction_id, t.title, t.creator_id
     FROM transaction_steps s JOIN transactions t ON t.binder_id = $1 AND t.id = s.transaction_id
     WHERE s.binder_id = $1 AND ${isAwaitedByName('s', '$2')} AND s.completed_at IS NULL AND t.outcome IS NULL AND t.deleted_at IS NULL
     UNION ALL
     SELECT 'todo', d.id, NULL, d.name, d.creator_id FROM todos d
     WHERE d.binder_id = $1 AND d.assignee_id = $2 AND d.completed_at IS NULL AND d.deleted_at IS NULL
     ORDER BY id`,
    [binderId, userId],
  );
}

export function findCurrentSteps(
  db: Database,
  binderId: string,
  userId: string,
): Promise<{ id: number; transaction_id: number }[]> {
  return db.query<{ id: number; transaction_id: number }>(
    `SELECT DISTINCT ON (t.id) s.id, t.id AS transaction_id
     FROM transaction_steps s JOIN transactions t ON t.binder_id = $1 AND t.id = s.transaction_id
     WHERE s.binder_id = $1 AND ${isAwaited('s', '$2')} AND s.completed_at IS NULL
       AND t.is_active AND t.outcome IS NULL AND t.deleted_at IS NULL AND NOT EXISTS (
         SELECT FROM transaction_steps earlier WHERE earlier.binder_id = $1 AND earlier.transaction_id = t.id
           AND earlier.order_number < s.order_number AND earlier.completed_at IS NULL)
     ORDER BY t.id, s.id`,
    [binderId, userId],
  );
}

export interface AssigneeState extends Record<string, unknown> {
  name: string;
  unavailable: Unavailable | null;
}

export function findAssignee(
  db: Database,
  binderId: string,
  userId: string,
): Promise<AssigneeState | undefined> {
  return first<AssigneeState>(
    db,
    `SELECT u.name, ${unavailableBecause('u', '$1')} AS unavailable FROM users u WHERE u.id = $2`,
    [binderId, userId],
  );
}

export async function findResponsible(
  db: Database,
  binderId: string,
  creatorIds: readonly string[],
): Promise<{ owner: string | undefined; creators: Set<string> }> {
  const rows = await db.query<{ id: string; is_owner: boolean }>(
    `SELECT u.id, b.owner_id = u.id AS is_owner FROM binders b JOIN users u ON u.id = b.owner_id OR u.id = ANY($2)
     WHERE b.id = $1 AND ${unavailableBecause('u', '$1')} IS NULL`,
    [binderId, creatorIds],
  );
  return {
    owner: rows.find(({ is_owner }) => is_owner)?.id,
    creators: new Set(rows.map(({ id }) => id)),
  };
}

export interface Substitutes {
  ids: string[];
  areAdmins: boolean;
}

export async function findSubstitutes(db: Database, binderId: string, limit: number): Promise<Substitutes> {
  const rows = await db.query<{ id: string; is_admin: boolean }>(
    `SELECT u.id, (u.role = 'admin' AND u.org_id = b.org_id) OR (u.is_partner_admin AND u.partner_id = b.partner_id) AS is_admin
     FROM binders b JOIN binder_members m ON m.binder_id = $1 JOIN users u ON u.id = m.user_id
     WHERE b.id = $1 AND NOT u.is_bot AND ${unavailableBecause('u', '$1')} IS NULL
       AND (m.role = 'editor' OR (u.role = 'admin' AND u.org_id = b.org_id) OR u.is_partner_admin)
     ORDER BY is_admin DESC, u.id LIMIT $2`,
    [binderId, limit],
  );
  const areAdmins = rows[0]?.is_admin ?? false;
  return { ids: rows.filter(({ is_admin }) => is_admin === areAdmins).map(({ id }) => id), areAdmins };
}

export interface DepartureRow extends Record<string, unknown> {
  user_id: string;
  /** Empty for all binders. */
  binder_id: string;
  actor_id: string;
  last_binder_id: string;
  /** Whether only the person's delegations have changed. */
  is_absence: boolean;
}

export function claimDeparture(tx: Transaction): Promise<DepartureRow | undefined> {
  return first<DepartureRow>(
    tx,
    `SELECT user_id, binder_id, actor_id, last_binder_id, is_absence FROM departures
     ORDER BY requested_at, user_id, binder_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
}

export async function findNextBinder(
  db: Database,
  { user_id, last_binder_id, is_absence }: DepartureRow,
): Promise<string | undefined> {
  if (!is_absence) return findNextMembership(db, user_id, last_binder_id);
  const [row] = await db.query<{ id: string }>(
    `SELECT b.id FROM (
       SELECT binder_id FROM transaction_steps s WHERE ${isAwaitedByName('s', '$1')} AND completed_at IS NULL AND binder_id > $2
       UNION
       SELECT binder_id FROM todos WHERE assignee_id = $1 AND completed_at IS NULL AND deleted_at IS NULL AND binder_id > $2
     ) waiting
     JOIN binders b ON b.id = waiting.binder_id AND b.deleted_at IS NULL
     JOIN binder_members m ON m.binder_id = b.id AND m.user_id = $1
     ORDER BY b.id LIMIT 1`,
    [user_id, last_binder_id],
  );
  return row?.id;
}

async function findNextMembership(db: Database, userId: string, after: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `SELECT b.id FROM binder_members m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
     WHERE m.user_id = $1 AND m.binder_id > $2 ORDER BY m.binder_id LIMIT 1`,
    [userId, after],
  );
  return row?.id;
}

export function lockBinder(tx: Transaction, binderId: string): Promise<boolean> {
  return hasRow(tx, 'SELECT FROM binders WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [binderId]);
}

export async function moveDeparture(tx: Transaction, userId: string, binderId: string): Promise<void> {
  await tx.query(`UPDATE departures SET last_binder_id = $2 WHERE user_id = $1 AND binder_id = ''`, [
    userId,
    binderId,
  ]);
}

export async function deleteDeparture(tx: Transaction, { user_id, binder_id }: DepartureRow): Promise<void> {
  await tx.query('DELETE FROM departures WHERE user_id = $1 AND binder_id = $2', [user_id, binder_id]);
}
