import type { Transaction } from '../../storage/database.ts';
import { type AuditAction, type AuditDetails, pickAuditFields } from './details.ts';

/** Actor of command-line operations. No user has this id. */
export const OPERATOR = 'U0000000000000000000000';

export interface AuditEntry<A extends AuditAction = AuditAction, D = object> {
  at: number;
  actorId: string;
  partnerId: string;
  /** Undefined if the change affects the partner and not a single org. */
  orgId?: string | undefined;
  action: A;
  target: string;
  details: AuditDetails<A, D>;
  address?: string | undefined;
}

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
