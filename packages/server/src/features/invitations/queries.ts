import { type BinderRole, isStillMember } from '../../access/index.ts';
import type { Database, Transaction } from '../../storage/database.ts';

export interface Invitee {
  kind: 'email' | 'unique_id';
  value: string;
  orgId: string;
}

export interface InvitationRow extends Record<string, unknown> {
  kind: Invitee['kind'];
  value: string;
  org_id: string;
  role: Exclude<BinderRole, 'owner'>;
  created_at: number;
  updated_at: number;
}

const candidates = `unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS asked (org_id, kind, value, position)`;
const keyOf = (kind: string, value: string) =>
  `CASE ${kind} WHEN 'email' THEN lower(${value}) ELSE ${value} END`;

function columnsOf(invitees: readonly Invitee[]): string[][] {
  return [
    invitees.map(({ orgId }) => orgId),
    invitees.map(({ kind }) => kind),
    invitees.map(({ value }) => value),
  ];
}

/** Returns keys by position in `invitees`. JavaScript lower-cases `İ` and `Σ` differently from PostgreSQL. */
export async function findInvitable(
  tx: Transaction,
  partnerId: string,
  invitees: readonly Invitee[],
): Promise<Map<number, string>> {
  const rows = await tx.query<{ position: number; key: string }>(
    `SELECT asked.position - 1 AS position, ${keyOf('asked.kind', 'asked.value')} AS key FROM ${candidates}
     JOIN orgs o ON o.id = asked.org_id AND o.partner_id = $1 AND o.disabled_at IS NULL
     WHERE NOT EXISTS (SELECT FROM users u WHERE u.org_id = asked.org_id AND asked.kind = 'email' AND lower(u.email) = lower(asked.value))
       AND NOT EXISTS (SELECT FROM users u WHERE u.org_id = asked.org_id AND asked.kind = 'unique_id' AND u.unique_id = asked.value)`,
    [partnerId, ...columnsOf(invitees)],
  );
  return new Map(rows.map(({ position, key }) => [position, key]));
}

export const inviterMayInvite = isStillMember('i.invited_by', 'i.binder_id', 'write');

export async function countPending(tx: Transaction, binderId: string, now: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM invitations i WHERE binder_id = $1 AND expires_at > $2 AND ${inviterMayInvite}`,
    [binderId, now],
  );
  return row?.count ?? 0;
}

/**
 * Sends another email only if the last one is older than `mailEveryMs`. If the inviter renews an unexpired invitation
 * without a message, the earlier message remains.
 */
export async function upsertInvitations(
  tx: Transaction,
  binderId: string,
  invitations: readonly (Invitee & { role: InvitationRow['role'] })[],
  invitation: { userId: string; message: string; at: number; expiresAt: number; mailEveryMs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO invitations AS known
       (binder_id, org_id, kind, key, value, role, invited_by, message, created_at, updated_at, expires_at, mail_due_at)
     SELECT $1, asked.org_id, asked.kind, ${keyOf('asked.kind', 'asked.value')}, asked.value, asked.role, $6, $7, $8, $8, $9,
       CASE asked.kind WHEN 'email' THEN $8::bigint END
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS asked (org_id, kind, value, role)
     ON CONFLICT (binder_id, org_id, kind, key) DO UPDATE SET
       value = excluded.value, role = excluded.role, invited_by = excluded.invited_by,
       message = CASE WHEN excluded.message = '' AND known.invited_by = excluded.invited_by
         AND known.expires_at > excluded.updated_at THEN known.message ELSE excluded.message END,
       updated_at = excluded.updated_at, expires_at = excluded.expires_at,
       created_at = CASE WHEN known.expires_at > excluded.updated_at THEN known.created_at ELSE excluded.created_at END,
       mail_due_at = CASE WHEN known.mailed_at > excluded.updated_at - $10 THEN known.mail_due_at ELSE excluded.mail_due_at END`,
    [
      binderId,
      ...columnsOf(invitations),
      invitations.map(({ role }) => role),
      invitation.userId,
      invitation.message,
      invitation.at,
      invitation.expiresAt,
      invitation.mailEveryMs,
    ],
  );
}

export function findInvitations(db: Database, binderId: string, now: number): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `SELECT kind, value, org_id, role, created_at, updated_at FROM invitations i
     WHERE binder_id = $1 AND expires_at > $2 AND ${inviterMayInvite} ORDER BY created_at, key`,
    [binderId, now],
  );
}

export function deleteInvitations(
  tx: Transaction,
  binderId: string,
  invitees: readonly Invitee[],
  now: number,
): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>(
    `DELETE FROM invitations i USING ${candidates}
     WHERE i.binder_id = $1 AND i.org_id = asked.org_id AND i.kind = asked.kind
       AND i.key = ${keyOf('asked.kind', 'asked.value')} AND i.expires_at > $5
     RETURNING i.kind, i.value, i.org_id, i.role, i.created_at, i.updated_at`,
    [binderId, ...columnsOf(invitees), now],
  );
}

export async function deleteExpiredInvitations(db: Database, now: number): Promise<void> {
  await db.query('DELETE FROM invitations WHERE expires_at < $1', [now]);
}
