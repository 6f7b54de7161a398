import type { Transaction } from '../../storage/database.ts';

export type Pair = readonly [string, string];

export function pairOf(one: string, other: string): Pair {
  return one < other ? [one, other] : [other, one];
}

/** Locks a pair of users until the commit. */
export async function lockConversation(tx: Transaction, pair: Pair): Promise<string | null> {
  const [row] = await tx.query<{ binder_id: string | null }>(
    `INSERT INTO direct_binders (user_a, user_b) VALUES ($1, $2)
     ON CONFLICT (user_a, user_b) DO UPDATE SET user_a = excluded.user_a RETURNING binder_id`,
    [...pair],
  );
  return row?.binder_id ?? null;
}

export async function setConversation(tx: Transaction, pair: Pair, binderId: string): Promise<void> {
  await tx.query('UPDATE direct_binders SET binder_id = $3 WHERE user_a = $1 AND user_b = $2', [
    ...pair,
    binderId,
  ]);
}

export async function isStillBetween(tx: Transaction, binderId: string, pair: Pair): Promise<boolean> {
  const binders = await tx.query(
    'SELECT id FROM binders WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [binderId],
  );
  if (binders.length === 0) return false;
  const members = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM binder_members WHERE binder_id = $1 LIMIT 3',
    [binderId],
  );
  return members.length === 2 && members.every(({ user_id }) => pair.includes(user_id));
}
