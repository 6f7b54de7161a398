import type { Group } from '@ringbinder/protocol';
import { lockOrg, orNotFound, requireOrgAdmin } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  because,
  conflict,
  type FieldError,
  fieldError,
  fieldPreconditionFailed,
  invalid,
  preconditionFailed,
  withDetails,
} from '../../errors.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { AdminChange } from '../audit/index.ts';
import { requestGroupChange } from './change-queries.ts';
import * as queries from './queries.ts';
import type { GroupChange, GroupInput } from './schema.ts';

const MAX_GROUPS = 1_000;

export async function readGroup(db: Database, orgId: string, id: string): Promise<Group | undefined> {
  const row = await queries.findGroup(db, orgId, id);
  return row && { ...presentGroup(row), members: await queries.findMembers(db, id) };
}

export const presentGroup = ({ id, name, created_at, updated_at, member_count }: queries.GroupRow) => ({
  id,
  name,
  created_time: created_at,
  updated_time: updated_at,
  member_count,
});

export async function createGroup(
  { ids }: Environment,
  { tx, actor, at, record }: AdminChange,
  orgId: string,
  { name, members }: GroupInput,
): Promise<Group> {
  const access = await requireOrgAdmin(tx, actor, orgId);
  const id = ids.next('group');
  await lockOrg(tx, orgId);
  await checkName(tx, orgId, name, id);
  if ((await queries.countGroups(tx, orgId)) >= MAX_GROUPS)
    throw preconditionFailed(because('groups_full', { limit: MAX_GROUPS }));
  const memberIds = requireDistinct(members);
  await checkPeople(tx, orgId, memberIds, new Set());
  await queries.insertGroup(tx, { id, orgId, name, at });
  await queries.addMembers(tx, id, memberIds);
  const owner = { orgId, partnerId: access.partnerId };
  await record({ ...owner, action: 'group.create', target: id, details: { name, member_ids: memberIds } });
  return orNotFound(await readGroup(tx, orgId, id), 'group', id);
}

export async function updateGroup(
  { tx, actor, at, record }: AdminChange,
  { orgId, id }: { orgId: string; id: string },
  { name, members }: GroupChange,
): Promise<Group> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  if (name === undefined && members === undefined) throw invalid('', 'name or members is required');
  // Another order of these statements could deadlock with a button press.
  await requestGroupChange(tx, { orgId, id, actorId: actor.userId, at });
  await lockOrg(tx, orgId);
  const previousGroup = orNotFound(await readGroup(tx, orgId, id), 'group', id);
  if (name !== undefined) await checkName(tx, orgId, name, id);
  const current = new Set(previousGroup.members.map((member) => member.id));
  const memberIds = members ? requireDistinct(members) : [...current];
  await checkPeople(tx, orgId, memberIds, current);
  const added = memberIds.filter((userId) => !current.has(userId));
  const removed = [...current].filter((userId) => !memberIds.includes(userId));
  await queries.renameGroup(tx, id, name, at);
  await queries.addMembers(tx, id, added);
  await queries.removeMembers(tx, id, removed);
  const details = { name: name ?? previousGroup.name, added_ids: added, removed_ids: removed };
  await record({ orgId, partnerId, action: 'group.update', target: id, details });
  return orNotFound(await readGroup(tx, orgId, id), 'group', id);
}

export async function deleteGroup(
  { tx, actor, at, record }: AdminChange,
  { orgId, id }: { orgId: string; id: string },
): Promise<null> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  await lockOrg(tx, orgId);
  const { name } = orNotFound(await queries.findGroup(tx, orgId, id), 'group', id);
  await queries.lockGroup(tx, id);
  if (await queries.hasOpenSteps(tx, id)) throw preconditionFailed(because('group_in_use'));
  await queries.markGroupDeleted(tx, id, at);
  await record({ orgId, partnerId, action: 'group.delete', target: id, details: { name } });
  return null;
}

async function checkName(tx: Transaction, orgId: string, name: string, id: string): Promise<void> {
  if (await queries.isNameTaken(tx, orgId, name, id))
    throw conflict(because('group_name_taken'), [
      {
        path: 'name',
        ...withDetails(because('group_name_taken'), 'is the name of another group of the org'),
      },
    ]);
}

function requireDistinct(members: GroupInput['members']): string[] {
  const ids = members.map(({ user_id }) => user_id);
  const repeatedIndex = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeatedIndex !== -1) throw invalid(`members[${repeatedIndex}].user_id`, because('same_person_twice'));
  return ids;
}

/** The same error for people of another org and for unknown people, so that callers cannot probe for users. */
async function checkPeople(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
  current: ReadonlySet<string>,
): Promise<void> {
  const ineligible = await queries.findIneligiblePeople(
    tx,
    orgId,
    ids.filter((id) => !current.has(id)),
  );
  const text = because('not_enabled_person');
  const problems = ids.flatMap((id, index): FieldError[] =>
    ineligible.has(id) ? [fieldError(`members[${index}].user_id`, text)] : [],
  );
  const [problem] = problems;
  if (problem && problems.length === 1) throw fieldPreconditionFailed(problem.path, text);
  if (problem)
    throw preconditionFailed(
      withDetails(text, `${problem.path} ${text.message}, and further members`),
      problems,
    );
}
