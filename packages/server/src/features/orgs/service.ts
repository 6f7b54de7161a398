import type { OrgNotifications, Partner } from '@ringbinder/protocol';
import { orNotFound, requireOrgAdmin, requirePartnerAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, invalid, referenceNotFound } from '../../errors.ts';
import type { AdminChange } from '../audit/index.ts';
import { requestDeparturesEverywhere } from '../departures/index.ts';
import { checkQuietHours, rescheduleNotifications } from '../notifications/index.ts';
import { revokeTokens } from '../oauth/index.ts';
import { withoutLosingAdmins } from './last-admin.ts';
import * as queries from './queries.ts';

export interface OrgChange {
  name?: string;
  plan_code?: string;
  language?: string;
  disabled?: boolean;
  max_bytes?: number | null;
  max_binders?: number | null;
  message_days?: number | null;
  file_days?: number | null;
  guests_by_session_key?: boolean;
  link_previews?: boolean;
  notifications?: OrgNotifications;
}

export async function updatePartner(
  { tx, actor, record, revokes }: AdminChange,
  partnerId: string,
  change: { name?: string; default_org_id?: string },
): Promise<Partner> {
  requirePartnerAdmin(actor, partnerId);
  if (change.name === undefined && change.default_org_id === undefined)
    throw invalid('', because('nothing_to_change'));
  if (!(await queries.changePartner(tx, partnerId, change)))
    throw referenceNotFound('default_org_id', because('unknown_org'));
  await record({ partnerId, action: 'partner.update', target: partnerId, details: change });
  const partner = orNotFound(await queries.findPartner(tx, partnerId), 'partner', partnerId);
  // Processes cache the default org together with the partner's clients.
  if (change.default_org_id !== undefined) await revokes();
  return partner;
}

export async function createOrg(
  env: Environment,
  { tx, at, actor, record }: AdminChange,
  partnerId: string,
  { name, plan_code: planCode = '' }: { name: string; plan_code?: string },
): Promise<queries.OrgRow> {
  requirePartnerAdmin(actor, partnerId);
  const id = env.ids.next('org');
  await queries.insertOrg(tx, { id, partnerId, name, planCode, at });
  await record({
    partnerId,
    orgId: id,
    action: 'org.create',
    target: id,
    details: { name, plan_code: planCode },
  });
  return orNotFound(await queries.findOrg(tx, id), 'org', id);
}

export async function updateOrg(
  { tx, at, actor, record, revokes }: AdminChange,
  orgId: string,
  change: OrgChange,
): Promise<queries.OrgRow> {
  const access = await requireOrgAdmin(tx, actor, orgId);
  const { plan_code, disabled, max_bytes, max_binders } = change;
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  checkQuietHours(change.notifications?.quiet_hours, 'notifications.quiet_hours');
  const isPartners = actor.isPartnerAdmin && actor.partnerId === access.partnerId;
  const ofPartner = { plan_code, disabled, max_bytes, max_binders };
  const refused = Object.entries(ofPartner).find(([, value]) => value !== undefined);
  if (!isPartners && refused)
    throw forbidden(because('partner_admin_only_field', { field: refused[0] ?? '' }));
  const wasDisabled = orNotFound(await queries.findOrg(tx, orgId), 'org', orgId).disabled_at !== null;
  const apply = () => queries.changeOrg(tx, orgId, change, at);
  if (disabled) {
    await withoutLosingAdmins(tx, access, apply);
    await revokeTokens(tx, { orgId }, at);
  } else await apply();
  if (change.notifications) await rescheduleNotifications(tx, { orgId }, at);
  if (disabled !== undefined && disabled !== wasDisabled)
    await requestDeparturesEverywhere(tx, { orgId }, { actorId: actor.userId, at });
  const action = disabled === undefined ? 'org.update' : disabled ? 'org.disable' : 'org.enable';
  // The details of an audit entry cannot contain objects.
  const notifications = change.notifications && JSON.stringify(change.notifications);
  const details = { ...change, notifications };
  await record({ partnerId: access.partnerId, orgId, action, target: orgId, details });
  // Revoking also disconnects guests who joined by a session key.
  if (disabled || change.guests_by_session_key === false) await revokes();
  return orNotFound(await queries.findOrg(tx, orgId), 'org', orgId);
}
