import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { OutboxMessage } from '../outbox/peers.ts';

/** Messages between tabs. Tabs that are missing in `to` ignore the message. */
export type TabMessage =
  /** A tab became the leader. */
  | { type: 'lead' }
  | { type: 'join' }
  | { type: 'leave' }
  | { type: 'state'; to?: string[]; state: ConnectionState }
  | { type: 'frame'; to: string[]; frame: ServerFrame }
  /** The server's position may differ from the tab's, so the tab must subscribe again. */
  | { type: 'resubscribe'; to: string[]; binderId: string }
  | { type: 'send'; frame: ClientFrame }
  | { type: 'reconnect' }
  | { type: 'refuse_user'; message: string }
  /** The user signs out: each tab deletes its data. */
  | { type: 'sign_out' }
  | { type: 'outbox'; message: OutboxMessage };

/** The tabs of an origin for one user, one of which leads. */
export interface Tabs {
  readonly isLeader: boolean;
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage, from: string) => void): void;
  /** Adds a listener for when this tab becomes the leader. */
  onLead(listener: () => void): void;
  /** Calls the listener once the other tab is closed or has crashed. */
  onTabClosed(tab: string, listener: () => void): void;
  /** Releases all locks, so that another tab becomes the leader. */
  close(): void;
}

/* The members of Web Locks and BroadcastChannel that this package uses, available in browsers and from Node 24. */
interface LockManager {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void> | void): Promise<unknown>;
}
interface Channel {
  onmessage: ((event: { data: unknown } & never) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}
declare const navigator: { locks?: LockManager } | undefined;
declare const BroadcastChannel: (new (name: string) => Channel) | undefined;

interface Envelope {
  from: string;
  message: TabMessage;
}

/**
 * Joins the tabs that use the same name. Returns undefined in insecure contexts, where each tab works alone.
 *
 * The leader holds a lock, and each tab holds one of its own. When a tab closes or crashes, the browser grants its lock
 * to the next waiting tab. There is therefore never more than one leader, and tabs need not monitor each other.
 * @param name of lock and channel; one per user and environment
 */
export function openTabs(name: string): Tabs | undefined {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (!locks || typeof BroadcastChannel === 'undefined') return undefined;
  const id = crypto.randomUUID();
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  const { signal } = closing;
  const listeners: ((message: TabMessage, from: string) => void)[] = [];
  const leadListeners: (() => void)[] = [];
  /** Messages queued until this tab holds its lock. Without the lock, the other tabs would consider it closed. */
  let early: TabMessage[] | undefined = [];
  let isLeader = false;
  const untilClosed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  /** Ignores errors, because an aborted request rejects. */
  const requestLock = (lock: string, hold: () => Promise<void> | void) =>
    void locks.request(lock, { signal }, hold).catch(() => undefined);
  const lockOf = (tab: string) => `${name}:tab:${tab}`;

  channel.onmessage = ({ data }: { data: unknown }) => {
    const { from, message } = data as Envelope;
    if ('to' in message && message.to && !message.to.includes(id)) return;
    for (const listener of listeners) listener(message, from);
  };
  function post(message: TabMessage): void {
    if (signal.aborted) return;
    if (early) early.push(message);
    else channel.postMessage({ from: id, message } satisfies Envelope);
  }

  requestLock(lockOf(id), () => {
    const buffered = early ?? [];
    early = undefined;
    buffered.forEach(post);
    requestLock(`${name}:leader`, () => {
      if (signal.aborted) return;
      isLeader = true;
      for (const listener of leadListeners) listener();
      return untilClosed;
    });
    return untilClosed;
  });

  return {
    get isLeader() {
      return isLeader;
    },
    post,
    onMessage: (listener) => void listeners.push(listener),
    onLead: (listener) => void leadListeners.push(listener),
    onTabClosed: (tab, listener) => requestLock(lockOf(tab), () => listener()),
    close() {
      isLeader = false;
      closing.abort();
      channel.close();
    },
  };
}
