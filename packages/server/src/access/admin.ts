import { forbidden, notFound } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import type { Actor } from './actor.ts';

/** An org that the caller may look into or administer, with its partner. Only this folder makes one. */
export interface OrgAccess {
  readonly orgId: string;
  readonly partnerId: string;
  /** Whether the caller administers it: as an admin of the org, or of its partner. */
  readonly isAdmin: boolean;
}

/**
 * Access check for an org, for whoever belongs to it: its users, its bots and the admins of its partner. Throws not found
 * for an org that does not exist, forbidden for everyone else.
 */
export async function requireOrgMember(db: Database, actor: Actor, orgId: string): Promise<OrgAccess> {
  const [row] = await db.query<{ partner_id: string }>('SELECT partner_id FROM orgs WHERE id = $1', [orgId]);
  if (!row) throw notFound('org', orgId);
  const partnerId = row.partner_id;
  const isPartnerAdmin = actor.isPartnerAdmin && actor.partnerId === partnerId;
  if (actor.orgId !== orgId && !isPartnerAdmin) throw forbidden('only users of the org may see it');
  return { orgId, partnerId, isAdmin: isPartnerAdmin || actor.isOrgAdmin };
}

/**
 * Access check for an org's administration: for its admins and those of its partner. Throws not found for an org that does
 * not exist, forbidden for everyone else.
 */
export async function requireOrgAdmin(db: Database, actor: Actor, orgId: string): Promise<OrgAccess> {
  const access = await requireOrgMember(db, actor, orgId);
  if (!access.isAdmin) throw forbidden('only an admin of the org or of its partner may do this');
  return access;
}

/** Access check for a partner's administration. Throws forbidden for everyone but its admins, whether it exists or not. */
export function requirePartnerAdmin(actor: Actor, partnerId: string): void {
  if (actor.isPartnerAdmin && actor.partnerId === partnerId) return;
  throw forbidden('only an admin of the partner may do this');
}
