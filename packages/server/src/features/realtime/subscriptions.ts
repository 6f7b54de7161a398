import type { Position } from '@ringbinder/protocol';
import { requireRole } from '../../access/index.ts';
import { type ApiError, conflict, exceedsLimit } from '../../errors.ts';
import type { BinderChannel, Reader } from './channel.ts';
import { refusalOf, writeFrame } from './frames.ts';
import type { Hub } from './hub.ts';
import { findPosition } from './queries.ts';
import type { Session } from './session.ts';

/** Binders that one connection follows. */
export const MAX_SUBSCRIPTIONS = 200;

/** What one connection is subscribed to. */
export interface Subscriptions {
  readonly size: number;
  /** Subscribes, in place of an earlier subscription to the same binder, and answers to `id`. */
  add(binderId: string, position: Position | undefined, id: number): Promise<void>;
  remove(binderId: string): void;
  /** The subscription to a binder, once it has begun. */
  find(binderId: string): Reader | undefined;
  /** Stops all deliveries and remembers how far each has come. */
  pause(): void;
  /** Goes on where `pause` stopped, after another access check. */
  resume(): void;
  end(): void;
}

interface Subscription {
  binderId: string;
  /** Missing until access was checked. */
  channel?: BinderChannel;
  reader?: Reader;
  position: Position | undefined;
  /** What is yet to be answered. */
  id: number | undefined;
  isOver: boolean;
}

/** Keeps the subscriptions of a connection. */
export function createSubscriptions(hub: Hub, session: Session): Subscriptions {
  const { env, channels } = hub;
  const all = new Map<string, Subscription>();

  function leave(one: Subscription): void {
    if (one.isOver) return;
    one.isOver = true;
    hub.metrics.subscriptions--;
    if (!one.channel || !one.reader) return;
    one.channel.remove(one.reader);
    hub.presence.leave(one.binderId, session);
    channels.release(one.binderId);
  }

  function drop(one: Subscription): void {
    leave(one);
    if (all.get(one.binderId) === one) all.delete(one.binderId);
  }

  /** Ends a subscription for another one, or because the client wants none. What is not answered yet is now. */
  function giveUp(binderId: string): void {
    const one = all.get(binderId);
    if (one === undefined) return;
    drop(one);
    if (one.id === undefined) return;
    const refusal = refusalOf(conflict('it was given up before it was answered'));
    session.socket.send(writeFrame({ type: 'refused', id: one.id, ...refusal }));
  }

  async function begin(
    binderId: string,
    position: Position | undefined,
    id: number | undefined,
  ): Promise<void> {
    const one: Subscription = { binderId, position, id, isOver: false };
    all.set(binderId, one);
    hub.metrics.subscriptions++;
    const refuse = (error: unknown) => {
      if (one.isOver) return;
      drop(one);
      const refusal = refusalOf(error);
      if (one.id === undefined)
        session.socket.send(writeFrame({ type: 'unsubscribed', binder_id: binderId, ...refusal }));
      else session.socket.send(writeFrame({ type: 'refused', id: one.id, ...refusal }));
    };
    try {
      const row = await hub.limitAccessChecks(() => findPosition(env.db, binderId, session.actor.userId));
      const role = requireRole(row, binderId, 'read');
      if (one.isOver || row === undefined) return;
      const channel = channels.acquire(binderId, { epoch: row.epoch, seq: row.seq });
      const reader: Reader = {
        userId: session.actor.userId,
        // Of another history the channel has yet to hear.
        memberAt: row.epoch === channel.epoch ? row.seq : 0,
        seq: 0,
        isLive: false,
        attempt: 0,
        role,
        isGone: false,
        sendEntries(frame) {
          one.id = undefined;
          session.socket.sendBytes(frame);
        },
        sendSnapshot(answered, { rest }) {
          one.id = undefined;
          const head = JSON.stringify({ type: 'snapshot', id: answered });
          session.socket.sendParts(Buffer.from(head.slice(0, -1)), rest);
        },
        end: (reason: ApiError) => refuse(reason),
      };
      one.channel = channel;
      one.reader = reader;
      await channel.add(reader, position, id);
      if (!one.isOver) hub.presence.join(binderId, session);
    } catch (error) {
      if (!one.isOver) hub.logRefusal(error);
      refuse(error);
    }
  }

  return {
    get size() {
      return all.size;
    },
    async add(binderId, position, id) {
      giveUp(binderId);
      if (all.size < MAX_SUBSCRIPTIONS) return begin(binderId, position, id);
      const refusal = refusalOf(
        exceedsLimit('', `more than ${MAX_SUBSCRIPTIONS} subscriptions of one connection`),
      );
      session.socket.send(writeFrame({ type: 'refused', id, ...refusal }));
    },
    remove: giveUp,
    find: (binderId) => all.get(binderId)?.reader,
    pause() {
      for (const one of all.values()) {
        if (one.channel && one.reader && one.reader.seq > 0)
          one.position = { epoch: one.channel.epoch, seq: one.reader.seq };
        leave(one);
      }
    },
    resume() {
      for (const { binderId, position, id } of [...all.values()]) void begin(binderId, position, id);
    },
    end() {
      for (const one of all.values()) leave(one);
      all.clear();
    },
  };
}
