import { TABLES, type VersionedTable } from '../storage/tables.ts';

/** These columns are derived, personal to a member, or about the history. */
const COLUMNS_WITHOUT_HISTORY = `ARRAY['words', 'read_id', 'is_favourite', 'is_muted', 'archived_id', 'history_bytes']`;

/**
 * $1 is the binder id, and `ids` is an SQL text[]; annotations use `page_id/client_uuid`. Only the first call
 * for a row in a transaction has an effect. Lock the binder before the call, and log afterwards.
 */
export function archiveRowVersions(table: VersionedTable, ids: string): string {
  return `INSERT INTO versions (binder_id, entity, id, until_seq, state)
    SELECT b.id, '${table}', key.id, b.seq + 1,
      (SELECT to_jsonb(r) - ${COLUMNS_WITHOUT_HISTORY} FROM ${table} r WHERE r.binder_id = $1 AND ${TABLES[table].history.isKey})
    FROM binders b, unnest(${ids}) AS key (id) WHERE b.id = $1
    ON CONFLICT DO NOTHING`;
}

/** SQL for the rows as of the entry `seq`. `binderId` and `seq` are SQL. */
export function rowsAt(requestedTables: readonly VersionedTable[], binderId: string, seq: string): string {
  return requestedTables
    .map((table) => `${table} AS NOT MATERIALIZED (${rowsOf(table, binderId, seq)})`)
    .join(', ');
}

function rowsOf(table: VersionedTable, binderId: string, seq: string): string {
  const condition = `binder_id = ${binderId} AND entity = '${table}' AND until_seq > ${seq}`;
  if (table === 'messages') return messagesOf(binderId, seq, condition);
  return `
    SELECT r.* FROM ${table} r WHERE r.binder_id = ${binderId}
      AND NOT EXISTS (SELECT FROM versions v WHERE ${condition} AND v.id = ${TABLES[table].history.id})
    UNION ALL
    SELECT r.* FROM (SELECT DISTINCT ON (id) state FROM versions WHERE ${condition} ORDER BY id, until_seq) v,
      jsonb_populate_record(NULL::${table}, v.state) r
    WHERE v.state IS NOT NULL`;
}

const MESSAGE =
  `user_id text created_at updated_at deleted_at reply_to mentions mention_all is_feed richtext html fields buttons file audio
  reactions pinned_at pinned_by preview`.split(/\s+/);

/** A UNION would be 50 times slower. A new message needs no version, because later messages are excluded. */
function messagesOf(binderId: string, seq: string, condition: string): string {
  const latest = `SELECT (body->>'id')::bigint FROM binder_log
    WHERE binder_id = ${binderId} AND seq <= ${seq} AND kind = 'message_posted' ORDER BY seq DESC LIMIT 1`;
  return `
    SELECT m.binder_id, m.id, m.thread_id, m.thread_only, m.forwarded_from, m.forwarded_at,
      ${MESSAGE.map((name) => `r.${name}`).join(', ')} FROM messages m
    LEFT JOIN LATERAL (
      SELECT state FROM versions WHERE ${condition} AND id = m.id::text ORDER BY until_seq LIMIT 1
    ) v ON true
    CROSS JOIN LATERAL jsonb_populate_record(m, coalesce(v.state, '{}')) r
    WHERE m.binder_id = ${binderId} AND m.id <= coalesce((${latest}), 0)`;
}
