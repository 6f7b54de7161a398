import type { RealtimeEntry } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import type { RingbinderClient } from '../client.ts';
import type { ReportError } from '../listeners.ts';
import type { ReplicaStorage } from '../storage/storage.ts';
import type { MessageToSend, OutboxItem } from '../types.ts';
import { createOutboxItems } from './items.ts';
import type { OutboxMessage, OutboxPeers } from './peers.ts';
import { postItem } from './post.ts';

export interface OutboxOptions {
  client: RingbinderClient;
  storage: ReplicaStorage;
  userId: Promise<string>;
  now: () => number;
  random: () => number;
  report: ReportError;
  onSend?(): void;
  onChange(binderId: string): void;
  seqOf(binderId: string): number | undefined;
  peers?: OutboxPeers | undefined;
}

export interface Outbox {
  items(binderId: string): readonly OutboxItem[];
  add(binderId: string, body: MessageToSend): OutboxItem;
  retry(clientId: string, body?: MessageToSend): boolean;
  drop(clientId: string): boolean;
  /**
   * Removes the sent items that the binder's replica contains. Without a replica, or if its history was
   * replaced, removes all sent items.
   */
  confirm(binderId: string, isOtherHistory?: boolean): void;
  receiveEntries(binderId: string, entries: readonly RealtimeEntry[]): void;
  /** Aborts running requests. The outbox later repeats them with the same idempotency keys. */
  interrupt(): void;
  wake(): void;
  receive(message: OutboxMessage): void;
  lead(): void;
  follow(): void;
  close(): Promise<void>;
}

const MAX_OUTAGE_WAIT_MS = 30_000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { client, storage, now, random, report, peers } = options;
  const items = createOutboxItems(options.onChange);
  const running = new Set<string>();
  const stopping = new AbortController();
  let sending = new AbortController();
  let isCut = false;
  const unconfirmed = new Set<string>();
  let ownId: string | undefined;
  let places = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Storage operations run in sequence, so that an item is stored before it is removed.
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
      items.insert(item.state.status === 'refused' ? item : { ...item, state: { status: 'waiting' } });
    }
    if (isSender()) drainAll();
    else peers?.emit({ type: 'ask' });
  }

  function write(change: (userId: string) => Promise<void>): void {
    written = written.then(async () => change(await options.userId)).catch(report);
  }

  /** Emits the item after storing it. Otherwise another tab could send and remove it first. */
  function keep(item: OutboxItem): void {
    write((userId) => storage.saveOutboxItem(userId, item));
    if (peers) written = written.then(() => peers.emit({ type: 'put', item }));
  }

  function drainAll(): void {
    for (const binderId of items.binders()) void drain(binderId);
  }

  async function drain(binderId: string): Promise<void> {
    if (running.has(binderId) || !isSender()) return;
    running.add(binderId);
    try {
      // Wait until stored items are loaded, because older items are sent first.
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

  function enter(item: OutboxItem): void {
    items.update(item);
    peers?.emit({ type: 'put', item });
  }

  function settle(item: OutboxItem): void {
    // The item's log entry arrived before the response and removed the item.
    if (!items.find(item.clientId)) return;
    enter(item);
    if (item.state.status === 'sent') {
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
        if (isSender()) peers?.emit({ type: 'all', items: items.all() });
        break;
      case 'all':
        if (!isSender()) compare(message.items);
    }
  }

  function put(item: OutboxItem): void {
    const { binderId, clientId, state } = item;
    unconfirmed.delete(clientId);
    // If the list lacks a sent item, its log entry has already removed it.
    if (!items.update(item) && state.status !== 'sent') items.insert(item);
    if (state.status === 'sent') confirm(binderId);
    else void drain(binderId);
  }

  function remove({ binderId, clientId }: OutboxItem): void {
    items.remove(binderId, clientId);
    write((userId) => storage.removeOutboxItem(userId, clientId));
    peers?.emit({ type: 'remove', binderId, clientId });
  }

  function receiveEntries(binderId: string, entries: readonly RealtimeEntry[]): void {
    for (const { kind, actor, body } of entries) {
      if (kind !== 'message_posted' || actor.id !== ownId) continue;
      const { client_uuid } = body as { client_uuid?: unknown };
      const item = items.of(binderId).find(({ clientId }) => clientId === client_uuid);
      if (item) remove(item);
    }
  }

  /**
   * Adopts the list of the sending tab. That tab has sent or dropped all other items, except `unconfirmed`
   * ones, which it may not have received.
   */
  function compare(listed: readonly OutboxItem[]): void {
    const ids = new Set(listed.map(({ clientId }) => clientId));
    for (const item of items.all()) {
      if (ids.has(item.clientId) || item.state.status === 'sent') continue;
      if (unconfirmed.has(item.clientId)) keep(item);
      else items.remove(item.binderId, item.clientId);
    }
    for (const item of listed) put(item);
  }

  return {
    items: items.of,
    receiveEntries: receiveEntries,
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
      if (!isSender()) unconfirmed.add(clientId);
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
      timer = setTimeout(wake, MAX_OUTAGE_WAIT_MS);
    },
    wake() {
      // Requests that started before the outage may hang.
      if (isCut) abortSending();
      isCut = false;
      wake();
    },
    receive,
    lead() {
      // Send these items again, because the previous sending tab may have failed. Idempotency keys prevent
      // duplicates.
      for (const item of items.all())
        if (item.state.status === 'sending') items.update({ ...item, state: { status: 'waiting' } });
      written = written.then(restore).catch(report);
      wake();
    },
    follow: () => peers?.emit({ type: 'ask' }),
    close() {
      stopping.abort();
      sending.abort();
      clearTimeout(timer);
      return written;
    },
  };
}
