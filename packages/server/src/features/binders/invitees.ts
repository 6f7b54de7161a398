import type { Actor, BinderChange } from '../../access/index.ts';
import { invalid } from '../../errors.ts';
import { findInvitable, type Invitee, type NewInvitation } from '../invitations/index.ts';
import { unknownUser } from './identities.ts';
import type { AddedMember, UserIdentity } from './schema.ts';

export interface AddOptions {
  ownOrgOnly: boolean;
  /** Invites people who are not known; without it they are not found. */
  invitations?: {
    /** Goes into the mail. */
    message: string;
    /** Counts so many invitations of the caller, and throws when they are too many. */
    take(count: number): Promise<void>;
  };
}

/** One address, without anything that a mail server reads as a list, a name or a comment. */
const EMAIL = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;
const MAX_EMAIL_LENGTH = 254;

/**
 * Whom an identity would invite: an address in its org or the caller's, a unique id only where the org is named. A
 * mistyped unique id would otherwise wait in silence for somebody who never comes, while a wrong address is seen by
 * whoever reads the list.
 */
export function inviteeOf(identity: UserIdentity | undefined, { orgId }: Actor): Invitee | undefined {
  const { email, unique_id, org_id } = identity ?? {};
  if (email !== undefined) return { kind: 'email', value: email, orgId: org_id ?? orgId };
  if (unique_id !== undefined && org_id !== undefined)
    return { kind: 'unique_id', value: unique_id, orgId: org_id };
  return undefined;
}

/**
 * The invitations of people who are not known, each once. Throws not found for one who cannot be invited, a 400 for what
 * is no e-mail address or is named twice with different types, and what `take` throws.
 * @param unknown positions in `added`
 */
export async function invitationsFor(
  { tx, access }: BinderChange,
  actor: Actor,
  added: readonly AddedMember[],
  unknown: readonly number[],
  { invitations }: AddOptions,
): Promise<NewInvitation[]> {
  if (unknown.length === 0) return [];
  const invitees = unknown.map((position) => {
    const { user, type } = added[position] ?? { user: {} };
    const invitee = invitations && inviteeOf(user, actor);
    const path = `users[${position}].user`;
    if (!invitee) throw unknownUser(path, user);
    if (invitee.kind === 'email' && !(invitee.value.length <= MAX_EMAIL_LENGTH && EMAIL.test(invitee.value)))
      throw invalid(`${path}.email`, 'names no user, and is no e-mail address to invite');
    const role: NewInvitation['role'] = type === 'BOARD_READ_ONLY' ? 'viewer' : 'editor';
    return { ...invitee, role, position, path, user };
  });
  const invitable = await findInvitable(tx, access.partnerId, invitees);
  const missing = invitees.find((_, at) => !invitable.has(at));
  if (missing) throw unknownUser(missing.path, missing.user);
  const each = new Map<string, (typeof invitees)[number]>();
  for (const [at, invitee] of invitees.entries()) {
    const { kind, value, orgId, role, position } = invitee;
    const key = `${kind} ${orgId} ${invitable.get(at)}`;
    const earlier = each.get(key);
    // `İ` and `i` have one small letter and may be two mailboxes: one of them would get no invitation, and nobody be told.
    if (earlier && value.toUpperCase() !== earlier.value.toUpperCase())
      throw invalid(`${invitee.path}.email`, `cannot be told from users[${earlier.position}].user.email`);
    if (earlier && earlier.role !== role)
      throw invalid(
        `users[${position}].type`,
        `differs from users[${earlier.position}].type, and both name the same person`,
      );
    each.set(key, earlier ?? invitee);
  }
  await invitations?.take(each.size);
  return [...each.values()].map(({ kind, value, orgId, role }) => ({ kind, value, orgId, role }));
}
