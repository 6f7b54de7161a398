import { runAs } from '../limits/call-class.ts';

/**
 * Wakes the readers of binder logs. A wake-up carries no content and may be lost: a reader always reads the log itself.
 */
export interface LogBus {
  /** Tells that a binder's log has grown. */
  wake(binderId: string): void;
  /** Calls `listener` at each wake-up of the binder until the returned function is called. */
  subscribe(binderId: string, listener: () => void): () => void;
  /** Calls `listener` at each wake-up of any binder until the returned function is called. */
  subscribeAll(listener: (binderId: string) => void): () => void;
}

/** A bus inside this process. */
export function createProcessBus(): LogBus {
  const listeners = new Map<string, Set<() => void>>();
  const listenersToAll = new Set<(binderId: string) => void>();
  return {
    // Whoever follows does not wait with those who change, however many they are.
    wake: (binderId) =>
      runAs('background', () => {
        for (const listener of listeners.get(binderId) ?? []) listener();
        for (const listener of listenersToAll) listener(binderId);
      }),
    subscribe(binderId, listener) {
      const own = listeners.get(binderId) ?? new Set();
      listeners.set(binderId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(binderId) === own) listeners.delete(binderId);
      };
    },
    subscribeAll(listener) {
      listenersToAll.add(listener);
      return () => void listenersToAll.delete(listener);
    },
  };
}

const SELF_TOPIC = 'self ';

/** What the bus wakes under when something changed for one person alone: what was read, the binders there are. */
export function selfTopic(userId: string): string {
  return `${SELF_TOPIC}${userId}`;
}

const READ_TOPIC = 'read ';

/** What the bus wakes under when a member has read on in a binder. */
export function readTopic(binderId: string, userId: string): string {
  return `${READ_TOPIC}${binderId} ${userId}`;
}

/** Binder and member of such a topic; undefined for any other. */
export function readerOfTopic(topic: string): { binderId: string; userId: string } | undefined {
  if (!topic.startsWith(READ_TOPIC)) return undefined;
  const [binderId = '', userId = ''] = topic.slice(READ_TOPIC.length).split(' ');
  return { binderId, userId };
}

/** The person of such a topic; undefined for any other. */
export function userOfSelfTopic(topic: string): string | undefined {
  return topic.startsWith(SELF_TOPIC) ? topic.slice(SELF_TOPIC.length) : undefined;
}
