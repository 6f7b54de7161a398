import type { RealtimeEntry } from '@ringbinder/protocol';
import { backoffMs } from '../backoff.ts';
import type { RingbinderClient } from '../client.ts';
import { createListeners, type Listener, type ReportError } from '../listeners.ts';
import type { BinderState } from '../replica/state.ts';
import {
  foldWindow,
  MAX_WINDOW,
  type MessagePage,
  newestWindow,
  reusingMessages,
  type WindowState,
  windowAround,
  withPageAfter,
  withPageBefore,
} from '../replica/window.ts';
import type { BinderReplica } from './binder-replica.ts';
import { readMessagesAfter, readMessagesBefore } from './lists.ts';

/** A gapless range of messages that follows changes. */
export interface MessageWindow {
  /** Oldest first. */
  readonly messages: WindowState['messages'];
  readonly hasOlder: boolean;
  /** If false, the range ends with the newest message. */
  readonly hasNewer: boolean;
  onChange(listener: Listener<undefined>): () => void;
  /** Rejects with RingbinderError. */
  loadOlder(count?: number): Promise<void>;
  /** Rejects with RingbinderError. */
  loadNewer(count?: number): Promise<void>;
  /** Resolves with false if the message does not exist. Rejects with RingbinderError. */
  moveTo(messageId: number): Promise<boolean>;
  moveToNewest(): void;
  close(): void;
}

export interface MessageWindowOptions {
  binderId: string;
  client: RingbinderClient;
  core: Pick<BinderReplica, 'state' | 'position' | 'listeners'>;
  random: () => number;
  report: ReportError;
}

const PAGE_SIZE = 50;
const INITIAL_COUNT = 100;
const EMPTY: WindowState = { messages: [], from: 0, to: Infinity };

export function createMessageWindow({
  binderId,
  client,
  core,
  random,
  report,
}: MessageWindowOptions): MessageWindow {
  const listeners = createListeners<undefined>(report);
  const closing = new AbortController();
  const { signal } = closing;
  let window = core.state ? newestWindow(core.state, INITIAL_COUNT) : EMPTY;
  let epoch = core.position?.epoch;
  /** Counts moves, to discard responses for an earlier position or history. */
  let moves = 0;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  let loadingOlder: Promise<void> | undefined;
  let loadingNewer: Promise<void> | undefined;
  const recordings = new Set<RealtimeEntry[]>();

  function setWindow(next: WindowState): void {
    if (next === window) return;
    window = next;
    listeners.emit(undefined);
  }

  function move(next: WindowState): void {
    moves++;
    clearTimeout(retrying);
    loadingOlder = undefined;
    loadingNewer = undefined;
    setWindow(next);
  }

  const stopListening = core.listeners.add((change) => {
    if (change.type === 'entries') {
      for (const recording of recordings) recording.push(...change.entries);
      setWindow(foldWindow(window, change.entries));
    } else if (change.type === 'snapshot') replace();
    else if (change.type === 'status' && change.status.status === 'ended') move(EMPTY);
  });

  function replace(): void {
    const { state, position } = core;
    if (!state) return;
    const isOtherHistory = position?.epoch !== epoch;
    epoch = position?.epoch;
    const wasEmpty = window.messages.length === 0;
    const isWithinState = window.from >= state.messagesFrom;
    if (isOtherHistory || wasEmpty) move(newestWindow(state, INITIAL_COUNT));
    else if (isWithinState) move(reusingMessages(within(state, window), window.messages));
    else {
      move(window);
      void reload();
    }
  }

  async function reload(failures = 0): Promise<void> {
    const moveNumber = moves;
    const { messages, to } = window;
    try {
      const before = to === Infinity ? undefined : to + 1;
      await readAndMerge(
        () =>
          readMessagesBefore(client, binderId, {
            before,
            count: Math.max(messages.length, PAGE_SIZE),
            signal,
          }),
        (page, newEntries) => {
          if (moveNumber !== moves) return;
          const from = page.hasMore ? (page.messages.at(-1)?.id ?? 0) : 0;
          const read = foldWindow({ messages: page.messages.toReversed(), from, to }, newEntries);
          setWindow(reusingMessages(read, window.messages));
        },
      );
    } catch {
      if (moveNumber !== moves || signal.aborted) return;
      retrying = setTimeout(() => void reload(failures + 1), backoffMs(failures, random));
    }
  }

  async function readAndMerge<T>(
    read: () => Promise<T>,
    merge: (response: T, newEntries: readonly RealtimeEntry[]) => void,
  ): Promise<void> {
    const newEntries: RealtimeEntry[] = [];
    recordings.add(newEntries);
    try {
      const response = await read();
      if (!signal.aborted) merge(response, newEntries);
    } finally {
      recordings.delete(newEntries);
    }
  }

  async function readBefore(count: number): Promise<void> {
    const { state } = core;
    const { from } = window;
    if (from === 0) return;
    if (state && from > state.messagesFrom) {
      setWindow(withPageBefore(window, messagesBefore(state, from, count), []));
      return;
    }
    const moveNumber = moves;
    await readAndMerge(
      () => readMessagesBefore(client, binderId, { before: from, count, signal }),
      (page, newEntries) => {
        if (moveNumber === moves && window.from === from) setWindow(withPageBefore(window, page, newEntries));
      },
    );
  }

  async function readAfter(count: number): Promise<void> {
    const { state } = core;
    const { to } = window;
    if (to === Infinity) return;
    if (state && to >= state.messagesFrom) {
      setWindow(withPageAfter(window, messagesAfter(state, to, count), []));
      return;
    }
    const moveNumber = moves;
    await readAndMerge(
      () => readMessagesAfter(client, binderId, { after: to, count, signal }),
      (page, newEntries) => {
        if (moveNumber === moves && window.to === to) setWindow(withPageAfter(window, page, newEntries));
      },
    );
  }

  return {
    get messages() {
      return window.messages;
    },
    get hasOlder() {
      return window.from > 0;
    },
    get hasNewer() {
      return window.to < Infinity;
    },
    onChange: listeners.add,
    loadOlder(count = PAGE_SIZE) {
      const reading = loadingOlder ?? readBefore(count);
      loadingOlder = reading;
      return reading.finally(() => {
        if (loadingOlder === reading) loadingOlder = undefined;
      });
    },
    loadNewer(count = PAGE_SIZE) {
      const reading = loadingNewer ?? readAfter(count);
      loadingNewer = reading;
      return reading.finally(() => {
        if (loadingNewer === reading) loadingNewer = undefined;
      });
    },
    async moveTo(messageId) {
      const { state } = core;
      const isIn = () => window.messages.some(({ id }) => id === messageId);
      if (isIn()) return true;
      const tail = state && newestWindow(state, MAX_WINDOW);
      if (tail && messageId >= tail.from) {
        move(tail);
        return isIn();
      }
      const moveNumber = ++moves;
      await readAndMerge(
        () =>
          Promise.all([
            readMessagesBefore(client, binderId, { before: messageId + 1, count: PAGE_SIZE, signal }),
            readMessagesAfter(client, binderId, { after: messageId, count: PAGE_SIZE, signal }),
          ]),
        ([before, after], newEntries) => {
          if (moveNumber === moves) move(windowAround(before, after, newEntries));
        },
      );
      return isIn();
    },
    moveToNewest() {
      if (core.state) move(newestWindow(core.state, INITIAL_COUNT));
    },
    close() {
      closing.abort();
      clearTimeout(retrying);
      stopListening();
    },
  };
}

function within(state: BinderState, { from, to }: WindowState): WindowState {
  return { messages: state.messages.filter(({ id }) => id >= from && id <= to), from, to };
}

function messagesBefore(state: BinderState, from: number, count: number): MessagePage {
  const before = state.messages.filter(({ id }) => id < from);
  const messages = before.slice(-count).toReversed();
  return { messages, hasMore: before.length > messages.length || state.messagesFrom > 0 };
}

function messagesAfter(state: BinderState, to: number, count: number): MessagePage {
  const after = state.messages.filter(({ id }) => id > to);
  return { messages: after.slice(0, count), hasMore: after.length > count };
}
