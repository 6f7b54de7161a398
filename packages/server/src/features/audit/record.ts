import type { Transaction } from '../../storage/database.ts';
import { type AuditAction, type AuditDetails, pickAuditFields } from './details.ts';

/** The actor of what the operator did by a command on the server: an id that no user has. */
export const OPERATOR = 'U0000000000000000000000';

export interface AuditEntry<A extends AuditAction = AuditAction, D = object> {
  /** Milliseconds since 1970. */
  at: number;
  actorId: string;
  partnerId: string;
  /** The org that it concerns; left out for what concerns a partner as a whole. */
  orgId?: string | undefined;
  action: A;
  target: string;
  /** What it was changed to, by field. Only the fields of the action are written (`details.ts`). */
  details: AuditDetails<A, D>;
  /** The network address that the call came from. */
  address?: string | undefined;
}

/** Writes a change into the audit log, in the transaction that makes it: neither is there without the other. */
export async function recordAudit<A extends AuditAction, D extends object>(
  tx: Transaction,
  entry: AuditEntry<A, D>,
): Promise<void> {
  const { at, actorId, partnerId, orgId, action, target, details, address } = entry;
  await tx.query(
    `INSERT INTO audit_entries (at, actor_id, partner_id, org_id, action, target, details, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      at,
      actorId,
      partnerId,
      orgId ?? null,
      action,
      target,
      JSON.stringify(pickAuditFields(action, details)),
      address ?? '',
    ],
  );
}
