import { runAs } from '../limits/call-class.ts';

export interface LogBus {
  wake(binderId: string): void;
  subscribe(binderId: string, listener: () => void): () => void;
  subscribeAll(listener: (binderId: string) => void): () => void;
}

export function createProcessBus(): LogBus {
  const listeners = new Map<string, Set<() => void>>();
  const listenersToAll = new Set<(binderId: string) => void>();
  return {
    // Listeners must not use the admission slot of the call that wrote the entry.
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

export function userTopic(userId: string): string {
  return `${SELF_TOPIC}${userId}`;
}

const READ_TOPIC = 'read ';

export function readTopic(binderId: string, userId: string): string {
  return `${READ_TOPIC}${binderId} ${userId}`;
}

export function readerOfTopic(topic: string): { binderId: string; userId: string } | undefined {
  if (!topic.startsWith(READ_TOPIC)) return undefined;
  const [binderId = '', userId = ''] = topic.slice(READ_TOPIC.length).split(' ');
  return { binderId, userId };
}

export function userOfTopic(topic: string): string | undefined {
  return topic.startsWith(SELF_TOPIC) ? topic.slice(SELF_TOPIC.length) : undefined;
}
