export type LockedBinder = 'wait' | 'skip';

/**
 * SQL that allocates ids and sequence numbers, so that access check, change and log need one round trip.
 * Append the SQL to `binderMemberships`; $3 is the time in milliseconds. For each caller, `numbered` has the
 * columns of `membership`, and seq, new_id and at, which are null without an allocation.
 *
 * A statement that waits for a row sees the new row but old memberships. If `access_version` has changed, the
 * statement allocates nothing, and the caller must retry.
 *
 * @param locked must be `skip` for several binders, because waiting in no fixed order can deadlock
 * @param alsoSet further assignments to the binder `b`; `counted.n` is the number of callers with access
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
