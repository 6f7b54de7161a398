import type { Transaction } from '../../storage/database.ts';

/** Two users or more, in ascending order. */
export type Participants = readonly string[];

const LOCK_PAIR = `INSERT INTO direct_binders (user_a, user_b) VALUES ($1, $2)
  ON CONFLICT (user_a, user_b) DO UPDATE SET user_a = excluded.user_a RETURNING binder_id`;
const LOCK_GROUP = `INSERT INTO group_conversations (user_ids) VALUES ($1)
  ON CONFLICT (user_ids) DO UPDATE SET user_ids = excluded.user_ids RETURNING binder_id`;
const SET_PAIR = 'UPDATE direct_binders SET binder_id = $3 WHERE user_a = $1 AND user_b = $2';
const SET_GROUP = 'UPDATE group_conversations SET binder_id = $2 WHERE user_ids = $1';

const isPair = (participants: Participants) => participants.length === 2;
const keyOf = (participants: Participants) => (isPair(participants) ? [...participants] : [participants]);

/** Locks the conversation until the commit. Returns its binder. */
export async function lockConversation(tx: Transaction, participants: Participants): Promise<string | null> {
  const [row] = await tx.query<{ binder_id: string | null }>(
    isPair(participants) ? LOCK_PAIR : LOCK_GROUP,
    keyOf(participants),
  );
  return row?.binder_id ?? null;
}

export async function setConversation(
  tx: Transaction,
  participants: Participants,
  binderId: string,
): Promise<void> {
  await tx.query(isPair(participants) ? SET_PAIR : SET_GROUP, [...keyOf(participants), binderId]);
}

export async function hasExactlyMembers(
  tx: Transaction,
  binderId: string,
  participants: Participants,
): Promise<boolean> {
  const binders = await tx.query(
    'SELECT id FROM binders WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [binderId],
  );
  if (binders.length === 0) return false;
  const members = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM binder_members WHERE binder_id = $1 LIMIT $2',
    [binderId, participants.length + 1],
  );
  return (
    members.length === participants.length && members.every(({ user_id }) => participants.includes(user_id))
  );
}
