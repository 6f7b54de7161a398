import type { Position } from '@ringbinder/protocol';
import { requireRole } from '../../access/index.ts';
import { conflict, exceedsLimit } from '../../errors.ts';
import type { BinderChannel, Reader } from './channel.ts';
import { refusalOf, writeFrame } from './frames.ts';
import type { Hub } from './hub.ts';
import { findPosition } from './queries.ts';
import type { Session } from './session.ts';

export const MAX_SUBSCRIPTIONS = 200;

export interface Subscriptions {
  readonly size: number;
  add(binderId: string, position: Position | undefined, id: number): Promise<void>;
  remove(binderId: string): void;
  find(binderId: string): Reader | undefined;
  pause(): void;
  resume(): void;
  end(): void;
}

interface Subscription {
  binderId: string;
  channel?: BinderChannel;
  reader?: Reader;
  position: Position | undefined;
  id: number | undefined;
  isOver: boolean;
}

export function createSubscriptions(hub: Hub, session: Session): Subscriptions {
  return new SessionSubscriptions(hub, session);
}

class SessionSubscriptions implements Subscriptions {
  readonly #hub: Hub;
  readonly #session: Session;
  readonly #all = new Map<string, Subscription>();

  constructor(hub: Hub, session: Session) {
    this.#hub = hub;
    this.#session = session;
  }

  get size(): number {
    return this.#all.size;
  }

  async add(binderId: string, position: Position | undefined, id: number): Promise<void> {
    this.remove(binderId);
    if (this.#all.size < MAX_SUBSCRIPTIONS) return this.#begin(binderId, position, id);
    this.#sendRefusal(id, exceedsLimit('', `more than ${MAX_SUBSCRIPTIONS} subscriptions of one connection`));
  }

  remove(binderId: string): void {
    const one = this.#all.get(binderId);
    if (one === undefined) return;
    this.#drop(one);
    if (one.id !== undefined) this.#sendRefusal(one.id, conflict('unsubscribed before the answer'));
  }

  find(binderId: string): Reader | undefined {
    return this.#all.get(binderId)?.reader;
  }

  pause(): void {
    for (const one of this.#all.values()) {
      if (one.channel && one.reader && one.reader.seq > 0)
        one.position = { epoch: one.channel.epoch, seq: one.reader.seq };
      this.#leave(one);
    }
  }

  resume(): void {
    for (const { binderId, position, id } of [...this.#all.values()])
      void this.#begin(binderId, position, id);
  }

  end(): void {
    for (const one of this.#all.values()) this.#leave(one);
    this.#all.clear();
  }

  async #begin(binderId: string, position: Position | undefined, id: number | undefined): Promise<void> {
    const { env, channels, limitAccessChecks, metrics, presence } = this.#hub;
    const { actor } = this.#session;
    const one: Subscription = { binderId, position, id, isOver: false };
    this.#all.set(binderId, one);
    metrics.subscriptions++;
    try {
      const row = await limitAccessChecks(() => findPosition(env.db, binderId, actor.userId));
      const role = requireRole(row, binderId, 'read');
      if (one.isOver || row === undefined) return;
      const channel = channels.acquire(binderId, { epoch: row.epoch, seq: row.seq });
      // If the epochs differ, `row.seq` belongs to an earlier history of the binder.
      const memberAt = row.epoch === channel.epoch ? row.seq : 0;
      const reader = this.#createReader(one, actor.userId, { role, memberAt });
      one.channel = channel;
      one.reader = reader;
      await channel.add(reader, position, id);
      if (!one.isOver) presence.join(binderId, this.#session);
    } catch (error) {
      if (!one.isOver) this.#hub.logRefusal(error);
      this.#refuse(one, error);
    }
  }

  #createReader(one: Subscription, userId: string, membership: Pick<Reader, 'role' | 'memberAt'>): Reader {
    const { socket } = this.#session;
    return {
      userId,
      ...membership,
      seq: 0,
      isLive: false,
      attempt: 0,
      isGone: false,
      sendEntries(frame) {
        one.id = undefined;
        socket.sendBytes(frame);
      },
      sendSnapshot(answered, { rest }) {
        one.id = undefined;
        const head = JSON.stringify({ type: 'snapshot', id: answered });
        socket.sendParts(Buffer.from(head.slice(0, -1)), rest);
      },
      end: (reason) => this.#refuse(one, reason),
    };
  }

  #refuse(one: Subscription, error: unknown): void {
    if (one.isOver) return;
    this.#drop(one);
    const { binderId: binder_id, id } = one;
    if (id !== undefined) this.#sendRefusal(id, error);
    else this.#session.socket.send(writeFrame({ type: 'unsubscribed', binder_id, ...refusalOf(error) }));
  }

  #sendRefusal(id: number, error: unknown): void {
    this.#session.socket.send(writeFrame({ type: 'refused', id, ...refusalOf(error) }));
  }

  #drop(one: Subscription): void {
    this.#leave(one);
    if (this.#all.get(one.binderId) === one) this.#all.delete(one.binderId);
  }

  #leave(one: Subscription): void {
    if (one.isOver) return;
    one.isOver = true;
    const { metrics, presence, channels } = this.#hub;
    metrics.subscriptions--;
    if (!one.channel || !one.reader) return;
    one.channel.remove(one.reader);
    presence.leave(one.binderId, this.#session);
    channels.release(one.binderId);
  }
}
