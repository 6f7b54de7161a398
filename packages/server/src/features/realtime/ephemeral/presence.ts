import type { EphemeralData, EphemeralKind } from '@ringbinder/protocol';
import type { SharedRedis } from '../../../storage/redis.ts';
import { createFrameRate, type FrameRate } from '../frame-rate.ts';
import { messageBytes, writeFrame } from '../frames.ts';
import type { Session } from '../session.ts';
import type { FollowedLists } from './followed-lists.ts';
import { createRelay } from './relay.ts';

/**
 * With more sessions in a binder, arrivals and departures are not announced, because each sends a frame to every
 * session.
 */
const MAX_CROWD = 200;

/**
 * Half of a process's capacity, per binder. Twenty people who move their pointers cause 24,000 frames a
 * second.
 */
const SENT = { burst: 50_000, perSecond: 50_000 };

const MAX_INTRODUCED = 500;

/** Frames of these kinds also go to sessions that show the binder in a list. */
const LISTED_KINDS: readonly EphemeralKind[] = ['presence', 'typing'];

export interface Presence {
  join(binderId: string, session: Session): void;
  leave(binderId: string, session: Session): void;
  publish(binderId: string, session: Session, kind: EphemeralKind, data: EphemeralData): void;
  hasAudience(binderId: string): boolean;
  notify(binderId: string, frame: Buffer): void;
  introduce(session: Session, binderIds: readonly string[]): void;
}

interface Present {
  session: Session;
  data: EphemeralData;
}

export function createPresence(redis: SharedRedis | null, lists: FollowedLists): Presence {
  const binders = new Map<string, Map<string, Present>>();
  const rates = new Map<string, FrameRate>();

  function notify(binderId: string, frame: Buffer, exceptSession: string): void {
    const here = binders.get(binderId);
    if (!here || !rates.get(binderId)?.take(here.size)) return;
    const message = messageBytes(frame);
    for (const { session } of here.values())
      if (session.id !== exceptSession) session.socket.sendEphemeral(message);
  }

  function notifyLists(binderId: string, frame: Buffer): void {
    const followers = lists.sessionsOf(binderId);
    if (followers.size > MAX_CROWD) return;
    const here = binders.get(binderId);
    const message = messageBytes(frame);
    for (const session of followers.values())
      if (!here?.has(session.id)) session.socket.sendEphemeral(message);
  }

  const relay = createRelay(redis, {
    onRemoteFrame(binderId, frame, fromSession, isListed) {
      notify(binderId, frame, fromSession);
      if (isListed) notifyLists(binderId, frame);
    },
    onAddressedFrame: (binderId, sessionId, frame) =>
      (
        binders.get(binderId)?.get(sessionId)?.session ?? lists.sessionsOf(binderId).get(sessionId)
      )?.socket.sendEphemeral(messageBytes(frame)),
    present: (binderId) => {
      const here = binders.get(binderId);
      if (!here || here.size > MAX_CROWD) return [];
      return [...here.values()].map(({ session, data }) => frameOf(binderId, session, 'presence', data));
    },
  });

  function announce(binderId: string, session: Session, data: EphemeralData, isNew: boolean): void {
    const frame = frameOf(binderId, session, 'presence', data);
    notify(binderId, frame, session.id);
    notifyLists(binderId, frame);
    relay.send(binderId, session.id, frame, { asks: isNew, isListed: true });
  }

  return {
    join(binderId, session) {
      const here = binders.get(binderId) ?? new Map<string, Present>();
      binders.set(binderId, here);
      if (!rates.has(binderId)) rates.set(binderId, createFrameRate(SENT));
      if (here.size < MAX_CROWD)
        for (const { session: other, data } of here.values())
          session.socket.sendEphemeral(messageBytes(frameOf(binderId, other, 'presence', data)));
      here.set(session.id, { session, data: { state: 'online' } });
      if (here.size <= MAX_CROWD) announce(binderId, session, { state: 'online' }, true);
    },
    leave(binderId, session) {
      const here = binders.get(binderId);
      if (!here?.delete(session.id)) return;
      if (here.size === 0) {
        binders.delete(binderId);
        rates.delete(binderId);
      }
      if (here.size < MAX_CROWD) announce(binderId, session, { state: 'offline' }, false);
    },
    publish(binderId, session, kind, data) {
      const here = binders.get(binderId)?.get(session.id);
      if (here === undefined) return;
      if (kind === 'presence') here.data = data;
      const frame = frameOf(binderId, session, kind, data);
      const isListed = LISTED_KINDS.includes(kind);
      notify(binderId, frame, session.id);
      if (isListed) notifyLists(binderId, frame);
      relay.send(binderId, session.id, frame, { isListed });
    },
    hasAudience(binderId) {
      const here = binders.get(binderId);
      return here !== undefined && here.size <= MAX_CROWD;
    },
    notify: (binderId, frame) => notify(binderId, frame, ''),
    introduce(session, binderIds) {
      let introduced = 0;
      for (const binderId of binderIds) {
        const here = binders.get(binderId);
        if (!here || here.size > MAX_CROWD || here.has(session.id)) continue;
        for (const { session: other, data } of here.values()) {
          if (other.id !== session.id && introduced++ < MAX_INTRODUCED)
            session.socket.sendEphemeral(messageBytes(frameOf(binderId, other, 'presence', data)));
        }
      }
      relay.askFor(session.id, binderIds);
    },
  };
}

function frameOf(binderId: string, session: Session, kind: EphemeralKind, data: EphemeralData): Buffer {
  const { user, id: session_id } = session;
  return writeFrame({ type: 'ephemeral', binder_id: binderId, kind, user, session_id, data });
}
