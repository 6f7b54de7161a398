import { changeBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, preconditionFailed } from '../../errors.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import { storeAnswer } from './change-queries.ts';
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
    if (meet.ends_at !== null) throw preconditionFailed(because('meet_call_only'));
    if (meet.host_id === actor.userId) throw preconditionFailed(because('meet_own_call'));
    if (await storeAnswer(change.tx, meet, actor.userId, 'declined'))
      await logWithFeed(change, actor.userId, meet, answerEntry(meet, 'declined'));
  });
}

const answerEntry = ({ id, session_key, name }: MeetRow, answer: 'joined' | 'declined'): NewLogEntry => ({
  kind: 'meet_answered',
  body: { id, session_key, name, answer },
});
