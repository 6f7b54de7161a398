import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import type { MeetContext } from '../meet/context.ts';
import type { EmbedSession } from './session.ts';

interface ToldMeet {
  binderId?: string;
  /** Of a guest it is known once the guest was welcomed. */
  sessionKey: () => string;
  /** It ran already when it was opened, and is one's own. */
  isResumed: boolean;
}

/** How events of a meet name it. */
export function detailOf({ binderId, sessionKey }: Pick<ToldMeet, 'binderId' | 'sessionKey'>): JsonOptions {
  const session_key = sessionKey();
  return { session_key, meet_id: session_key, ...(binderId && { binder_id: binderId }) };
}

/** Tells the page what happens to somebody in a meet, by the callbacks of the SDK. */
export function tellOfMeet(session: EmbedSession, told: ToldMeet): MeetContext['tell'] {
  const { binderId } = told;
  return (event) => {
    const detail = detailOf(told);
    switch (event.type) {
      case 'joined':
        if (event.isResumed || told.isResumed) session.emit('resume_meet', detail);
        else session.emit('start_meet', detail);
        break;
      case 'exited':
        // Who finds no place was not in it.
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
        // What was said and recorded stays in the binder.
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
