import type { BinderChange } from '../../access/index.ts';
import { preconditionFailed } from '../../errors.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { countPending, type InvitationRow, type Invitee, upsertInvitations } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an invitation waits for its sign-in. */
const LIFETIME_MS = 30 * DAY_MS;
/** Pending invitations of one binder. */
export const MAX_PENDING = 200;

export interface NewInvitation extends Invitee {
  role: InvitationRow['role'];
}

/**
 * Invites people who are not known yet, in a change under way; those who are invited already get a new term and role.
 * Gives what is to be logged. Throws precondition failed when the binder would have too many pending invitations.
 * @param message goes into the mail
 */
export async function invite(
  { tx, at, access: { binderId } }: BinderChange,
  userId: string,
  invitations: readonly NewInvitation[],
  message: string,
): Promise<NewLogEntry[]> {
  const expiresAt = at + LIFETIME_MS;
  await upsertInvitations(tx, binderId, invitations, {
    userId,
    message,
    at,
    expiresAt,
    mailEveryMs: DAY_MS,
  });
  const pending = await countPending(tx, binderId, at);
  if (pending > MAX_PENDING)
    throw preconditionFailed(
      `the binder would have ${pending} pending invitations, and ${MAX_PENDING} are the most`,
    );
  return invitations.map(({ kind, value, orgId, role }) => ({
    kind: 'member_invited',
    body: {
      [kind]: value,
      org_id: orgId,
      type: role === 'viewer' ? 'BOARD_READ_ONLY' : 'BOARD_READ_WRITE',
      expires_time: expiresAt,
    },
  }));
}

/** What the log says of invitations that are pending no longer. */
export function endedEntries(ended: readonly InvitationRow[]): NewLogEntry[] {
  return ended.map(({ kind, value, org_id }) => ({
    kind: 'invitation_ended',
    body: { [kind]: value, org_id },
  }));
}
