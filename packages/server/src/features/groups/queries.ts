import { unavailableBecause } from '../../access/index.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';

export interface GroupRow extends Record<string, unknown> {
  id: string;
  name: string;
  sort_name: string;
  created_at: number;
  updated_at: number;
  member_count: number;
}

const COLUMNS = `g.id, g.name, lower(g.name) AS sort_name, g.created_at, g.updated_at,
  (SELECT count(*) FROM person_group_members m WHERE m.group_id = g.id) AS member_count`;

export function findGroupsOfOrg(
  db: Database,
  orgId: string,
  [name, id]: readonly [string, string],
  limit: number,
): Promise<GroupRow[]> {
  return db.query<GroupRow>(
    `SELECT ${COLUMNS} FROM person_groups g
     WHERE g.org_id = $1 AND g.deleted_at IS NULL AND (lower(g.name), g.id) > ($2::text, $3::text)
     ORDER BY lower(g.name), g.id LIMIT $4::bigint`,
    [orgId, name, id, limit],
  );
}

export function findGroup(db: Database, orgId: string, id: string): Promise<GroupRow | undefined> {
  return first<GroupRow>(
    db,
    `SELECT ${COLUMNS} FROM person_groups g WHERE g.id = $2 AND g.org_id = $1 AND g.deleted_at IS NULL`,
    [orgId, id],
  );
}

export function findMembers(db: Database, id: string): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(
    `SELECT u.id, u.name FROM person_group_members m JOIN users u ON u.id = m.user_id
     WHERE m.group_id = $1 ORDER BY u.name, u.id`,
    [id],
  );
}

export async function findIneligiblePeople(
  tx: Transaction,
  orgId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM unnest($2::text[]) AS named (id) WHERE NOT EXISTS (
       SELECT FROM users u WHERE u.id = named.id AND u.org_id = $1 AND NOT u.is_bot AND u.disabled_at IS NULL)`,
    [orgId, userIds],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function countGroups(tx: Transaction, orgId: string): Promise<number> {
  const row = await first<{ count: number }>(
    tx,
    'SELECT count(*) AS count FROM person_groups WHERE org_id = $1 AND deleted_at IS NULL',
    [orgId],
  );
  return row?.count ?? 0;
}

export function isNameTaken(
  tx: Transaction,
  orgId: string,
  name: string,
  exceptId: string,
): Promise<boolean> {
  return hasRow(
    tx,
    `SELECT FROM person_groups WHERE org_id = $1 AND lower(name) = lower($2) AND deleted_at IS NULL AND id <> $3`,
    [orgId, name, exceptId],
  );
}

export async function insertGroup(
  tx: Transaction,
  group: { id: string; orgId: string; name: string; at: number },
): Promise<void> {
  await tx.query(
    'INSERT INTO person_groups (id, org_id, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)',
    [group.id, group.orgId, group.name, group.at],
  );
}

export async function renameGroup(
  tx: Transaction,
  id: string,
  name: string | undefined,
  at: number,
): Promise<void> {
  await tx.query('UPDATE person_groups SET name = coalesce($2::text, name), updated_at = $3 WHERE id = $1', [
    id,
    name ?? null,
    at,
  ]);
}

export async function addMembers(tx: Transaction, id: string, userIds: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO person_group_members (group_id, user_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    [id, userIds],
  );
}

/** Waits for button presses that use these memberships. */
export async function removeMembers(tx: Transaction, id: string, userIds: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM person_group_members WHERE group_id = $1 AND user_id = ANY($2)', [id, userIds]);
}

export async function lockGroup(tx: Transaction, id: string): Promise<void> {
  await tx.query('SELECT FROM person_groups WHERE id = $1 FOR UPDATE', [id]);
}

export function hasOpenSteps(tx: Transaction, id: string): Promise<boolean> {
  return hasRow(
    tx,
    `SELECT FROM transaction_steps s
     JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id AND t.outcome IS NULL AND t.deleted_at IS NULL
     JOIN binders b ON b.id = s.binder_id AND b.deleted_at IS NULL
     WHERE s.completed_at IS NULL AND s.group_ids IS NOT NULL AND s.group_ids @> ARRAY[$1::text] LIMIT 1`,
    [id],
  );
}

export async function markGroupDeleted(tx: Transaction, id: string, at: number): Promise<void> {
  await tx.query('UPDATE person_groups SET deleted_at = $2, updated_at = $2 WHERE id = $1', [id, at]);
  await tx.query('DELETE FROM person_group_members WHERE group_id = $1', [id]);
}

/** Nobody can delete the groups before the commit. */
export async function findGroupMembers(
  tx: Transaction,
  { binderId, orgId }: { binderId: string; orgId: string },
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ id: string; members: string[] }>(
    `WITH chosen AS (
       SELECT id FROM person_groups WHERE id = ANY($3) AND org_id = $2 AND deleted_at IS NULL FOR KEY SHARE
     )
     SELECT g.id, ARRAY(
       SELECT u.id FROM person_group_members m JOIN users u ON u.id = m.user_id
       WHERE m.group_id = g.id AND ${unavailableBecause('u', '$1')} IS NULL ORDER BY u.name, u.id) AS members
     FROM chosen g`,
    [binderId, orgId, ids],
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}
