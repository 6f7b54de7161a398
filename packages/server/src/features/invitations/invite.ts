import type { BinderChange } from '../../access/index.ts';
import { because, preconditionFailed } from '../../errors.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { countPending, type InvitationRow, type Invitee, upsertInvitations } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_MS = 30 * DAY_MS;
export const MAX_PENDING = 200;

export interface NewInvitation extends Invitee {
  role: InvitationRow['role'];
}

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
    throw preconditionFailed(because('invitations_full', { count: pending, limit: MAX_PENDING }));
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

export function endedEntries(ended: readonly InvitationRow[]): NewLogEntry[] {
  return ended.map(({ kind, value, org_id }) => ({
    kind: 'invitation_ended',
    body: { [kind]: value, org_id },
  }));
}
