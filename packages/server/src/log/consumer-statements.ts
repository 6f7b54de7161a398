export interface CursorPosition extends Record<string, unknown> {
  binder_id: string;
  seq: number;
  has_cursor: boolean;
  is_behind: boolean;
}

export interface LockedCursor extends Record<string, unknown> {
  binder_id: string;
  /** 0 if the history was replaced. */
  seq: number;
  latest: number;
}

/** The SQL contains the consumer's name, so PostgreSQL plans for one partition. */
export function cursorStatements({
  name,
  cursorTopic,
  restarts = false,
  onlyBinders = 'true',
}: {
  name: string;
  cursorTopic?: string;
  restarts?: boolean;
  onlyBinders?: string;
}) {
  const isBehind = `b.seq > coalesce(c.seq, 0)${restarts ? ' OR b.epoch <> c.epoch' : ''}`;
  const seq = restarts ? 'CASE WHEN b.epoch <> c.epoch THEN 0 ELSE c.seq END' : 'c.seq';
  const fromBinders = `FROM binders b ${cursorTopic === undefined ? 'LEFT JOIN' : 'JOIN'} log_cursors c
    ON c.binder_id = b.id AND c.consumer = '${name}'`;
  const lock = `SELECT c.binder_id, ${seq} AS seq, b.seq AS latest
    FROM log_cursors c JOIN binders b ON b.id = c.binder_id
    WHERE c.consumer = '${name}' AND c.binder_id = ANY($1) AND (${isBehind}) ORDER BY c.binder_id FOR UPDATE OF c`;
  return {
    backlog: `SELECT b.id AS binder_id, b.seq - coalesce(${seq}, 0) AS entries,
        (SELECT at FROM binder_log l WHERE l.binder_id = b.id AND l.seq = coalesce(c.seq, 0) + 1) AS since
      ${fromBinders} WHERE (${isBehind}) AND ${onlyBinders} LIMIT $1`,
    positions: `SELECT b.id AS binder_id, coalesce(c.seq, 0) AS seq, c.seq IS NOT NULL AS has_cursor,
        coalesce(${isBehind}, false) AS is_behind
      ${fromBinders} WHERE b.id = ANY($1) AND ${onlyBinders}`,
    insert: `INSERT INTO log_cursors (consumer, binder_id, seq, epoch)
      SELECT '${name}', id, 0, epoch FROM binders WHERE id = ANY($1) ORDER BY id ON CONFLICT DO NOTHING`,
    lock: `${lock} SKIP LOCKED`,
    wait: lock,
    move: `UPDATE log_cursors c SET seq = moved.seq, epoch = b.epoch
      FROM unnest($1::text[], $2::bigint[]) AS moved (binder_id, seq) JOIN binders b ON b.id = moved.binder_id
      WHERE c.consumer = '${name}' AND c.binder_id = moved.binder_id`,
  };
}
