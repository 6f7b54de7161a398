/** A thousand messages of maximum length would be 260 MB. */
const MAX_BYTES = 8 * 1024 ** 2;

/** Up to `MAX_BYTES` in total, but at least one entry. The arguments are SQL. */
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
 * The query can bisect, because `at` never decreases and `seq` has no gaps. An index on `at` would slow every
 * post.
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
