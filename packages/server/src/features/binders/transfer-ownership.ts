import {
  type BinderCall,
  type BinderChange,
  changeBinderAsMemberOrAdmin,
  type MemberOrAdminAccess,
  memberProblem,
  requireNoProblems,
} from '../../access/index.ts';
import { notFound } from '../../errors.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { recordAudit } from '../audit/index.ts';
import { requestDepartures } from '../departures/index.ts';
import type { IdentifiedUser } from '../users/index.ts';
import { identify } from './identities.ts';
import * as queries from './member-queries.ts';

type Change = Omit<BinderChange, 'access'> & { access: MemberOrAdminAccess };

/**
 * The owner names a member. Admins of the binder's org or partner name a member or another person of its org,
 * because owners leave.
 */
export function transferOwnership(call: BinderCall, userId: string, address: string): Promise<void> {
  const { actor, binderId } = call;
  return changeBinderAsMemberOrAdmin(call, 'own', async (change) => {
    const { tx, access, at, log } = change;
    const [successor] = await identify(tx, access, actor, [{ id: userId }], () => 'user_id');
    const mayJoin = access.isAdmin && successor?.org_id === access.orgId && !successor.is_bot;
    if (!successor || !(successor.role || mayJoin)) throw notFound('member', userId);
    if (successor.role === 'owner') return;
    const problem = memberProblem(successor);
    if (problem !== undefined) requireNoProblems([{ path: 'user_id', ...problem }]);
    const steppingDown = await stepDown(change);
    await log([await promote(change, successor), steppingDown]);
    if (!successor.role) await requestDepartures(tx, [binderId], [userId], { actorId: actor.userId, at });
    if (!access.isAdmin) return;
    await recordAudit(tx, {
      at,
      actorId: actor.userId,
      partnerId: access.partnerId,
      orgId: access.orgId,
      action: 'binder.hand-over',
      target: binderId,
      address,
      details: { user_id: userId, previous_user_id: steppingDown.body.user_id },
    });
  });
}

async function stepDown({ tx, access: { binderId }, at }: Change) {
  const { id, name } = await queries.findOwner(tx, binderId);
  await queries.updateRole(tx, binderId, id, 'editor', at);
  return {
    kind: 'member_changed',
    body: { user_id: id, name, type: 'BOARD_READ_WRITE' },
  } satisfies NewLogEntry;
}

async function promote(
  { tx, access: { binderId }, at }: Change,
  { id, name, role }: IdentifiedUser,
): Promise<NewLogEntry> {
  if (role) await queries.updateRole(tx, binderId, id, 'owner', at);
  else await queries.insertMembers(tx, binderId, [{ userId: id, role: 'owner' }], at);
  await queries.updateOwner(tx, binderId, id);
  return {
    kind: role ? 'member_changed' : 'member_added',
    body: { user_id: id, name, type: 'BOARD_OWNER' },
  };
}
