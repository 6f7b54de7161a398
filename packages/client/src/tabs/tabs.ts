import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import type { ConnectionState } from '../connection/connection-state.ts';
import type { OutboxMessage } from '../outbox/peers.ts';

/** What tabs tell each other. `to` names those that are meant; all others pass over it. */
export type TabMessage =
  /** A tab is the leader from now on. */
  | { type: 'lead' }
  /** A tab wants to hear of the connection. */
  | { type: 'join' }
  | { type: 'leave' }
  | { type: 'state'; to?: string[]; state: ConnectionState }
  | { type: 'frame'; to: string[]; frame: ServerFrame }
  /** The server’s position of a binder that a tab follows may be another one than the tab’s. */
  | { type: 'resubscribe'; to: string[]; binderId: string }
  | { type: 'send'; frame: ClientFrame }
  | { type: 'reconnect' }
  | { type: 'refuse_user'; message: string }
  /** The user signs out: each tab removes what it keeps. */
  | { type: 'sign_out' }
  | { type: 'outbox'; message: OutboxMessage };

/** The tabs of an origin that work for one user, of which one leads. */
export interface Tabs {
  readonly isLeader: boolean;
  /** Tells all other tabs. */
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage, from: string) => void): void;
  /** Calls a function once this tab leads: the one that led is gone, or has let go. */
  onLead(listener: () => void): void;
  /** Calls a function once another tab is gone, however it went. */
  whenGone(tab: string, listener: () => void): void;
  /** Lets go of everything. Another tab leads then. */
  close(): void;
}

/* As much of Web Locks and BroadcastChannel as is used: browsers have both, and Node from version 24 on. */
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
 * Joins the tabs of a name. Undefined where there is nothing to do it with: on pages that are not served by https, each
 * tab works for itself.
 *
 * Who leads holds a lock, and each tab holds one of its own. The browser gives a lock to the next in line when its holder
 * is closed or dies, so no tab has to watch another, and no two lead.
 * @param name of the lock and the channel; one for each user and environment
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
  /** What was said before this tab held its lock: the others would take it for gone. */
  let early: TabMessage[] | undefined = [];
  let isLeader = false;
  const untilClosed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  /** A request that is given up is no error. */
  const ask = (lock: string, hold: () => Promise<void> | void) =>
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

  ask(lockOf(id), () => {
    const said = early ?? [];
    early = undefined;
    said.forEach(post);
    ask(`${name}:leader`, () => {
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
    whenGone: (tab, listener) => ask(lockOf(tab), () => listener()),
    close() {
      isLeader = false;
      closing.abort();
      channel.close();
    },
  };
}
