import type { Installation } from '../installation.ts';

/**
 * Adds messages of the demo's second user to a binder of the first, by SQL: the API would take minutes. Gives the id of
 * the first message; the others follow it without a gap.
 */
export async function fillBinder(
  installation: Installation,
  binderId: string,
  count: number,
): Promise<number> {
  const [, author] = (await installation.demo()).users;
  return installation.withDatabase(async (db) => {
    const [row] = await db.query<{ first: number }>(
      `WITH taken AS (
         UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1
         RETURNING next_id - $2 AS first
       ), made AS (
         INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
         SELECT $1, first + n, $4, 'Message ' || (n + 1) || repeat(' and some more words', n % 7), $3, $3
         FROM taken, generate_series(0, $2::int - 1) n
       )
       SELECT first FROM taken`,
      [binderId, count, Date.now(), author?.id],
    );
    await db.query('VACUUM (ANALYZE) messages');
    return Number(row?.first);
  });
}

/** Sets how far the owner of a binder has read it. */
export function setRead({ withDatabase }: Installation, binderId: string, messageId: number): Promise<void> {
  return withDatabase(async (db) => {
    await db.query('UPDATE binder_members SET read_id = $2 WHERE binder_id = $1', [binderId, messageId]);
  });
}
