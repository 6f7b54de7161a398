import type { EphemeralData, EphemeralKind } from '@ringbinder/protocol';
import type { SharedRedis } from '../../../storage/redis.ts';
import { writeFrame } from '../frames.ts';
import type { Session } from '../session.ts';
import { createRelay } from './relay.ts';

/** In a larger crowd nobody is told who comes and goes: each who comes would be told to all, and all to each. */
const MAX_CROWD = 200;

/** Who is where, as far as this process knows, and what they do at this moment. */
export interface Presence {
  /** Somebody follows a binder from now on: the others are told, and who comes is told of the others. */
  join(binderId: string, session: Session): void;
  leave(binderId: string, session: Session): void;
  /** Tells the others something. */
  publish(binderId: string, session: Session, kind: EphemeralKind, data: EphemeralData): void;
}

interface Present {
  session: Session;
  /** What was told last of them. */
  data: EphemeralData;
}

/** Keeps who is present in the binders of one environment. */
export function createPresence(redis: SharedRedis | null): Presence {
  const binders = new Map<string, Map<string, Present>>();

  /** Tells all in this process but one. */
  function tell(binderId: string, frame: Buffer, exceptSession: string): void {
    for (const { session } of binders.get(binderId)?.values() ?? [])
      if (session.id !== exceptSession) session.outlet.sendEphemeral(frame);
  }

  const relay = createRelay(redis, {
    heard: tell,
    heardFor: (binderId, sessionId, frame) =>
      binders.get(binderId)?.get(sessionId)?.session.outlet.sendEphemeral(frame),
    present: (binderId) => {
      const here = binders.get(binderId);
      if (!here || here.size > MAX_CROWD) return [];
      return [...here.values()].map(({ session, data }) => frameOf(binderId, session, 'presence', data));
    },
  });

  function announce(binderId: string, session: Session, data: EphemeralData, isNew: boolean): void {
    const frame = frameOf(binderId, session, 'presence', data);
    tell(binderId, frame, session.id);
    relay.send(binderId, session.id, frame, isNew);
  }

  return {
    join(binderId, session) {
      const here = binders.get(binderId) ?? new Map<string, Present>();
      binders.set(binderId, here);
      if (here.size < MAX_CROWD)
        for (const { session: other, data } of here.values())
          session.outlet.sendEphemeral(frameOf(binderId, other, 'presence', data));
      here.set(session.id, { session, data: { state: 'online' } });
      if (here.size <= MAX_CROWD) announce(binderId, session, { state: 'online' }, true);
    },
    leave(binderId, session) {
      const here = binders.get(binderId);
      if (!here?.delete(session.id)) return;
      if (here.size === 0) binders.delete(binderId);
      if (here.size < MAX_CROWD) announce(binderId, session, { state: 'offline' }, false);
    },
    publish(binderId, session, kind, data) {
      const here = binders.get(binderId)?.get(session.id);
      if (here === undefined) return;
      if (kind === 'presence') here.data = data;
      const frame = frameOf(binderId, session, kind, data);
      tell(binderId, frame, session.id);
      relay.send(binderId, session.id, frame, false);
    },
  };
}

function frameOf(binderId: string, session: Session, kind: EphemeralKind, data: EphemeralData): Buffer {
  const { user, id: session_id } = session;
  return writeFrame({ type: 'ephemeral', binder_id: binderId, kind, user, session_id, data });
}
