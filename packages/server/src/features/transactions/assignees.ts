import { memberProblem, requireNoProblems } from '../../access/index.ts';
import type { FieldError } from '../../errors.ts';
import { because } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { findGroupMembers } from '../groups/index.ts';
import { findIdentified } from '../users/index.ts';
import { type NamedAssignee, type NamedGroup, namingField } from './planned-steps.ts';

/**
 * The error is the same for disabled people, non-members and unknown people, so that callers cannot probe for users of
 * another org.
 */
export async function findAssignees(
  tx: Transaction,
  within: { binderId: string; partnerId: string },
  named: readonly NamedAssignee[],
): Promise<{ id: string; name: string }[]> {
  const identities = named.map(({ assignee: { user_id, ...rest } }) => ({ id: user_id, ...rest }));
  const users = await findIdentified(tx, identities, within);
  const members = new Map(users.filter(({ role }) => role !== null).map((user) => [user.ordinal, user]));
  const problems = named.flatMap(({ assignee, path }, index): FieldError[] => {
    const problem = memberProblem(members.get(index));
    const field = namingField(assignee);
    return problem === undefined ? [] : [{ path: path === '' ? field : `${path}.${field}`, ...problem }];
  });
  requireNoProblems(problems);
  return named.flatMap((_, index) => members.get(index) ?? []);
}

/** Returns the members who can press a button now, keyed by group id. */
export async function findGroups(
  tx: Transaction,
  within: { binderId: string; orgId: string },
  named: readonly NamedGroup[],
): Promise<Map<string, string[]>> {
  if (named.length === 0) return new Map();
  const groups = await findGroupMembers(tx, within, [...new Set(named.map(({ id }) => id))]);
  requireNoProblems(
    named.flatMap(({ id, path }): FieldError[] => {
      const members = groups.get(id);
      if (!members) return [{ path, ...because('unknown_group') }];
      return members.length > 0 ? [] : [{ path, ...because('group_without_member') }];
    }),
  );
  return groups;
}
