import type { EphemeralData, EphemeralKind } from '@ringbinder/protocol';
import type { SharedRedis } from '../../../storage/redis.ts';
import { createFrameRate, type FrameRate } from '../frame-rate.ts';
import { messageBytes, writeFrame } from '../frames.ts';
import type { Session } from '../session.ts';
import type { FollowedLists } from './followed-lists.ts';
import { createRelay } from './relay.ts';

/** In a larger crowd nobody is told who comes and goes: each who comes would be told to all, and all to each. */
const MAX_CROWD = 200;

/**
 * What one process sends of one binder: half of what it can send at all. Twenty people with pointers that move at each
 * picture of a screen are 24,000 a second; one in a crowd of 5,000 would be 300,000.
 */
const SENT = { burst: 50_000, perSecond: 50_000 };

/** Of those who are present in all binders of somebody, so many are told when the list of binders is answered. */
const MAX_INTRODUCED = 500;

/** Kinds of which those are told too who follow their list of binders. */
const LISTED_KINDS: readonly EphemeralKind[] = ['presence', 'typing'];

/** Who is where, as far as this process knows, and what they do at this moment. */
export interface Presence {
  /** Somebody follows a binder from now on: the others are told, and who comes is told of the others. */
  join(binderId: string, session: Session): void;
  leave(binderId: string, session: Session): void;
  /** Tells the others something. */
  publish(binderId: string, session: Session, kind: EphemeralKind, data: EphemeralData): void;
  /** Whether somebody is here who would be told by `tell`: nobody is in a crowd. */
  isTold(binderId: string): boolean;
  /** Tells all who follow a binder in this process something that may be lost. */
  tell(binderId: string, frame: Buffer): void;
  /** Tells a session that follows its binders who is present in them. */
  introduce(session: Session, binderIds: readonly string[]): void;
}

interface Present {
  session: Session;
  /** What was told last of them. */
  data: EphemeralData;
}

/** Keeps who is present in the binders of one environment. @param lists who follows the list of their binders */
export function createPresence(redis: SharedRedis | null, lists: FollowedLists): Presence {
  const binders = new Map<string, Map<string, Present>>();
  const rates = new Map<string, FrameRate>();

  /** Tells all in this process but one; nobody when too much is told of the binder. */
  function tell(binderId: string, frame: Buffer, exceptSession: string): void {
    const here = binders.get(binderId);
    if (!here || !rates.get(binderId)?.take(here.size)) return;
    const message = messageBytes(frame);
    for (const { session } of here.values())
      if (session.id !== exceptSession) session.socket.sendEphemeral(message);
  }

  /** Tells those who follow the list of their binders, and not this binder by itself. A crowd is not told. */
  function tellLists(binderId: string, frame: Buffer): void {
    const followers = lists.sessionsOf(binderId);
    if (followers.size > MAX_CROWD) return;
    const here = binders.get(binderId);
    const message = messageBytes(frame);
    for (const session of followers.values())
      if (!here?.has(session.id)) session.socket.sendEphemeral(message);
  }

  const relay = createRelay(redis, {
    heard(binderId, frame, fromSession, isListed) {
      tell(binderId, frame, fromSession);
      if (isListed) tellLists(binderId, frame);
    },
    heardFor: (binderId, sessionId, frame) =>
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
    tell(binderId, frame, session.id);
    tellLists(binderId, frame);
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
      tell(binderId, frame, session.id);
      if (isListed) tellLists(binderId, frame);
      relay.send(binderId, session.id, frame, { isListed });
    },
    isTold(binderId) {
      const here = binders.get(binderId);
      return here !== undefined && here.size <= MAX_CROWD;
    },
    tell: (binderId, frame) => tell(binderId, frame, ''),
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
