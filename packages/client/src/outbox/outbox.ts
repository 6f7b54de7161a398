import type { RealtimeEntry } from '@ringbinder/protocol';
import type { RingbinderClient } from '../client.ts';
import { backoffMs } from '../realtime/backoff.ts';
import type { ReportError } from '../realtime/listeners.ts';
import type { ReplicaStorage } from '../storage/storage.ts';
import type { MessageToSend, OutboxItem, SendState } from './item.ts';
import { postItem } from './post.ts';

/** What an outbox works with. */
export interface OutboxOptions {
  client: RingbinderClient;
  storage: ReplicaStorage;
  /** Whose it is, once that is known. */
  userId: Promise<string>;
  now: () => number;
  random: () => number;
  report: ReportError;
  /** The items of a binder changed. */
  onChange(binderId: string): void;
  /** The sequence at which the replica of a binder stands; undefined when none is held that would confirm what was sent. */
  seqOf(binderId: string): number | undefined;
}

/** Messages that are to be sent, binder by binder, in the order in which they were given. */
export interface Outbox {
  items(binderId: string): readonly OutboxItem[];
  add(binderId: string, body: MessageToSend): OutboxItem;
  /** Sends what was refused again, or another text in its place. False when there is no such item to change. */
  retry(clientId: string, body?: MessageToSend): boolean;
  /** Takes back what waits or was refused. False for what is on its way. */
  drop(clientId: string): boolean;
  /** The replica of a binder stands elsewhere now: what it has is shown by it. In another history everything is. */
  confirm(binderId: string, isOtherHistory?: boolean): void;
  /** Entries of a binder came: an item that one of them names is done. */
  hear(binderId: string, entries: readonly RealtimeEntry[]): void;
  /** There is a connection: whatever waits is tried now. */
  wake(): void;
  /** Stops sending. Gives when all that is to be kept is written. */
  close(): Promise<void>;
}

const NONE: readonly OutboxItem[] = [];

/** Makes an outbox, which begins with what the storage holds from earlier. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { client, storage, now, random, report, onChange } = options;
  const all = new Map<string, readonly OutboxItem[]>();
  let ownId: string | undefined;
  const running = new Set<string>();
  const stopping = new AbortController();
  let places = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Writes keep their order, so that what was removed last stays removed.
  let written: Promise<void> = options.userId
    .then((userId) => {
      ownId = userId;
      return restore(userId);
    })
    .catch(report);

  async function restore(userId: string): Promise<void> {
    const restored = await storage.loadOutbox(userId);
    if (stopping.signal.aborted) return;
    for (const item of restored) {
      const held = items(item.binderId);
      if (held.some(({ clientId }) => clientId === item.clientId)) continue;
      const waits =
        item.state.status === 'refused' ? item : { ...item, state: { status: 'waiting' as const } };
      // What was given meanwhile is younger.
      const place = held.findLastIndex(({ createdTime }) => createdTime <= item.createdTime) + 1;
      set(item.binderId, held.toSpliced(place, 0, waits));
    }
    for (const binderId of all.keys()) void drain(binderId);
  }

  function items(binderId: string): readonly OutboxItem[] {
    return all.get(binderId) ?? NONE;
  }

  function set(binderId: string, list: readonly OutboxItem[]): void {
    if (list.length > 0) all.set(binderId, list);
    else all.delete(binderId);
    onChange(binderId);
  }

  /** The entry of a message may come before the answer to its POST, and names the message as it was sent. */
  function hear(binderId: string, entries: readonly RealtimeEntry[]): void {
    for (const { kind, actor, body } of entries) {
      if (kind !== 'message_posted' || actor.id !== ownId) continue;
      const item = items(binderId).find(
        ({ clientId }) => clientId === (body as { client_uuid?: unknown }).client_uuid,
      );
      if (item) remove(item);
    }
  }

  function write(change: (userId: string) => Promise<void>): void {
    written = written.then(async () => change(await options.userId)).catch(report);
  }

  function update(item: OutboxItem): void {
    const list = items(item.binderId);
    const at = list.findIndex(({ clientId }) => clientId === item.clientId);
    if (at >= 0) set(item.binderId, list.with(at, item));
  }

  function remove({ binderId, clientId }: OutboxItem): void {
    set(
      binderId,
      items(binderId).filter((item) => item.clientId !== clientId),
    );
    write((userId) => storage.removeOutboxItem(userId, clientId));
  }

  function find(clientId: string): OutboxItem | undefined {
    for (const list of all.values()) {
      const found = list.find((item) => item.clientId === clientId);
      if (found) return found;
    }
    return undefined;
  }

  /** Sends what waits in a binder, one after the other. */
  async function drain(binderId: string): Promise<void> {
    if (running.has(binderId)) return;
    running.add(binderId);
    try {
      // What an earlier visit left comes first.
      await written;
      while (!stopping.signal.aborted && timer === undefined) {
        const next = items(binderId).find(({ state }) => state.status === 'waiting');
        if (!next) return;
        await send(next);
      }
    } finally {
      running.delete(binderId);
    }
  }

  async function send(item: OutboxItem): Promise<void> {
    update({ ...item, state: { status: 'sending' } });
    const state = await postItem(client, item, stopping.signal);
    if (stopping.signal.aborted) return;
    if (!state) {
      update({ ...item, state: { status: 'waiting' } });
      timer ??= setTimeout(wake, backoffMs(failures++, random));
      return;
    }
    failures = 0;
    settle({ ...item, state });
  }

  function settle(item: OutboxItem): void {
    // Its entry was there before the answer.
    if (!find(item.clientId)) return;
    update(item);
    if (item.state.status === 'sent') {
      // It is done: after another start nothing is to be sent again.
      write((userId) => storage.removeOutboxItem(userId, item.clientId));
      confirm(item.binderId);
    } else write((userId) => storage.saveOutboxItem(userId, item));
  }

  function confirm(binderId: string, isOtherHistory = false): void {
    const seq = isOtherHistory ? undefined : options.seqOf(binderId);
    const list = items(binderId);
    const rest = list.filter(({ state }) => !isShownElsewhere(state, seq));
    if (rest.length < list.length) set(binderId, rest);
  }

  function wake(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const binderId of [...all.keys()]) void drain(binderId);
  }

  return {
    items,
    hear,
    add(binderId, body) {
      const clientId = crypto.randomUUID();
      const item: OutboxItem = {
        clientId,
        binderId,
        body,
        createdTime: now(),
        place: ++places,
        idempotencyKey: clientId,
        state: { status: 'waiting' },
      };
      set(binderId, [...items(binderId), item]);
      write((userId) => storage.saveOutboxItem(userId, item));
      void drain(binderId);
      return item;
    },
    retry(clientId, body) {
      const item = find(clientId);
      if (item?.state.status !== 'refused') return false;
      const again: OutboxItem = {
        ...item,
        body: body ?? item.body,
        idempotencyKey: crypto.randomUUID(),
        state: { status: 'waiting' },
      };
      update(again);
      write((userId) => storage.saveOutboxItem(userId, again));
      void drain(item.binderId);
      return true;
    },
    drop(clientId) {
      const item = find(clientId);
      if (item?.state.status !== 'refused' && item?.state.status !== 'waiting') return false;
      remove(item);
      return true;
    },
    confirm,
    wake,
    close() {
      stopping.abort();
      clearTimeout(timer);
      return written;
    },
  };
}

function isShownElsewhere(state: SendState, seq: number | undefined): boolean {
  return state.status === 'sent' && (seq === undefined || state.seq === undefined || state.seq <= seq);
}
