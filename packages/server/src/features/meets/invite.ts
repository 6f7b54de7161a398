import { type BinderChange, changeBinder, memberProblem, requireNoProblems } from '../../access/index.ts';
import { ApiError, because, notFound, preconditionFailed } from '../../errors.ts';
import { addMembers } from '../binders/index.ts';
import { findIdentified } from '../users/index.ts';
import { updateRevision } from './change-queries.ts';
import { countInvitations, upsertInvitations } from './invitation-queries.ts';
import { meetUrl } from './present.ts';
import { requireOpen } from './running.ts';
import { type MeetCall, type NamedMeet, readMeet } from './service.ts';

const MAX_INVITED = 500;

type Added = Parameters<typeof addMembers>[1];

/**
 * Adds or invites users who are not members to the binder.
 *
 * @param take throws if the caller's invitations exceed the limit
 */
export async function inviteToMeet(
  { env, db, actor, sessionKey }: MeetCall,
  users: Added,
  options: { message: string; sendsMail: boolean; take(count: number): Promise<void> },
): Promise<void> {
  const { binder_id: binderId } = await readMeet(db, sessionKey);
  return changeBinder({ env, db, actor, binderId }, 'write', async (change) => {
    const meet = await readMeet(change.tx, sessionKey);
    if (meet.state === 'SESSION_DELETED') throw notFound('meet', sessionKey);
    requireOpen(meet);
    const { message, sendsMail, take } = options;
    // People without an account get only the email about the binder.
    const invitation = { message: `${message}\n\nMeet: ${meet.name}\n${meetUrl(env, meet)}`.trim(), take };
    const call = { env, db: change.tx, actor, binderId };
    await addMembers(call, users, { ownOrgOnly: false, invitations: invitation }).catch(ignoreConflict);
    const userIds = await identify(change, actor.orgId, users);
    if (userIds.length === 0) return;
    await take(userIds.length);
    const by = { userId: actor.userId, message, at: change.at, sendsMail: sendsMail && meet.sends_mail };
    await upsertInvitations(change.tx, meet, userIds, by);
    await checkCount(change, meet);
    await updateRevision(change.tx, meet);
    const body = { id: meet.id, session_key: sessionKey, name: meet.name, user_ids: userIds };
    await change.log([{ kind: 'meet_invited', body }]);
  });
}

function ignoreConflict(error: unknown): void {
  if (error instanceof ApiError && error.code === 'RESPONSE_ERROR_CONFLICT') return;
  throw error;
}

async function identify({ tx, access }: BinderChange, orgId: string, users: Added): Promise<string[]> {
  const identities = users.map(({ user: { id, unique_id, email, org_id = orgId } }) =>
    id === undefined ? { unique_id, email, org_id } : { id },
  );
  const matchingUsers = await findIdentified(tx, identities, access);
  const problems = matchingUsers.flatMap((user) => {
    const problem = memberProblem(user);
    return problem === undefined ? [] : [{ path: `users[${user.ordinal}].user`, ...problem }];
  });
  requireNoProblems(problems);
  return [...new Set(matchingUsers.map(({ id }) => id))];
}

async function checkCount({ tx }: BinderChange, meet: NamedMeet): Promise<void> {
  const count = await countInvitations(tx, meet);
  if (count > MAX_INVITED)
    throw preconditionFailed(because('meet_invited_full', { count, limit: MAX_INVITED }));
}
