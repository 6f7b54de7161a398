import type { Actor, BinderChange } from '../../access/index.ts';
import { because, invalid } from '../../errors.ts';
import { findInvitable, type Invitee, type NewInvitation } from '../invitations/index.ts';
import { unknownUser } from './identities.ts';
import type { AddedMember, UserIdentity } from './schema.ts';

export interface AddOptions {
  ownOrgOnly: boolean;
  /** Without this field, unknown people cause an error. */
  invitations?: {
    message: string;
    take(count: number): Promise<void>;
  };
}

/** Excludes characters that delimit lists, names or comments in mail headers. */
const EMAIL = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;
const MAX_EMAIL_LENGTH = 254;

/** A unique id without `org_id` is probably mistyped, and cannot be invited. */
export function inviteeOf(identity: UserIdentity | undefined, { orgId }: Actor): Invitee | undefined {
  const { email, unique_id, org_id } = identity ?? {};
  if (email !== undefined) return { kind: 'email', value: email, orgId: org_id ?? orgId };
  if (unique_id !== undefined && org_id !== undefined)
    return { kind: 'unique_id', value: unique_id, orgId: org_id };
  return undefined;
}

/** @param unknown the positions of unknown people in `added` */
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
      throw invalid(`${path}.email`, because('not_invitable'));
    const role: NewInvitation['role'] = type === 'BOARD_READ_ONLY' ? 'viewer' : 'editor';
    return { ...invitee, role, position, path, user };
  });
  const invitable = await findInvitable(tx, access.partnerId, invitees);
  const missing = invitees.find((_, at) => !invitable.has(at));
  if (missing) throw unknownUser(missing.path, missing.user);
  const uniqueInvitees = new Map<string, (typeof invitees)[number]>();
  for (const [at, invitee] of invitees.entries()) {
    const { kind, value, orgId, role, position } = invitee;
    const key = `${kind} ${orgId} ${invitable.get(at)}`;
    const earlier = uniqueInvitees.get(key);
    // Addresses with `İ` and `i` are equal in lower case, but may belong to different mailboxes.
    if (earlier && value.toUpperCase() !== earlier.value.toUpperCase())
      throw invalid(
        `${invitee.path}.email`,
        `names the same person as users[${earlier.position}].user.email`,
      );
    if (earlier && earlier.role !== role)
      throw invalid(
        `users[${position}].type`,
        `differs from users[${earlier.position}].type, and both name the same person`,
      );
    uniqueInvitees.set(key, earlier ?? invitee);
  }
  await invitations?.take(uniqueInvitees.size);
  return [...uniqueInvitees.values()].map(({ kind, value, orgId, role }) => ({ kind, value, orgId, role }));
}
