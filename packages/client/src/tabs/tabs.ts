import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { OutboxMessage } from '../outbox/peers.ts';

/** Messages between tabs. `to` names the recipients; others ignore it. */
export type TabMessage =
  /** A tab became the leader. */
  | { type: 'lead' }
  /** A tab joins the connection. */
  | { type: 'join' }
  | { type: 'leave' }
  | { type: 'state'; to?: string[]; state: ConnectionState }
  | { type: 'frame'; to: string[]; frame: ServerFrame }
  /** The server’s position may differ from the tab’s. */
  | { type: 'resubscribe'; to: string[]; binderId: string }
  | { type: 'send'; frame: ClientFrame }
  | { type: 'reconnect' }
  | { type: 'refuse_user'; message: string }
  /** Signing out: each tab deletes its data. */
  | { type: 'sign_out' }
  | { type: 'outbox'; message: OutboxMessage };

/** The tabs of an origin for one user, one of which leads. */
export interface Tabs {
  readonly isLeader: boolean;
  /** Sends to all other tabs. */
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage, from: string) => void): void;
  /** Called once this tab becomes the leader. */
  onLead(listener: () => void): void;
  /** Called once another tab is gone, for any reason. */
  onTabClosed(tab: string, listener: () => void): void;
  /** Releases everything. Another tab becomes the leader. */
  close(): void;
}

/* The used part of Web Locks and BroadcastChannel, available in browsers and Node from version 24. */
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
 * Joins the tabs of a name. Undefined in insecure contexts, where each tab works alone.
 *
 * The leader holds a lock, and each tab another of its own. The browser passes a lock on when its holder closes or
 * crashes, so no tab has to watch another, and there is never more than one leader.
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
  /** Messages from before this tab holds its lock, when the others would consider it gone. */
  let early: TabMessage[] | undefined = [];
  let isLeader = false;
  const untilClosed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  /** An aborted request is not an error. */
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
