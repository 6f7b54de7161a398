import { isAwaitedByName } from '../../access/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';

interface Cause {
  actorId: string;
  at: number;
}

/** Only people with open steps or to-dos are queued. */
export async function requestDepartures(
  tx: Transaction,
  binderIds: readonly string[],
  userIds: readonly string[],
  { actorId, at }: Cause,
): Promise<void> {
  await tx.query(
    `INSERT INTO departures (user_id, binder_id, actor_id, requested_at)
     SELECT user_id, left_id, $3, $4 FROM unnest($1::text[]) AS binder (left_id), unnest($2::text[]) AS gone (user_id)
     WHERE EXISTS (SELECT FROM transaction_steps s
         WHERE s.binder_id = left_id AND ${isAwaitedByName('s', 'user_id')} AND s.completed_at IS NULL)
       OR EXISTS (SELECT FROM todos d
         WHERE d.binder_id = left_id AND d.assignee_id = user_id AND d.completed_at IS NULL AND d.deleted_at IS NULL)
     ON CONFLICT (binder_id, user_id) DO UPDATE SET actor_id = $3, requested_at = $4`,
    [binderIds, userIds, actorId, at],
  );
}

type Accounts = { userId: string } | { orgId: string } | { clientId: string };

/**
 * Skips users who remain disabled for another reason. Unless a single user is named, also those whose work nobody
 * waits for, because an org can have many users in many binders.
 */
export async function requestDeparturesEverywhere(
  tx: Transaction,
  accounts: Accounts,
  { actorId, at }: Cause,
): Promise<void> {
  const [condition, id] =
    'userId' in accounts
      ? ['u.id = $1 AND o.disabled_at IS NULL', accounts.userId]
      : 'orgId' in accounts
        ? ['u.org_id = $1 AND u.disabled_at IS NULL', accounts.orgId]
        : [
            `u.id IN (SELECT user_id FROM org_bots WHERE client_id = $1)
             AND u.disabled_at IS NULL AND o.disabled_at IS NULL`,
            accounts.clientId,
          ];
  await tx.query(
    `INSERT INTO departures (user_id, binder_id, actor_id, requested_at)
     SELECT u.id, '', $2, $3 FROM users u JOIN orgs o ON o.id = u.org_id
     WHERE ${condition} AND (
       ${'userId' in accounts ? 'EXISTS (SELECT FROM binder_members m WHERE m.user_id = u.id) OR' : ''}
       EXISTS (SELECT FROM transaction_steps s WHERE ${isAwaitedByName('s', 'u.id')} AND s.completed_at IS NULL)
       OR EXISTS (SELECT FROM todos d WHERE d.assignee_id = u.id AND d.completed_at IS NULL AND d.deleted_at IS NULL))
     ON CONFLICT (binder_id, user_id) DO UPDATE SET actor_id = $2, requested_at = $3, last_binder_id = '', is_absence = false`,
    [id, actorId, at],
  );
}

export async function requestAbsence(tx: Transaction, userId: string, { actorId, at }: Cause): Promise<void> {
  await tx.query(
    `INSERT INTO departures (user_id, binder_id, actor_id, requested_at, is_absence)
     SELECT $1, '', $2, $3, true
     WHERE EXISTS (SELECT FROM transaction_steps s WHERE ${isAwaitedByName('s', '$1')} AND s.completed_at IS NULL)
     ON CONFLICT (binder_id, user_id) DO UPDATE SET actor_id = $2, requested_at = $3, last_binder_id = ''
       WHERE departures.is_absence`,
    [userId, actorId, at],
  );
}

interface OpenWork extends Record<string, unknown> {
  steps: number;
  todos: number;
}

/** Of all binders of the user. */
export async function countOpenWork(db: Database, userId: string): Promise<OpenWork> {
  const counted = await first<OpenWork>(
    db,
    `WITH own AS MATERIALIZED (
       SELECT m.binder_id FROM binder_members m JOIN binders b ON b.id = m.binder_id AND b.deleted_at IS NULL
       WHERE m.user_id = $1
     )
     SELECT (SELECT count(*)::int FROM transaction_steps s JOIN own USING (binder_id)
         JOIN transactions t ON t.binder_id = s.binder_id AND t.id = s.transaction_id
         WHERE ${isAwaitedByName('s', '$1')} AND s.completed_at IS NULL AND t.outcome IS NULL AND t.deleted_at IS NULL) AS steps,
       (SELECT count(*)::int FROM todos d JOIN own USING (binder_id)
         WHERE d.assignee_id = $1 AND d.completed_at IS NULL AND d.deleted_at IS NULL) AS todos`,
    [userId],
  );
  return counted ?? { steps: 0, todos: 0 };
}
