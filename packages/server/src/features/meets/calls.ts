import { RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import { changeBinder, findRolesAmong } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, notFound, preconditionFailed, withDetails } from '../../errors.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import { deleteRing, storeAnswer, storeRing } from './change-queries.ts';
import type { MeetRow } from './queries.ts';
import { requireOpen } from './running.ts';
import { logWithFeed, type MeetCall, readMeet } from './service.ts';

/** In a conversation, the log entry stops the ringing of the member's other devices. */
export async function storeAttendee(env: Environment, meet: MeetRow, userId: string): Promise<void> {
  if (meet.ends_at !== null) return;
  const { binder_id: binderId } = meet;
  const [binder] = await env.db.query<{ conversation: boolean }>(
    'SELECT conversation FROM binders WHERE id = $1',
    [binderId],
  );
  if (!binder?.conversation || meet.host_id === userId) {
    await storeAnswer(env.db, meet, userId, 'joined');
    return;
  }
  await env.db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR NO KEY UPDATE', [binderId]);
    if (!(await storeAnswer(tx, meet, userId, 'joined'))) return;
    const at = env.clock.now();
    await append(tx, { binderId, actorId: userId, at, bus: env.bus }, [answerEntry(meet, 'joined')]);
  });
}

export async function declineMeet({ env, db, actor, sessionKey }: MeetCall): Promise<void> {
  const { binder_id: binderId } = await readMeet(db, sessionKey);
  await changeBinder({ env, db, actor, binderId }, 'read', async (change) => {
    const meet = await readMeet(change.tx, sessionKey);
    requireOpen(meet);
    const wasRung = await deleteRing(change.tx, meet, actor.userId);
    if (!wasRung && meet.ends_at !== null) throw preconditionFailed(because('meet_call_only'));
    if (!wasRung && meet.host_id === actor.userId) throw preconditionFailed(because('meet_own_call'));
    if ((await storeAnswer(change.tx, meet, actor.userId, 'declined')) || wasRung)
      await logWithFeed(change, actor.userId, meet, answerEntry(meet, 'declined'));
  });
}

/** Calls a member into a running meet. A member who is in it, or is being called, is not called again. */
export async function ringMember({ env, db, actor, sessionKey }: MeetCall, userId: string): Promise<void> {
  const { binder_id: binderId } = await readMeet(db, sessionKey);
  await changeBinder({ env, db, actor, binderId }, 'write', async (change) => {
    const { tx, at } = change;
    const meet = await readMeet(tx, sessionKey);
    requireOpen(meet);
    if (meet.state !== 'SESSION_STARTED')
      throw preconditionFailed(withDetails(because('meet_over'), 'the meet has not started'));
    const roles = await findRolesAmong(tx, binderId, [userId]);
    if (userId === actor.userId || !roles.has(userId)) throw notFound('member', userId);
    const ring = { userId, by: actor.userId, at, ringMs: RING_DURATION_MS };
    if (!(await storeRing(tx, meet, ring))) return;
    const body = { id: meet.id, session_key: sessionKey, name: meet.name, user_id: userId };
    await change.log([{ kind: 'meet_rung', body }]);
  });
}

const answerEntry = ({ id, session_key, name }: MeetRow, answer: 'joined' | 'declined'): NewLogEntry => ({
  kind: 'meet_answered',
  body: { id, session_key, name, answer },
});
