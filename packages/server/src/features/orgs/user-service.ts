import { type Actor, type OrgAccess, orNotFound, requireOrgAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, fieldConflict, forbidden, invalid, preconditionFailed } from '../../errors.ts';
import type { AdminChange } from '../audit/index.ts';
import { requestDeparturesEverywhere } from '../departures/index.ts';
import { endPasswordResets, queueSetupMail, revokeTokens } from '../oauth/index.ts';
import { preferredName } from '../users/index.ts';
import { withoutLosingAdmins } from './last-admin.ts';
import * as queries from './user-queries.ts';

export interface UserInput {
  email?: string;
  unique_id?: string;
  first_name?: string;
  last_name?: string;
  language?: string;
  role?: 'admin' | 'member';
  is_partner_admin?: boolean;
  mailsLink?: boolean;
}

export async function createUser(
  env: Environment,
  { tx, at, actor, record }: AdminChange,
  orgId: string,
  input: UserInput,
  passwordHash: string | null,
): Promise<queries.OrgUserRow> {
  const access = await requireOrgAdmin(tx, actor, orgId);
  const { email, unique_id: uniqueId, role = 'member', is_partner_admin: isPartnerAdmin = false } = input;
  if (email === undefined && uniqueId === undefined) throw invalid('email', because('email_or_id_needed'));
  if (isPartnerAdmin) requirePartner(actor, access);
  const id = env.ids.next('user');
  await rejectingDuplicates(() =>
    queries.insertUser(tx, {
      id,
      partnerId: access.partnerId,
      orgId,
      email: email ?? null,
      uniqueId: uniqueId ?? null,
      passwordHash,
      firstName: input.first_name ?? '',
      lastName: input.last_name ?? '',
      name: preferredName(input.first_name, input.last_name, uniqueId ?? email?.split('@', 1)[0] ?? id),
      language: input.language ?? null,
      role,
      isPartnerAdmin,
      at,
    }),
  );
  if (input.mailsLink) await queueSetupMail(env, tx, { userId: id, senderId: actor.userId, at });
  const link = input.mailsLink ? { mail_setup_link: true } : {};
  const details = { email, unique_id: uniqueId, role, is_partner_admin: isPartnerAdmin, ...link };
  await record({ partnerId: access.partnerId, orgId, action: 'user.create', target: id, details });
  return orNotFound(await queries.findOrgUser(tx, orgId, id), 'user', id);
}

export async function updateUser(
  { tx, at, actor, record, revokes }: AdminChange,
  orgId: string,
  userId: string,
  change: queries.UserChange,
): Promise<queries.OrgUserRow> {
  const access = await requireOrgAdmin(tx, actor, orgId);
  const { partnerId } = access;
  const { role, is_partner_admin: isPartnerAdmin, disabled } = change;
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  const apply = () => rejectingDuplicates(() => queries.changeUser(tx, userId, change, at));
  const demotes = disabled === true || role === 'member' || isPartnerAdmin === false;
  const checkTarget = async () => {
    const user = orNotFound(await queries.findOrgUserForUpdate(tx, orgId, userId), 'user', userId);
    if (user.is_bot) throw invalid('user_id', 'is a bot: change its bot app');
    if (user.erasure) throw preconditionFailed(because('user_erased'));
    if (user.is_partner_admin || isPartnerAdmin !== undefined) requirePartner(actor, access);
    return user.disabled_at !== null;
  };
  let wasDisabled = false;
  if (demotes) {
    // Lock the partner before the user, so that two demotions cannot deadlock.
    await withoutLosingAdmins(tx, { partnerId, orgId }, async () => {
      wasDisabled = await checkTarget();
      await apply();
    });
  } else {
    wasDisabled = await checkTarget();
    await apply();
  }
  if (disabled) await revokeTokens(tx, { userId }, at);
  // The previous address may have received a link that resets the password.
  if (change.email !== undefined) await endPasswordResets(tx, userId);
  // A job announces the change, because the person may have many steps and to-dos.
  if (disabled !== undefined && disabled !== wasDisabled)
    await requestDeparturesEverywhere(tx, { userId }, { actorId: actor.userId, at });
  const action = disabled === undefined ? 'user.update' : disabled ? 'user.disable' : 'user.enable';
  await record({ partnerId, orgId, action, target: userId, details: change });
  if (demotes || role !== undefined || isPartnerAdmin !== undefined) await revokes();
  return orNotFound(await queries.findOrgUser(tx, orgId, userId), 'user', userId);
}

/** Without this check, an org's admin could take over the account of a partner admin. */
function requirePartner(actor: Actor, { partnerId }: OrgAccess): void {
  if (actor.isPartnerAdmin && actor.partnerId === partnerId) return;
  throw forbidden(because('partner_admins_appoint'));
}

const TAKEN: Record<string, string> = { users_by_email: 'email', users_by_unique_id: 'unique_id' };

async function rejectingDuplicates(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const path = TAKEN[(error as { constraint?: string }).constraint ?? ''];
    if (path === undefined) throw error;
    throw fieldConflict(path, because('taken_by_user'));
  }
}
