import type { LogEntry, Message } from '@ringbinder/protocol';
import type { StoredLogEntry } from '../../log/index.ts';
import type { StoredMessage } from './list.ts';

/** A message as the contract shows it. */
export function presentMessage(row: StoredMessage): Message {
  return {
    id: row.id,
    text: row.text,
    user: { id: row.user_id, name: row.user_name },
    created_time: row.created_at,
    updated_time: row.updated_at,
  };
}

/** A log entry as the feed shows it. */
export function presentEntry(entry: StoredLogEntry): LogEntry {
  const { seq, at, kind, body } = entry;
  return { seq, at, kind, actor: { id: entry.actor_id, name: entry.actor_name }, body };
}
