import type { Transaction } from '../../storage/database.ts';

/** What an admin changed. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  at: number;
  /** The user who changed it. */
  actorId: string;
  partnerId: string;
  /** The org that it concerns; left out for what concerns a partner as a whole. */
  orgId?: string | undefined;
  /** The noun and what happened to it: `client.rotate`. */
  action: `${string}.${string}`;
  /** The id of what was changed. */
  target: string;
  /** What it was changed to, by field. Never a secret, a token or a password. */
  details: Record<string, unknown>;
  /** The network address that the call came from. */
  address?: string | undefined;
}

/** Writes a change into the audit list, in the transaction that makes it: neither is there without the other. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { at, actorId, partnerId, orgId, action, target, details, address } = entry;
  await tx.query(
    `INSERT INTO audit_entries (at, actor_id, partner_id, org_id, action, target, details, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [at, actorId, partnerId, orgId ?? null, action, target, JSON.stringify(details), address ?? ''],
  );
}
