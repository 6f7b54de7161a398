import type { MeetReply } from '@ringbinder/protocol';
import { changeBinder } from '../../access/index.ts';
import { updateRevision } from './change-queries.ts';
import { storeReply } from './invitation-queries.ts';
import { requireOpen } from './running.ts';
import { type MeetCall, readMeet } from './service.ts';

export async function replyToMeet({ env, db, actor, sessionKey }: MeetCall, reply: MeetReply): Promise<void> {
  const { binder_id: binderId } = await readMeet(db, sessionKey);
  await changeBinder({ env, db, actor, binderId }, 'read', async (change) => {
    const meet = await readMeet(change.tx, sessionKey);
    requireOpen(meet);
    if (!(await storeReply(change.tx, meet, { userId: actor.userId, reply, at: change.at }))) return;
    await updateRevision(change.tx, meet);
    const body = { id: meet.id, session_key: sessionKey, name: meet.name, reply };
    await change.log([{ kind: 'meet_replied', body }]);
  });
}
