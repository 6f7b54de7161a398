import type { ClientFrame, Position, RealtimeEntry, ServerFrame } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import type { RingbinderClient } from '../client.ts';
import { createListeners, type ReportError } from '../listeners.ts';
import { foldEntries } from '../replica/fold.ts';
import { withListed, withOlderMessages } from '../replica/merge-rest-pages.ts';
import { type BinderState, fromSnapshot, keepNewestMessages, lacksLists } from '../replica/state.ts';
import { type ReplicaStorage, STORED_FORMAT } from '../storage/storage.ts';
import { readMessagesBefore } from './lists.ts';
import { createRetry, type RefusedFrame } from './refusal.ts';
import type { ReplicaChange, ReplicaStatus } from './replica-events.ts';

type UnsubscribedFrame = Extract<ServerFrame, { type: 'unsubscribed' }>;
export type BinderFrame = Extract<ServerFrame, { type: 'entries' | 'snapshot' }> | UnsubscribedFrame;

export interface BinderReplicaOptions {
  binderId: string;
  client: RingbinderClient;
  storage: ReplicaStorage;
  userId: Promise<string>;
  random: () => number;
  report: ReportError;
  send(frame: ClientFrame): boolean;
  nextRequestId(): number;
  onPosition(isOtherHistory: boolean): void;
  onEntries(entries: readonly RealtimeEntry[]): void;
  onEnd(): void;
}

export type BinderReplica = ReturnType<typeof createBinderReplica>;

const MAX_STORED_MESSAGES = 200;
const SAVE_AFTER_MS = 500;

export function createBinderReplica(options: BinderReplicaOptions) {
  const { binderId, client, storage, random, report, send } = options;
  const listeners = createListeners<ReplicaChange>(report);
  const stopping = new AbortController();
  let state: BinderState | undefined;
  let position: Position | undefined;
  let status: ReplicaStatus = { status: 'loading' };
  let isComplete = false;
  let isConnected = false;
  let isLoaded = false;
  let requestId: number | undefined;
  let saving: ReturnType<typeof setTimeout> | undefined;
  let completing: ReturnType<typeof setTimeout> | undefined;
  let older: Promise<void> | undefined;
  const entriesDuringRequests = new Set<RealtimeEntry[]>();
  const loaded = options.userId.then(load).catch(report).then(afterLoad);

  async function load(userId: string): Promise<void> {
    const stored = await storage.loadReplica(userId, binderId);
    if (stopping.signal.aborted || state || stored?.format !== STORED_FORMAT || lacksLists(stored.state))
      return;
    ({ state, position } = stored);
    isComplete = true;
    options.onPosition(false);
    listeners.emit({ type: 'snapshot' });
    enter({ status: 'behind' });
  }

  function afterLoad(): void {
    isLoaded = true;
    requestSubscription();
  }

  function enter(next: ReplicaStatus): void {
    if (next.status === status.status) return;
    status = next;
    listeners.emit({ type: 'status', status });
  }

  const retry = createRetry(requestSubscription, random);

  function requestSubscription(): void {
    retry.stop();
    if (!isLoaded || !isConnected || stopping.signal.aborted) return;
    // Do not send an invalid id, because the server would close the connection.
    if (!/^B[0-9A-Za-z]{22}$/.test(binderId)) {
      end('RESPONSE_ERROR_NOT_FOUND', `there is no binder ${binderId}`);
      return;
    }
    requestId = options.nextRequestId();
    send({ type: 'subscribe', id: requestId, binder_id: binderId, ...(position ? { position } : {}) });
  }

  function requestAgain(): void {
    send({ type: 'unsubscribe', binder_id: binderId });
    enter(state ? { status: 'behind' } : { status: 'loading' });
    requestSubscription();
  }

  function receive(frame: BinderFrame): void {
    if (frame.type === 'unsubscribed') {
      endUnlessTemporary(frame);
      return;
    }
    // Ignore other frames: the pending response contains their entries.
    if (frame.id !== requestId) return;
    requestId = undefined;
    retry.reset();
    if (frame.type === 'snapshot') replace(frame);
    else goOn(frame);
  }

  function replace(frame: Extract<BinderFrame, { type: 'snapshot' }>): void {
    const isOtherHistory = position !== undefined && position.epoch !== frame.position.epoch;
    state = fromSnapshot(frame.state);
    position = frame.position;
    isComplete = frame.state.is_complete;
    entriesDuringRequests.clear();
    options.onPosition(isOtherHistory);
    listeners.emit({ type: 'snapshot' });
    enter({ status: 'live' });
    if (isComplete) save();
    else void complete();
  }

  function goOn({ epoch, entries }: Extract<BinderFrame, { type: 'entries' }>): void {
    if (!state || position?.epoch !== epoch) {
      position = undefined;
      requestAgain();
      return;
    }
    const { seq } = position;
    const fresh = entries.filter((entry) => entry.seq > seq);
    if (fresh.some((entry, at) => entry.seq !== seq + 1 + at)) {
      requestAgain();
      return;
    }
    if (fresh.length > 0) {
      state = foldEntries(state, fresh);
      position = { epoch, seq: seq + fresh.length };
      for (const arrived of entriesDuringRequests) arrived.push(...fresh);
      options.onEntries(fresh);
      options.onPosition(false);
      listeners.emit({ type: 'entries', entries: fresh });
      save();
    }
    enter({ status: 'live' });
  }

  function refuse(frame: RefusedFrame): boolean {
    if (frame.id !== requestId) return false;
    endUnlessTemporary(frame);
    return true;
  }

  function endUnlessTemporary(frame: RefusedFrame | UnsubscribedFrame): void {
    requestId = undefined;
    if (retry.refuse(frame)) enter(state ? { status: 'behind' } : status);
    else end(frame.code, frame.message);
  }

  function end(code: string, message: string): void {
    stop();
    state = undefined;
    position = undefined;
    void options.userId.then((userId) => storage.removeReplica(userId, binderId)).catch(report);
    options.onEnd();
    options.onPosition(true);
    enter({ status: 'ended', code, message });
  }

  function stop(): void {
    stopping.abort();
    clearTimeout(saving);
    retry.stop();
    clearTimeout(completing);
    saving = undefined;
    entriesDuringRequests.clear();
  }

  function save(): void {
    saving ??= setTimeout(() => void write().catch(report), SAVE_AFTER_MS);
  }

  async function write(): Promise<void> {
    clearTimeout(saving);
    saving = undefined;
    if (!state || !position || !isComplete) return;
    const stored = {
      format: STORED_FORMAT,
      state: keepNewestMessages(state, MAX_STORED_MESSAGES),
      position,
    } as const;
    await storage.saveReplica(await options.userId, binderId, stored);
  }

  /**
   * Reapplies entries that arrived during the request. Returns false if a snapshot has replaced the state.
   */
  async function readBeside<T>(
    read: () => Promise<T>,
    merge: (current: BinderState, read: T, since: readonly RealtimeEntry[]) => BinderState,
  ): Promise<boolean> {
    const since: RealtimeEntry[] = [];
    entriesDuringRequests.add(since);
    try {
      const answer = await read();
      if (!state || !entriesDuringRequests.has(since)) return false;
      state = merge(state, answer, since);
      listeners.emit({ type: 'listed' });
      return true;
    } finally {
      entriesDuringRequests.delete(since);
    }
  }

  async function complete(failures = 0): Promise<void> {
    clearTimeout(completing);
    try {
      // The module is loaded on demand, because few binders have truncated lists.
      const { readLists } = await import('./remaining-pages.ts');
      const isMerged = await readBeside(() => readLists(client, binderId, stopping.signal), withListed);
      if (!isMerged) return;
      isComplete = true;
      save();
    } catch {
      if (stopping.signal.aborted) return;
      completing = setTimeout(() => void complete(failures + 1), backoffMs(failures, random));
    }
  }

  async function readOlder(count: number): Promise<void> {
    for (let isDone = false; !isDone && state && state.messagesFrom > 0; ) {
      const { messagesFrom } = state;
      isDone = await readBeside(
        () => readMessagesBefore(client, binderId, { before: messagesFrom, count, signal: stopping.signal }),
        (current, { messages, hasMore }, since) =>
          withOlderMessages(current, { messages, hasOlder: hasMore }, since),
      );
    }
  }

  return {
    get state() {
      return state;
    },
    get position() {
      return position;
    },
    get status() {
      return status;
    },
    get isComplete() {
      return isComplete;
    },
    listeners,
    receive,
    refuse,
    connected(): void {
      isConnected = true;
      requestSubscription();
    },
    disconnected(): void {
      isConnected = false;
      requestId = undefined;
      retry.stop();
      if (status.status === 'live') enter({ status: 'behind' });
    },
    loadOlder(count: number): Promise<void> {
      older ??= readOlder(count).finally(() => {
        older = undefined;
      });
      return older;
    },
    async close(): Promise<void> {
      if (stopping.signal.aborted) return;
      if (isConnected) send({ type: 'unsubscribe', binder_id: binderId });
      const written = saving === undefined ? undefined : write();
      stop();
      await loaded;
      await written;
    },
  };
}
