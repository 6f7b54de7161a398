import type { MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import { because, forbidden, preconditionFailed, tooManyRequests, withDetails } from '../../errors.ts';
import { createFrameRate } from '../realtime/index.ts';
import type { Member } from './member.ts';

type CaptionFrame = Extract<MeetClientFrame, { type: 'caption' }>;

/** Speaking a phrase takes more than half a second. */
const RATE = { burst: 10, perSecond: 2 };

export interface SpokenPhrase {
  userId: string;
  name: string;
  language: string;
  text: string;
  startedAt: number;
  endedAt: number;
}

export interface RoomCaptions {
  take(member: Member, frame: CaptionFrame): Promise<void>;
}

export function createRoomCaptions(parts: {
  isOn(): boolean;
  now(): number;
  write(phrase: SpokenPhrase): Promise<void>;
  broadcast(frame: MeetServerFrame): void;
}): RoomCaptions {
  const rates = new WeakMap<Member, ReturnType<typeof createFrameRate>>();
  return {
    async take(member, { text, language, duration_ms: duration }) {
      if (!parts.isOn()) throw preconditionFailed(because('meet_captions_off'));
      // Viewers may not write text, so they must be heard.
      const mustBeHeard = member.rights.role === 'viewer';
      if (member.muted.has('microphone') || (mustBeHeard && !member.published.has('microphone')))
        throw forbidden(because('meet_microphone_off'));
      const rate = rates.get(member) ?? createFrameRate(RATE);
      rates.set(member, rate);
      if (!rate.take())
        throw tooManyRequests(withDetails(because('too_many_calls'), 'too many captions at once'), 1);
      const { visitor } = member;
      if (visitor.kind === 'guest')
        throw forbidden(withDetails(because('guest_may_not'), 'a guest must not send captions'));
      const endedAt = parts.now();
      await parts.write({
        name: visitor.name,
        language,
        text,
        endedAt,
        startedAt: endedAt - duration,
        userId: visitor.userId,
      });
      parts.broadcast({ type: 'captioned', participant_id: member.id, text, language });
    },
  };
}
