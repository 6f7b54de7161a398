import type { NewLogEntry } from '../../log/index.ts';

export function messageDeleted({ id, thread_id }: { id: number; thread_id: number | null }): NewLogEntry {
  return { kind: 'message_deleted', body: { id, ...(thread_id === null ? {} : { thread_id }) } };
}
