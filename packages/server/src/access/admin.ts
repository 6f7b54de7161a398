import { because, forbidden, notFound, withDetails } from '../errors.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Actor } from './actor.ts';

/** Only code in this folder creates an OrgAccess, so a value proves that the access was checked. */
export interface OrgAccess {
  readonly orgId: string;
  readonly partnerId: string;
  readonly isAdmin: boolean;
}

export async function requireOrgMember(db: Database, actor: Actor, orgId: string): Promise<OrgAccess> {
  const [row] = await db.query<{ partner_id: string }>('SELECT partner_id FROM orgs WHERE id = $1', [orgId]);
  if (!row) throw notFound('org', orgId);
  const partnerId = row.partner_id;
  const isPartnerAdmin = actor.isPartnerAdmin && actor.partnerId === partnerId;
  if (actor.orgId !== orgId && !isPartnerAdmin)
    throw forbidden(withDetails(because('not_allowed'), 'only users of the org may see it'));
  return { orgId, partnerId, isAdmin: isPartnerAdmin || actor.isOrgAdmin };
}

export async function requireOrgAdmin(db: Database, actor: Actor, orgId: string): Promise<OrgAccess> {
  const access = await requireOrgMember(db, actor, orgId);
  if (!access.isAdmin) throw forbidden(because('org_admin_only'));
  return access;
}

export function requirePartnerAdmin(actor: Actor, partnerId: string): void {
  if (actor.isPartnerAdmin && actor.partnerId === partnerId) return;
  throw forbidden(because('partner_admin_only'));
}

export async function lockOrg(tx: Transaction, orgId: string): Promise<void> {
  await tx.query('SELECT FROM orgs WHERE id = $1 FOR NO KEY UPDATE', [orgId]);
}
