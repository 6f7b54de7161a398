import { type Database, first, type Transaction } from '../../storage/database.ts';

export interface GroupChangeRow extends Record<string, unknown> {
  group_id: string;
  actor_id: string;
  last_binder_id: string;
  name: string;
}

export async function requestGroupChange(
  tx: Transaction,
  { orgId, id, actorId, at }: { orgId: string; id: string; actorId: string; at: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO person_group_changes (group_id, actor_id, requested_at)
     SELECT id, $3, $4 FROM person_groups WHERE id = $2 AND org_id = $1 AND deleted_at IS NULL
     ON CONFLICT (group_id) DO UPDATE SET actor_id = $3, requested_at = $4, last_binder_id = ''`,
    [orgId, id, actorId, at],
  );
}

export function claimGroupChange(tx: Transaction): Promise<GroupChangeRow | undefined> {
  return first<GroupChangeRow>(
    tx,
    `SELECT c.group_id, c.actor_id, c.last_binder_id, g.name
     FROM person_group_changes c JOIN person_groups g ON g.id = c.group_id
     ORDER BY c.requested_at, c.group_id LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
  );
}

export async function findNextBinder(
  db: Database,
  groupId: string,
  after: string,
): Promise<string | undefined> {
  const row = await first<{ id: string }>(
    db,
    `SELECT b.id FROM transaction_steps s
     JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id AND t.outcome IS NULL AND t.deleted_at IS NULL
     JOIN binders b ON b.id = s.binder_id AND b.deleted_at IS NULL
     WHERE s.completed_at IS NULL AND s.group_ids IS NOT NULL AND s.group_ids @> ARRAY[$1::text] AND s.binder_id > $2
     ORDER BY b.id LIMIT 1`,
    [groupId, after],
  );
  return row?.id;
}

export async function lockOpenSteps(
  tx: Transaction,
  binderId: string,
  groupId: string,
): Promise<{ id: number; transaction_id: number }[]> {
  await tx.query('SELECT FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
  return tx.query<{ id: number; transaction_id: number }>(
    `SELECT s.id, s.transaction_id FROM transaction_steps s
     JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id AND t.outcome IS NULL AND t.deleted_at IS NULL
     WHERE s.binder_id = $1 AND s.completed_at IS NULL AND s.group_ids @> ARRAY[$2::text] ORDER BY s.id`,
    [binderId, groupId],
  );
}

export async function moveGroupChange(tx: Transaction, groupId: string, binderId: string): Promise<void> {
  await tx.query('UPDATE person_group_changes SET last_binder_id = $2 WHERE group_id = $1', [
    groupId,
    binderId,
  ]);
}

export async function deleteGroupChange(tx: Transaction, groupId: string): Promise<void> {
  await tx.query('DELETE FROM person_group_changes WHERE group_id = $1', [groupId]);
}
