import type { OutboxItem } from '../types.ts';
import type { ReplicaStorage, StoredReplica } from './storage.ts';

export function memoryStorage(): ReplicaStorage {
  const replicas = new Map<string, Map<string, StoredReplica>>();
  const outboxes = new Map<string, Map<string, OutboxItem>>();
  const of = <T>(all: Map<string, Map<string, T>>, userId: string) => {
    const own = all.get(userId) ?? new Map<string, T>();
    all.set(userId, own);
    return own;
  };
  return {
    loadReplica: async (userId, binderId) => of(replicas, userId).get(binderId),
    async saveReplica(userId, binderId, replica) {
      of(replicas, userId).set(binderId, replica);
    },
    async removeReplica(userId, binderId) {
      of(replicas, userId).delete(binderId);
    },
    listReplicas: async (userId) => [...of(replicas, userId).keys()],
    loadOutbox: async (userId) => [...of(outboxes, userId).values()],
    async saveOutboxItem(userId, item) {
      of(outboxes, userId).set(item.clientId, item);
    },
    async removeOutboxItem(userId, clientId) {
      of(outboxes, userId).delete(clientId);
    },
    async clear(userId) {
      replicas.delete(userId);
      outboxes.delete(userId);
    },
  };
}
