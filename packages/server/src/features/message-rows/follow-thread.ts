import type { Transaction } from '../../storage/database.ts';

/**
 * The authors of the first message and of the reply follow the thread, and so do members whom these mention by name. A
 * person who left the thread follows it again only by replying.
 *
 * @param isNew false if an existing reply was edited
 */
export async function followThread(
  tx: Transaction,
  binderId: string,
  replyId: number,
  isNew: boolean,
): Promise<void> {
  await tx.query(
    `INSERT INTO thread_followers AS f (binder_id, thread_id, user_id, read_id)
     SELECT r.binder_id, r.thread_id, person.id, min(person.read_id)
     FROM messages r JOIN messages root ON root.binder_id = r.binder_id AND root.id = r.thread_id
     CROSS JOIN LATERAL (
       SELECT r.user_id, r.id WHERE NOT r.is_feed
       UNION ALL SELECT root.user_id, 0 WHERE NOT root.is_feed
       UNION ALL SELECT unnest(root.mentions), 0 WHERE root.mention_all IS NOT TRUE
       UNION ALL SELECT unnest(r.mentions), r.id - 1 WHERE r.mention_all IS NOT TRUE
     ) AS person (id, read_id)
     JOIN binder_members member ON member.binder_id = r.binder_id AND member.user_id = person.id
     WHERE r.binder_id = $1 AND r.id = $2::bigint
     GROUP BY r.binder_id, r.thread_id, person.id
     ON CONFLICT (binder_id, thread_id, user_id) DO UPDATE
       SET is_following = true, read_id = greatest(f.read_id, $2::bigint)
     WHERE $3::boolean AND NOT f.is_following
       AND f.user_id = (SELECT user_id FROM messages WHERE binder_id = $1 AND id = $2::bigint)`,
    [binderId, replyId, isNew],
  );
}
