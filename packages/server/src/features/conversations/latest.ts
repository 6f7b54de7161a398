import type { Activity } from '@ringbinder/protocol';
import type { StoredLogEntry } from '../../log/index.ts';
import { activityKinds, presentActivity } from './present.ts';

/** Enough to skip dozens of reactions. */
const MAX_ENTRIES_BACK = 100;
const MAX_CHARS = 500;

const PARTS = ['id', 'name', 'title', 'topic', 'user_id', 'page_id', 'transaction_id', 'client_uuid'];

/** Null if the last 100 log entries contain no activity. */
export function latestActivity(binderIdSql: string): string {
  const parts = PARTS.map((name) => `'${name}', l.body->'${name}'`).join(', ');
  const shortBody = `jsonb_strip_nulls(jsonb_build_object(${parts}, 'text', left(l.body->>'text', ${MAX_CHARS})))`;
  // A small, uncompressed body has no long text.
  const isShort = `pg_column_size(l.body) < ${MAX_CHARS} AND pg_column_compression(l.body) IS NULL`;
  return `(
    SELECT jsonb_build_object('seq', l.seq, 'at', l.at, 'kind', l.kind, 'actor_id', l.actor_id,
      'actor_name', coalesce((SELECT name FROM users WHERE id = l.actor_id), ''),
      'body', CASE WHEN ${isShort} THEN l.body ELSE ${shortBody} END)
    FROM (SELECT * FROM binder_log WHERE binder_id = ${binderIdSql} ORDER BY seq DESC LIMIT ${MAX_ENTRIES_BACK}) l
    WHERE l.kind IN (${activityKinds.map((kind) => `'${kind}'`).join(', ')})
    ORDER BY l.seq DESC LIMIT 1)`;
}

export function presentLatest(binderId: string, entry: StoredLogEntry | null): Activity | null {
  return entry && presentActivity(binderId, entry);
}
