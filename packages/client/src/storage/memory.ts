import type { OutboxItem } from '../types.ts';
import type { ReplicaStorage, StoredReplica } from './storage.ts';

export function memoryStorage(): ReplicaStorage {
  const replicas = new Map<string, Map<string, StoredReplica>>();
  const outboxes = new Map<string, Map<string, OutboxItem>>();
  const entriesOf = <T>(byUser: Map<string, Map<string, T>>, userId: string) => {
    const entries = byUser.get(userId) ?? new Map<string, T>();
    byUser.set(userId, entries);
    return entries;
  };
  return {
    loadReplica: async (userId, binderId) => entriesOf(replicas, userId).get(binderId),
    async saveReplica(userId, binderId, replica) {
      entriesOf(replicas, userId).set(binderId, replica);
    },
    async removeReplica(userId, binderId) {
      entriesOf(replicas, userId).delete(binderId);
    },
    listReplicas: async (userId) => [...entriesOf(replicas, userId).keys()],
    loadOutbox: async (userId) => [...entriesOf(outboxes, userId).values()],
    async saveOutboxItem(userId, item) {
      entriesOf(outboxes, userId).set(item.clientId, item);
    },
    async removeOutboxItem(userId, clientId) {
      entriesOf(outboxes, userId).delete(clientId);
    },
    async clear(userId) {
      replicas.delete(userId);
      outboxes.delete(userId);
    },
  };
}
