import { findMembersAmong, memberProblem, requireNoProblems } from '../../access/index.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Throws precondition failed, naming each index in `message.mentions`, for mentioned users who are disabled or
 * no members.
 * @param existing users already mentioned, who may have left since
 */
export async function checkMentions(
  tx: Transaction,
  binderId: string,
  mentions: readonly string[],
  existing: readonly string[] = [],
): Promise<void> {
  if (mentions.length === 0) return;
  const members = await findMembersAmong(tx, binderId, mentions);
  const problems = mentions.flatMap((userId, index) => {
    const message = existing.includes(userId) ? undefined : memberProblem(members.get(userId));
    return message === undefined ? [] : [{ path: `message.mentions[${index}]`, message }];
  });
  requireNoProblems(problems);
}
