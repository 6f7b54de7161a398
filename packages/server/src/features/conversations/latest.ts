import type { Activity } from '@ringbinder/protocol';
import type { StoredLogEntry } from '../../log/index.ts';
import { activityKinds, presentActivity } from './present.ts';

/** How far the log is read back for an entry that is an activity: reminders come few at a time, reactions by the dozen. */
const MAX_ENTRIES_BACK = 100;
const MAX_CHARS = 500;

/** The parts of a log entry's body that an activity shows. Of any other, a list of binders needs nothing. */
const PARTS = ['id', 'name', 'title', 'topic', 'user_id', 'page_id', 'transaction_id', 'client_uuid'];

/**
 * The latest activity of a binder as JSON, its text cut to 500 characters, for the SELECT list of a query; null when
 * none of the last 100 log entries is one. `binder` is the SQL of the binder's id.
 */
export function latestActivity(binder: string): string {
  const parts = PARTS.map((name) => `'${name}', l.body->'${name}'`).join(', ');
  const shortened = `jsonb_strip_nulls(jsonb_build_object(${parts}, 'text', left(l.body->>'text', ${MAX_CHARS})))`;
  // A small body that is not compressed is short in every part of it, and is given as it is.
  const isShort = `pg_column_size(l.body) < ${MAX_CHARS} AND pg_column_compression(l.body) IS NULL`;
  return `(
    SELECT jsonb_build_object('seq', l.seq, 'at', l.at, 'kind', l.kind, 'actor_id', l.actor_id,
      'actor_name', coalesce((SELECT name FROM users WHERE id = l.actor_id), ''),
      'body', CASE WHEN ${isShort} THEN l.body ELSE ${shortened} END)
    FROM (SELECT * FROM binder_log WHERE binder_id = ${binder} ORDER BY seq DESC LIMIT ${MAX_ENTRIES_BACK}) l
    WHERE l.kind IN (${activityKinds.map((kind) => `'${kind}'`).join(', ')})
    ORDER BY l.seq DESC LIMIT 1)`;
}

/** What `latestActivity` gave, as the contract shows activities. */
export function presentLatest(binderId: string, entry: StoredLogEntry | null): Activity | null {
  return entry && presentActivity(binderId, entry);
}
