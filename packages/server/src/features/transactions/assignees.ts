import { memberProblem, requireNoProblems } from '../../access/index.ts';
import type { FieldError } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { findIdentified } from '../users/index.ts';
import { namingField } from './planned-steps.ts';
import type { AssigneeInput } from './schema.ts';

/** A person as a request names them, and where in the request: empty for the request as a whole. */
export interface NamedAssignee {
  assignee: AssigneeInput;
  path: string;
}

/**
 * Finds members of a binder who are to be asked, in the order in which they are named. Throws precondition failed, naming each
 * field, for somebody who is not a member and for a member who is disabled. Someone who is no member and someone who does
 * not exist get the same answer, so that nobody learns here who is a user of another org.
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
    const message = memberProblem(members.get(index));
    const field = namingField(assignee);
    return message === undefined ? [] : [{ path: path === '' ? field : `${path}.${field}`, message }];
  });
  requireNoProblems(problems);
  return named.flatMap((_, index) => members.get(index) ?? []);
}
