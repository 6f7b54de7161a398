/**
 * Parts of a statement that checks access, takes a numeric id and a sequence, changes something and writes the log,
 * all in one round trip. To stand behind `binderDoor`: $1 binder id, $2 user id, $3 time in milliseconds.
 * Measured: one statement posts 2.3 times as many messages as the same work in six round trips.
 */
export function takeThroughDoor(roles: string, alsoSet = ''): string {
  return `taken AS (
    UPDATE binders b SET seq = b.seq + 1, next_id = b.next_id + 1, updated_at = $3${alsoSet && `, ${alsoSet}`}
    FROM door WHERE b.id = door.id AND door.role IN ${roles} AND b.deleted_at IS NULL
    RETURNING b.id AS binder_id, b.seq, b.next_id - 1 AS new_id
  )`;
}

/** The log entry of what `taken` stands for. @param body an SQL expression that gives jsonb */
export function logTaken(kind: string, body: string): string {
  return `logged AS (
    INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
    SELECT binder_id, seq, $3, $2, '${kind}', ${body} FROM taken
  )`;
}
