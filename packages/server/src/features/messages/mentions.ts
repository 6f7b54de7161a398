import { findMembersAmong, memberProblem, requireNoProblems } from '../../access/index.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Throws precondition failed, naming each place in `message.mentions`, when a user whom a message is to name is not a
 * member of the binder, or is disabled.
 * @param kept users whom the message names already: someone who has left since may stay in it
 */
export async function checkMentions(
  tx: Transaction,
  binderId: string,
  mentions: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  if (mentions.length === 0) return;
  const members = await findMembersAmong(tx, binderId, mentions);
  const problems = mentions.flatMap((userId, index) => {
    const message = kept.includes(userId) ? undefined : memberProblem(members.get(userId));
    return message === undefined ? [] : [{ path: `message.mentions[${index}]`, message }];
  });
  requireNoProblems(problems);
}
