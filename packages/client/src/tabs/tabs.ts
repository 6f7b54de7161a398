import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { OutboxMessage } from '../outbox/peers.ts';

export type TabMessage =
  | { type: 'lead' }
  | { type: 'join' }
  | { type: 'leave' }
  | { type: 'state'; to?: string[]; state: ConnectionState }
  | { type: 'frame'; to: string[]; frame: ServerFrame }
  | { type: 'resubscribe'; to: string[]; binderId: string }
  | { type: 'send'; frame: ClientFrame }
  | { type: 'reconnect' }
  | { type: 'refuse_user'; message: string }
  | { type: 'sign_out' }
  | { type: 'outbox'; message: OutboxMessage };

export interface Tabs {
  readonly isLeader: boolean;
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage, from: string) => void): void;
  onLead(listener: () => void): void;
  /** Fires when the tab closes or crashes. */
  onTabClosed(tab: string, listener: () => void): void;
  close(): void;
}

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
 * Returns undefined without Web Locks or BroadcastChannel. Each tab holds a lock, which the browser releases
 * when the tab closes.
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
  /** Other tabs regard a tab without a lock as closed, so messages wait until this tab holds its lock. */
  let unsentMessages: TabMessage[] | undefined = [];
  let isLeader = false;
  const untilClosed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
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
    if (unsentMessages) unsentMessages.push(message);
    else channel.postMessage({ from: id, message } satisfies Envelope);
  }

  requestLock(lockOf(id), () => {
    const buffered = unsentMessages ?? [];
    unsentMessages = undefined;
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
