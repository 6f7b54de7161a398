export type LockedBinder = 'wait' | 'skip';

/**
 * Append the SQL to `binderMemberships`; $3 is the time in milliseconds. `seq`, `new_id` and `at` are null if
 * the statement allocates nothing.
 * A statement that waits for a row sees the new row but old memberships. If `access_version` has changed, the
 * caller must retry.
 * `locked` must be `skip` for several binders, because waiting in no fixed order can deadlock.
 */
export function allocateSequences(
  roles: string,
  { locked, alsoSet }: { locked: LockedBinder; alsoSet: string },
): string {
  return `counted AS MATERIALIZED (
    SELECT binder_id, count(*) AS n, max(access_version) AS version FROM membership WHERE role IN ${roles} GROUP BY binder_id
  ), ${
    locked === 'skip'
      ? `free AS MATERIALIZED (
    SELECT id FROM binders WHERE id IN (SELECT binder_id FROM counted) FOR NO KEY UPDATE SKIP LOCKED
  ), `
      : ''
  }changed AS (
    UPDATE binders b SET seq = b.seq + counted.n, next_id = b.next_id + counted.n,
      updated_at = greatest(b.updated_at, $3), ${alsoSet}
    FROM counted
    WHERE b.id = counted.binder_id AND b.deleted_at IS NULL AND b.access_version = counted.version
      ${locked === 'skip' ? 'AND b.id IN (SELECT id FROM free)' : ''}
    RETURNING b.id AS binder_id, b.seq - counted.n AS seq_before, b.next_id - 1 - counted.n AS id_before, b.updated_at AS at
  ), numbered AS (
    SELECT membership.*, at, seq_before + place AS seq, id_before + place AS new_id
    FROM (
      SELECT *, count(*) FILTER (WHERE role IN ${roles}) OVER (PARTITION BY binder_id ORDER BY ordinal) AS place FROM membership
    ) AS membership
    LEFT JOIN changed ON changed.binder_id = membership.binder_id AND role IN ${roles}
  )`;
}

export function logAllocated(kind: string, body: string): string {
  return `logged AS (
    INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
    SELECT binder_id, seq, at, user_id, '${kind}', ${body} FROM numbered WHERE seq IS NOT NULL
  )`;
}
