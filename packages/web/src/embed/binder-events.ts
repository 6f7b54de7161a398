import type { Replica } from '@ringbinder/client';
import { postedMessage } from '../binder/posted-message.ts';
import type { EmbedSession } from './session.ts';

export function emitBinderEvents(session: EmbedSession, replica: Replica, me: string): () => void {
  const binder_id = replica.binderId;
  return replica.onChange((change) => {
    if (change.type === 'status' && change.status.status === 'ended') {
      const isDeleted = change.status.code === 'RESPONSE_ERROR_NOT_FOUND';
      session.emit(isDeleted ? 'delete_binder' : 'leave_binder', { binder_id });
    }
    if (change.type !== 'entries') return;
    for (const entry of change.entries) {
      const { kind, actor } = entry;
      if (kind === 'message_posted') {
        const posted = postedMessage(entry);
        const message = posted?.text ?? posted?.richtext ?? '';
        session.emit(actor.id === me ? 'publish_feed' : 'receive_feed', { message, binder_id });
      } else if (kind === 'member_removed') session.emit('remove_binder_user', { binder_id });
    }
  });
}
