import { TABLES, type VersionedTable } from '../storage/tables.ts';

/** What search makes of a row, what is a member's own, and how much history there is, is of no use later. */
const NOT_KEPT = `ARRAY['words', 'read_id', 'is_favourite', 'is_muted', 'history_bytes']`;

/**
 * A statement that keeps rows of a table as they are before a change, to stand before it in `WITH kept AS (…)`, or by itself:
 * $1 is the binder id. A row that is not there yet is kept as such, so a new row needs it too. Only the first of a
 * transaction counts. It must come before the log entries of the change, in a transaction that has locked the binder.
 * @param ids an SQL expression: a text[] of keys; those of annotations are `page_id/client_uuid`
 */
export function keepRows(table: VersionedTable, ids: string): string {
  return `INSERT INTO versions (binder_id, entity, id, until_seq, state)
    SELECT b.id, '${table}', key.id, b.seq + 1,
      (SELECT to_jsonb(r) - ${NOT_KEPT} FROM ${table} r WHERE r.binder_id = $1 AND ${TABLES[table].history.isKey})
    FROM binders b, unnest(${ids}) AS key (id) WHERE b.id = $1
    ON CONFLICT DO NOTHING`;
}

/**
 * Common table expressions that take the place of tables in the statement behind them: the rows of one binder as they were
 * at a sequence. `binderId` and `seq` are SQL expressions.
 */
export function rowsAt(wanted: readonly VersionedTable[], binderId: string, seq: string): string {
  return wanted.map((table) => `${table} AS NOT MATERIALIZED (${rowsOf(table, binderId, seq)})`).join(', ');
}

function rowsOf(table: VersionedTable, binderId: string, seq: string): string {
  const kept = `binder_id = ${binderId} AND entity = '${table}' AND until_seq > ${seq}`;
  if (table === 'messages') return messagesOf(binderId, seq, kept);
  return `
    SELECT r.* FROM ${table} r WHERE r.binder_id = ${binderId}
      AND NOT EXISTS (SELECT FROM versions v WHERE ${kept} AND v.id = ${TABLES[table].history.id})
    UNION ALL
    SELECT r.* FROM (SELECT DISTINCT ON (id) state FROM versions WHERE ${kept} ORDER BY id, until_seq) v,
      jsonb_populate_record(NULL::${table}, v.state) r
    WHERE v.state IS NOT NULL`;
}

/** What may change in a message, or is not known before it is read. */
const MESSAGE =
  `user_id text created_at updated_at deleted_at reply_to mentions is_feed richtext html fields buttons file audio
  reactions pinned_at pinned_by`.split(/\s+/);

/**
 * Messages are many and never go as rows: each is looked up by its id, so that a list reads no more of them than it gives,
 * in the order of the index (50 of 300,000 take 5 ms; by the two halves of the other tables 240). Posting keeps nothing, for it is the hot path: ids
 * grow with the log.
 */
function messagesOf(binderId: string, seq: string, kept: string): string {
  const latest = `SELECT (body->>'id')::bigint FROM binder_log
    WHERE binder_id = ${binderId} AND seq <= ${seq} AND kind = 'message_posted' ORDER BY seq DESC LIMIT 1`;
  return `
    SELECT m.binder_id, m.id, ${MESSAGE.map((name) => `r.${name}`).join(', ')} FROM messages m
    LEFT JOIN LATERAL (
      SELECT state FROM versions WHERE ${kept} AND id = m.id::text ORDER BY until_seq LIMIT 1
    ) v ON true
    CROSS JOIN LATERAL jsonb_populate_record(m, coalesce(v.state, '{}')) r
    WHERE m.binder_id = ${binderId} AND m.id <= coalesce((${latest}), 0)`;
}
