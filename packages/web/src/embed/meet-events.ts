import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import type { MeetContext } from '../meet/context.ts';
import type { EmbedSession } from './session.ts';

interface MeetIdentity {
  binderId?: string;
  /** Returns an empty string for a guest who has not connected yet. */
  sessionKey: () => string;
  isResumed: boolean;
}

export function detailOf({
  binderId,
  sessionKey,
}: Pick<MeetIdentity, 'binderId' | 'sessionKey'>): JsonOptions {
  const session_key = sessionKey();
  return { session_key, meet_id: session_key, ...(binderId && { binder_id: binderId }) };
}

export function meetEventEmitter(session: EmbedSession, identity: MeetIdentity): MeetContext['emit'] {
  const { binderId } = identity;
  return (event) => {
    const detail = detailOf(identity);
    switch (event.type) {
      case 'joined':
        if (event.isResumed || identity.isResumed) session.emit('resume_meet', detail);
        else session.emit('start_meet', detail);
        break;
      case 'exited':
        if (event.reason === 'full') {
          session.emit('reach_limit', detail);
          if (!session.hasCallback('reach_limit')) session.fail(429, event.reason);
          break;
        }
        session.emit('exit_meet', detail);
        if (event.reason === 'refused') session.fail(403, event.reason);
        break;
      case 'ended':
        session.emit('end_meet', detail);
        // The chat is in the binder. A recording may still be in preparation.
        if (binderId) session.emit('save_meet', detail);
        break;
      case 'invited':
        session.emit('invite_meet', detail);
        session.emit('invited_meet', detail);
        session.emit('invite_member', detail);
        break;
      case 'shared':
        session.emit('start_screen_share', detail);
        break;
      case 'unshared':
        session.emit('stop_screen_share', detail);
        break;
      case 'share_failed':
        session.emit('fail', { ...detail, error_code: event.kind });
    }
  };
}
