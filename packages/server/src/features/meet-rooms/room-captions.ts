import type { MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import { forbidden, preconditionFailed, tooManyRequests } from '../../errors.ts';
import { createFrameRate } from '../realtime/index.ts';
import type { Member } from './member.ts';

type CaptionFrame = Extract<MeetClientFrame, { type: 'caption' }>;

/** A phrase takes longer than half a second. */
const RATE = { burst: 10, perSecond: 2 };

/** A phrase as a room hands it on. Times in milliseconds since 1970. */
export interface SpokenPhrase {
  userId: string;
  name: string;
  language: string;
  text: string;
  startedAt: number;
  endedAt: number;
}

export interface RoomCaptions {
  /**
   * Writes a phrase down, and shows it to all. Throws precondition failed unless a host wishes it, forbidden for whoever is not
   * heard and may not write in the binder either, 429 for too many.
   */
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
      if (!parts.isOn()) throw preconditionFailed('captions are off: a host turns them on');
      // Whoever may write in the binder may also type there; others are written down only while they are heard.
      const mustBeHeard = member.rights.role === 'viewer';
      if (member.muted.has('microphone') || (mustBeHeard && !member.published.has('microphone')))
        throw forbidden('your microphone is off');
      const rate = rates.get(member) ?? createFrameRate(RATE);
      rates.set(member, rate);
      if (!rate.take()) throw tooManyRequests('too many captions at once', 1);
      const { visitor } = member;
      // What guests say is heard, and not written into a binder in which they have no rights.
      if (visitor.kind === 'guest') throw forbidden('what a guest says is not written down');
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
