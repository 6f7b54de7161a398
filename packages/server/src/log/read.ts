/** What one read gives at the most, in bytes of JSON: a thousand of the longest messages would be 260 MB. */
const MAX_BYTES = 8 * 1024 ** 2;

/**
 * Entries of a log after a sequence, in order: as many as `limit` and `MAX_BYTES` allow, and always one where there
 * is one, and none unless `when` holds. The arguments are SQL expressions. Gives the columns of a `StoredLogEntry`.
 */
export function entriesAfter(of: { binderId: string; after: string; limit: string; when?: string }): string {
  const condition = of.when === undefined ? '' : ` AND ${of.when}`;
  return `
    SELECT l.seq, l.at, l.kind, l.actor_id, coalesce((SELECT name FROM users WHERE id = l.actor_id), '') AS actor_name, l.body
    FROM (
      SELECT *, sum(octet_length(body::text)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM binder_log WHERE binder_id = ${of.binderId} AND seq > ${of.after}${condition} ORDER BY seq LIMIT ${of.limit}
    ) l
    WHERE l.before IS NULL OR l.before < ${MAX_BYTES} ORDER BY l.seq`;
}

/**
 * The latest sequence of a binder's log at or before a time, 0 when there is none; a subquery, with $1 the binder id. By bisection, for `at`
 * never goes back in a log and `seq` has no gap: an index on `at` would cost every post. Some twenty look-ups in a log
 * of a million entries.
 */
export function latestSeqAt(time: string): string {
  return `(
    WITH RECURSIVE bisection (low, high) AS (
      SELECT 0::bigint, seq FROM binders WHERE id = $1
      UNION ALL
      SELECT CASE WHEN probe.at <= ${time} THEN probe.seq ELSE low END,
             CASE WHEN probe.at <= ${time} THEN high ELSE probe.seq - 1 END
      FROM bisection, LATERAL (
        SELECT seq, at FROM binder_log WHERE binder_id = $1 AND seq = (low + high + 1) / 2
      ) probe
      WHERE low < high
    )
    SELECT coalesce(max(low), 0) FROM bisection WHERE low = high)`;
}
