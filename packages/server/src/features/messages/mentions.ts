import { findMembersAmong, memberProblem, requireNoProblems } from '../../access/index.ts';
import { because } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';

/** Throws `preconditionFailed` for users who are disabled or not members, unless `existing` contains them. */
export async function checkMentions(
  tx: Transaction,
  binderId: string,
  mentions: readonly string[],
  { existing = [], path = 'message.mentions' }: { existing?: readonly string[]; path?: string } = {},
): Promise<void> {
  if (mentions.length === 0) return;
  const members = await findMembersAmong(tx, binderId, mentions);
  const problems = mentions.flatMap((userId, index) => {
    const problem = existing.includes(userId) ? undefined : memberProblem(members.get(userId));
    return problem === undefined ? [] : [{ path: `${path}[${index}]`, ...problem }];
  });
  requireNoProblems(problems);
}

const MAX_MENTIONED = 500;

export async function withAllMembers(
  tx: Transaction,
  binderId: string,
  authorId: string,
  mentions: readonly string[] = [],
): Promise<string[]> {
  const members = await tx.query<{ id: string }>(
    `SELECT u.id FROM binder_members m JOIN users u ON u.id = m.user_id
     WHERE m.binder_id = $1 AND u.id <> $2 AND u.disabled_at IS NULL AND NOT u.is_bot ORDER BY u.id LIMIT $3::bigint`,
    [binderId, authorId, MAX_MENTIONED + 1],
  );
  if (members.length > MAX_MENTIONED)
    requireNoProblems([
      { path: 'message.mention_all', ...because('mention_all_full', { limit: MAX_MENTIONED }) },
    ]);
  return [...new Set([...mentions, ...members.map(({ id }) => id)])];
}
