import type { RealtimeEntry } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import type { RingbinderClient } from '../client.ts';
import type { ReportError } from '../listeners.ts';
import type { ReplicaStorage } from '../storage/storage.ts';
import type { MessageToSend, OutboxItem } from '../types.ts';
import { createOutboxItems } from './items.ts';
import type { OutboxMessage, OutboxPeers } from './peers.ts';
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
  /** Something is being sent. */
  onSend?(): void;
  /** The items of a binder changed. */
  onChange(binderId: string): void;
  /** The sequence at which the replica of a binder stands; undefined when none is held that would confirm what was sent. */
  seqOf(binderId: string): number | undefined;
  /** The outboxes of other tabs, where there are any. */
  peers?: OutboxPeers | undefined;
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
  /** The network is gone: what is being sent waits, to be sent again with the same key. */
  interrupt(): void;
  /** There is a connection: whatever waits is tried now. */
  wake(): void;
  /** Hears what another tab’s outbox tells. */
  receive(message: OutboxMessage): void;
  /** Sends from now on, in the place of another tab. */
  lead(): void;
  /** Another tab sends from now on. */
  follow(): void;
  /** Stops sending. Gives when all that is to be kept is written. */
  close(): Promise<void>;
}

/** Without a network one attempt is made in so long, for when the channel alone is gone. */
const CUT_MS = 30_000;

/** Makes an outbox, which begins with what the storage holds from earlier. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { client, storage, now, random, report, peers } = options;
  const items = createOutboxItems(options.onChange);
  const running = new Set<string>();
  const stopping = new AbortController();
  let sending = new AbortController();
  let isCut = false;
  /** Items that were added here, and of which the tab that sends has not told. */
  const untold = new Set<string>();
  let ownId: string | undefined;
  let places = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Writes keep their order, so that what was removed last stays removed.
  let written: Promise<void> = restore().catch(report);

  function isSender(): boolean {
    return peers?.isSender ?? true;
  }

  async function restore(): Promise<void> {
    ownId = await options.userId;
    const restored = await storage.loadOutbox(ownId);
    if (stopping.signal.aborted) return;
    for (const item of restored) {
      if (items.find(item.clientId)) continue;
      // What was given meanwhile is younger.
      items.insert(item.state.status === 'refused' ? item : { ...item, state: { status: 'waiting' } });
    }
    if (isSender()) drainAll();
    else peers?.tell({ type: 'ask' });
  }

  function write(change: (userId: string) => Promise<void>): void {
    written = written.then(async () => change(await options.userId)).catch(report);
  }

  /** Keeps an item, and then tells the other tabs: what one of them has sent is not written after that. */
  function keep(item: OutboxItem): void {
    write((userId) => storage.saveOutboxItem(userId, item));
    if (peers) written = written.then(() => peers.tell({ type: 'put', item }));
  }

  function drainAll(): void {
    for (const binderId of items.binders()) void drain(binderId);
  }

  /** Sends what waits in a binder, one after the other. */
  async function drain(binderId: string): Promise<void> {
    if (running.has(binderId) || !isSender()) return;
    running.add(binderId);
    try {
      // What an earlier visit left comes first.
      await written;
      while (!stopping.signal.aborted && timer === undefined) {
        const next = items.of(binderId).find(({ state }) => state.status === 'waiting');
        if (!next) return;
        await send(next);
      }
    } finally {
      running.delete(binderId);
    }
  }

  async function send(item: OutboxItem): Promise<void> {
    enter({ ...item, state: { status: 'sending' } });
    options.onSend?.();
    const state = await postItem(client, item, sending.signal);
    if (stopping.signal.aborted) return;
    if (!state) {
      enter({ ...item, state: { status: 'waiting' } });
      timer ??= setTimeout(wake, backoffMs(failures++, random));
      return;
    }
    failures = 0;
    settle({ ...item, state });
  }

  /** What became of an item that is being sent here. */
  function enter(item: OutboxItem): void {
    items.update(item);
    peers?.tell({ type: 'put', item });
  }

  function settle(item: OutboxItem): void {
    // Its entry was there before the answer.
    if (!items.find(item.clientId)) return;
    enter(item);
    if (item.state.status === 'sent') {
      // It is done: after another start nothing is to be sent again.
      write((userId) => storage.removeOutboxItem(userId, item.clientId));
      confirm(item.binderId);
    } else write((userId) => storage.saveOutboxItem(userId, item));
  }

  function confirm(binderId: string, isOtherHistory = false): void {
    items.confirm(binderId, isOtherHistory ? undefined : options.seqOf(binderId));
  }

  function abortSending(): void {
    sending.abort();
    sending = new AbortController();
  }

  function wake(): void {
    clearTimeout(timer);
    timer = undefined;
    drainAll();
  }

  function receive(message: OutboxMessage): void {
    switch (message.type) {
      case 'put':
        put(message.item);
        break;
      case 'remove':
        items.remove(message.binderId, message.clientId);
        break;
      case 'ask':
        if (isSender()) peers?.tell({ type: 'all', items: items.all() });
        break;
      case 'all':
        if (!isSender()) compare(message.items);
    }
  }

  /** An item as another tab has it. */
  function put(item: OutboxItem): void {
    const { binderId, clientId, state } = item;
    untold.delete(clientId);
    // What was sent and is not held was shown by its entry.
    if (!items.update(item) && state.status !== 'sent') items.insert(item);
    if (state.status === 'sent') confirm(binderId);
    else void drain(binderId);
  }

  /** Takes an item out, here and in the other tabs. */
  function remove({ binderId, clientId }: OutboxItem): void {
    items.remove(binderId, clientId);
    write((userId) => storage.removeOutboxItem(userId, clientId));
    peers?.tell({ type: 'remove', binderId, clientId });
  }

  /** The entry of a message may come before the answer to its POST, and names the message as it was sent. */
  function hear(binderId: string, entries: readonly RealtimeEntry[]): void {
    for (const { kind, actor, body } of entries) {
      if (kind !== 'message_posted' || actor.id !== ownId) continue;
      const { client_uuid } = body as { client_uuid?: unknown };
      const item = items.of(binderId).find(({ clientId }) => clientId === client_uuid);
      if (item) remove(item);
    }
  }

  /** What the tab that sends does not have is done; but for what it was never told of, since another one sent then. */
  function compare(held: readonly OutboxItem[]): void {
    const known = new Set(held.map(({ clientId }) => clientId));
    for (const item of items.all()) {
      if (known.has(item.clientId) || item.state.status === 'sent') continue;
      if (untold.has(item.clientId)) keep(item);
      else items.remove(item.binderId, item.clientId);
    }
    for (const item of held) put(item);
  }

  return {
    items: items.of,
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
      if (!isSender()) untold.add(clientId);
      items.insert(item);
      keep(item);
      void drain(binderId);
      return item;
    },
    retry(clientId, body) {
      const item = items.find(clientId);
      if (item?.state.status !== 'refused') return false;
      const again: OutboxItem = {
        ...item,
        body: body ?? item.body,
        idempotencyKey: crypto.randomUUID(),
        state: { status: 'waiting' },
      };
      items.update(again);
      keep(again);
      void drain(item.binderId);
      return true;
    },
    drop(clientId) {
      const item = items.find(clientId);
      if (item?.state.status !== 'refused' && item?.state.status !== 'waiting') return false;
      remove(item);
      return true;
    },
    confirm,
    interrupt() {
      isCut = true;
      abortSending();
      clearTimeout(timer);
      timer = setTimeout(wake, CUT_MS);
    },
    wake() {
      // What was tried while the network was gone may hang.
      if (isCut) abortSending();
      isCut = false;
      wake();
    },
    receive,
    lead() {
      // What the tab that sent before was about to send goes again, with the same key.
      for (const item of items.all())
        if (item.state.status === 'sending') items.update({ ...item, state: { status: 'waiting' } });
      written = written.then(restore).catch(report);
      wake();
    },
    follow: () => peers?.tell({ type: 'ask' }),
    close() {
      stopping.abort();
      sending.abort();
      clearTimeout(timer);
      return written;
    },
  };
}
