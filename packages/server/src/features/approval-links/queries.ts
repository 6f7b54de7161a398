import { assigneeIds, isAssignee, isExcluded, unavailableBecause } from '../../access/index.ts';
import { type Database, first, hasRow, type Transaction } from '../../storage/database.ts';

export interface NewApprovalLink {
  id: string;
  binderId: string;
  transactionId: number;
  stepId: number;
  userId: string;
  clientId: string;
  createdBy: string;
  at: number;
  expiresAt: number;
  isMailed: boolean;
}

/** Returns the number of the person's valid links for the step. */
export async function insertApprovalLink(tx: Transaction, link: NewApprovalLink): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `WITH made AS (
       INSERT INTO step_links (id, binder_id, transaction_id, step_id, user_id, client_id, created_by, created_at,
         expires_at, is_mailed, mail_due_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $10 THEN $8::bigint END)
     )
     SELECT 1 + count(*) AS count FROM step_links
     WHERE binder_id = $2 AND step_id = $4 AND user_id = $5 AND used_at IS NULL AND expires_at > $8`,
    [
      link.id,
      link.binderId,
      link.transactionId,
      link.stepId,
      link.userId,
      link.clientId,
      link.createdBy,
      link.at,
      link.expiresAt,
      link.isMailed,
    ],
  );
  return row?.count ?? 0;
}

export interface LinkedStepRow extends Record<string, unknown> {
  creator_id: string;
  has_ended: boolean;
  assignee_ids: string[] | null;
  /** Null if the given user is not one of several assignees. */
  user_id: string | null;
  has_pressed: boolean;
  is_excluded: boolean;
  email: string | null;
  unavailable: 'left' | 'disabled' | null;
  is_completed: boolean;
}

export function findLinkedStep(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  stepId: number,
  userId: string,
): Promise<LinkedStepRow | undefined> {
  return first<LinkedStepRow>(
    tx,
    `SELECT t.creator_id, t.outcome IS NOT NULL AS has_ended, u.id AS user_id, u.email, ${unavailableBecause('u', '$1')} AS unavailable,
       CASE WHEN s.id IS NOT NULL THEN ${assigneeIds('s')} END AS assignee_ids,
       coalesce(s.presses ? u.id, false) AS has_pressed,
       coalesce(${isExcluded('s', 'u.id')}, false) AS is_excluded,
       s.completed_at IS NOT NULL AS is_completed
     FROM transactions t
     LEFT JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id AND s.id = $3
     LEFT JOIN users u ON u.id = CASE WHEN s.assignee_ids IS NULL THEN s.assignee_id WHEN ${isAssignee('s', '$4')} THEN $4 END
     WHERE t.binder_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`,
    [binderId, transactionId, stepId, userId],
  );
}

export interface ApprovalLinkRow extends Record<string, unknown> {
  id: string;
  binder_id: string;
  binder_name: string;
  transaction_id: number;
  step_id: number;
  client_id: string;
  user_id: string;
  org_id: string;
  partner_id: string;
  language: string;
  default_language: string | null;
  expires_at: number;
}

export function findApprovalLink(
  db: Database,
  id: string,
  now: number,
): Promise<ApprovalLinkRow | undefined> {
  return first<ApprovalLinkRow>(
    db,
    `SELECT l.id, l.binder_id, b.name AS binder_name, l.transaction_id, l.step_id, l.client_id, l.user_id, u.org_id,
       o.partner_id, u.language, u.default_language, l.expires_at
     FROM step_links l
     JOIN binders b ON b.id = l.binder_id AND b.deleted_at IS NULL
     JOIN binder_members m ON m.binder_id = b.id AND m.user_id = l.user_id
     JOIN transactions t ON t.binder_id = l.binder_id AND t.id = l.transaction_id AND t.deleted_at IS NULL
     JOIN transaction_steps s ON s.binder_id = l.binder_id AND s.id = l.step_id
       AND l.user_id = ANY(${assigneeIds('s')})
     JOIN users u ON u.id = l.user_id AND u.disabled_at IS NULL
     JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL
     JOIN clients c ON c.id = l.client_id AND c.disabled_at IS NULL
     WHERE l.id = $1 AND l.used_at IS NULL AND l.expires_at > $2`,
    [id, now],
  );
}

export function useApprovalLink(tx: Transaction, id: string, now: number): Promise<boolean> {
  return hasRow(
    tx,
    'UPDATE step_links SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2 RETURNING id',
    [id, now],
  );
}

export async function deleteExpiredApprovalLinks(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM step_links WHERE expires_at < $1', [now]);
}
