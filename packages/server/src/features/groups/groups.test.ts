import assert from 'node:assert/strict';
import { adminOf, type Cast, type CreatedUser, expectRefusal, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { createWorkflow, stepFor, type Workflow } from '../transactions/testing/workflow.ts';
import { groupChanges } from './changes.ts';

const { call, make, env } = service;

let cast: Cast;
let workflow: Workflow;
let admin: CreatedUser;
beforeEach(async () => {
  cast = await make.cast();
  workflow = createWorkflow(service, cast);
  admin = await adminOf(service, cast.owner);
});

const path = (id?: string) => `/orgs/${cast.owner.orgId}/groups${id === undefined ? '' : `/${id}`}`;
const idsOf = (people: readonly CreatedUser[]) => people.map(({ id }) => ({ user_id: id }));
const post = (json: unknown, token = admin.token) => call('POST', path(), { token, json });
const change = (id: string, json: unknown, token = admin.token) => call('POST', path(id), { token, json });

async function groupOf(people: readonly CreatedUser[], name = 'Credit officers'): Promise<string> {
  const { status, body } = await post({ name, members: idsOf(people) });
  assert.equal(status, 200, body.message);
  return body.data.id;
}

const { actions } = stepFor({ name: 'Somebody' } as CreatedUser);
const approve = { id: 'approve', text: 'Approve' };
const stepOf = (groupId: string, more: Record<string, unknown> = {}) => ({
  assignee: { group_id: groupId },
  actions,
  ...more,
});
const only = async (id: number) => (await workflow.steps(id))[0];
const waiting = async ({ token }: CreatedUser) => (await call('GET', '/me/steps', { token })).body.data.count;
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

test('[TX-76] admins create, change and delete groups, which all users of the org list', async () => {
  const { owner, editor, viewer } = cast;
  const { body } = await post({ name: 'Board', members: idsOf([viewer, owner]) });
  const { id, members, member_count } = body.data;
  assert.equal(member_count, 2);
  assert.deepEqual(new Set(members.map((each: { id: string }) => each.id)), new Set([owner.id, viewer.id]));
  const changed = await change(id, { name: 'The board', members: idsOf([viewer, editor]) });
  assert.deepEqual([changed.status, changed.body.data.name], [200, 'The board']);
  const listed = await call('GET', path(), { token: editor.token });
  assert.deepEqual(
    listed.body.data.groups.map((each: { id: string; name: string; member_count: number }) => [
      each.id,
      each.name,
      each.member_count,
    ]),
    [[id, 'The board', 2]],
  );
  const read = await call('GET', path(id), { token: editor.token });
  assert.deepEqual(read.body.data, changed.body.data);
  assert.equal(await status(call('DELETE', path(id), { token: admin.token })), 200);
  assert.equal(await status(call('GET', path(id), { token: admin.token })), 404);
  const audit = await call('GET', `/orgs/${cast.owner.orgId}/audit`, { token: admin.token });
  const entries = audit.body.data.entries.filter((each: { action: string }) =>
    each.action.startsWith('group.'),
  );
  assert.deepEqual(
    entries.map((each: { action: string }) => each.action),
    ['group.delete', 'group.update', 'group.create'],
  );
  assert.deepEqual(entries[1].details, {
    name: 'The board',
    added_ids: [editor.id],
    removed_ids: [owner.id],
  });
});

test('[TX-76] only admins change groups, and users of another org see none', async () => {
  const { owner, otherOrg } = cast;
  const id = await groupOf([owner]);
  assert.equal(await status(post({ name: 'Mine', members: idsOf([owner]) }, owner.token)), 403);
  assert.equal(await status(change(id, { name: 'Mine' }, owner.token)), 403);
  assert.equal(await status(call('DELETE', path(id), { token: owner.token })), 403);
  assert.equal(await status(call('GET', path(), { token: otherOrg.token })), 403);
  assert.equal(await status(call('GET', path(id), { token: otherOrg.token })), 403);
});

test('[TX-77] a group without members, with too many, or with people who are not enabled people of the org is refused', async () => {
  const { owner, editor, otherOrg } = cast;
  const name = 'Refused';
  expectRefusal(await post({ name, members: [] }), 400, 'members');
  const crowd = Array.from({ length: 1_001 }, () => ({ user_id: owner.id }));
  expectRefusal(await post({ name, members: crowd }), 400, 'members');
  expectRefusal(await post({ name, members: idsOf([owner, owner]) }), 400, 'members[1].user_id');
  expectRefusal(await post({ name, members: idsOf([owner, otherOrg]) }), 412, 'members[1].user_id');
  const id = await groupOf([owner]);
  expectRefusal(await change(id, { members: [] }), 400, 'members');
  expectRefusal(await change(id, { members: idsOf([otherOrg]) }), 412, 'members[0].user_id');
  expectRefusal(await post({ name: 'CREDIT officers', members: idsOf([editor]) }), 409, 'name');
  const { body } = await call('GET', path(), { token: admin.token });
  assert.deepEqual(
    body.data.groups.map((each: { name: string; member_count: number }) => [each.name, each.member_count]),
    [['Credit officers', 1]],
  );
});

test('[TX-78] a step of a group awaits its members in the binder, and records who pressed', async () => {
  const { owner, editor, viewer, sameOrg: elsewhere } = cast;
  const groupId = await groupOf([editor, viewer, elsewhere]);
  const { id, steps } = await workflow.create([stepOf(groupId)]);
  const before = await only(id);
  assert.deepEqual(before?.groups, [{ id: groupId, name: 'Credit officers' }]);
  assert.deepEqual(
    new Set(before?.assignees?.map((each) => each.user_id)),
    new Set([editor.id, viewer.id]),
    'a group gives no access',
  );
  assert.deepEqual(await Promise.all([editor, viewer, elsewhere, owner].map(waiting)), [1, 1, 0, 0]);
  assert.equal(await status(workflow.press(id, steps[0], owner.token)), 403);
  assert.equal(await status(workflow.press(id, steps[0], viewer.token)), 200);
  const done = await only(id);
  assert.deepEqual(
    [done?.status, done?.assignee.user_id, done?.assignee.name],
    ['completed', viewer.id, viewer.name],
  );
  assert.deepEqual(
    done?.assignees?.map((each) => [each.user_id, each.pressed?.click_button_id]),
    [[viewer.id, 'approve']],
  );
  assert.deepEqual(await Promise.all([editor, viewer].map(waiting)), [0, 0]);
});

test('[TX-79] membership at the time of the press counts', async () => {
  const { owner, editor, viewer } = cast;
  const groupId = await groupOf([editor, viewer]);
  const { id, steps } = await workflow.create([stepOf(groupId, { required: 2, actions: [approve] })]);
  assert.equal(await status(workflow.press(id, steps[0], editor.token)), 200);
  await change(groupId, { members: idsOf([owner, viewer]) });
  assert.equal(await status(workflow.press(id, steps[0], editor.token)), 403);
  await change(groupId, { members: idsOf([owner]) });
  assert.equal(await status(workflow.press(id, steps[0], viewer.token)), 403);
  assert.deepEqual(
    (await only(id))?.assignees?.map((each) => [each.user_id, each.pressed !== undefined]),
    [
      [editor.id, true],
      [owner.id, false],
    ],
    'a press counts after its person has left the group',
  );
  assert.equal(await status(workflow.press(id, steps[0], owner.token)), 200);
  assert.equal((await only(id))?.status, 'completed');
});

test('[TX-79] a press at the same time as the removal of its member is before it or is refused', async () => {
  const { owner, editor } = cast;
  const groupId = await groupOf([owner, editor]);
  for (let round = 0; round < 12; round++) {
    await change(groupId, { members: idsOf([owner, editor]) });
    const { id, steps } = await workflow.create([stepOf(groupId)]);
    const removal = change(groupId, { members: idsOf([owner]) });
    const [press, removed] = await Promise.all([workflow.press(id, steps[0], editor.token), removal]);
    assert.equal(removed.status, 200);
    assert.ok([200, 403].includes(press.status), JSON.stringify(press.body));
    assert.equal((await only(id))?.status, press.status === 200 ? 'completed' : 'current');
    assert.equal(await status(workflow.press(id, steps[0], editor.token)), 403);
  }
});

test('[TX-79] a press that waits for the removal of its member is refused', async () => {
  const { owner, editor } = cast;
  const groupId = await groupOf([owner, editor]);
  const { id, steps } = await workflow.create([stepOf(groupId)]);
  let press: ReturnType<Workflow['press']> | undefined;
  await env.db.transaction(async (tx) => {
    await tx.query('DELETE FROM person_group_members WHERE group_id = $1 AND user_id = $2', [
      groupId,
      editor.id,
    ]);
    press = workflow.press(id, steps[0], editor.token);
    await until('the press waits', async () => {
      const rows = await env.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
  });
  assert.equal((await press)?.status, 403);
  assert.equal((await only(id))?.status, 'current');
});

test('[TX-80] a step is refused for an unknown group, one without people who can press, and too many required answers', async () => {
  const { owner, editor, viewer, sameOrg: elsewhere } = cast;
  const empty = await groupOf([elsewhere], 'Elsewhere');
  const two = await groupOf([editor, viewer], 'Two');
  const { orgId } = cast.otherOrg;
  const foreign = await call('POST', `/orgs/${orgId}/groups`, {
    token: (await adminOf(service, cast.otherOrg)).token,
    json: { name: 'Foreign', members: idsOf([cast.otherOrg]) },
  });
  const before = await workflow.state();
  const refuse = async (step: unknown, expected: number, field: string) =>
    expectRefusal(await workflow.post({ title: 'Budget', content: '', steps: [step] }), expected, field);
  const group = 'steps[0].assignee.group_id';
  await refuse(stepOf(foreign.body.data.id), 412, group);
  await refuse(stepOf(`G${'0'.repeat(22)}`), 412, group);
  await refuse(stepOf('nothing'), 400, group);
  await refuse(stepOf(empty), 412, group);
  await refuse(stepOf(two, { required: 3 }), 412, 'steps[0].required');
  await refuse({ assignee: { group_id: two, user_id: owner.id }, actions }, 400, group);
  const twice = [{ group_id: two }, { group_id: two }];
  await refuse({ assignees: twice, actions }, 400, 'steps[0].assignees[1].group_id');
  const escalation = { assignee: { group_id: two }, after: 1 };
  const due_time = env.clock.now() + 86_400_000;
  await refuse({ ...stepFor(owner), due_time, escalation }, 400, 'steps[0].escalation.assignee.group_id');
  assert.deepEqual(await workflow.state(), before, 'nothing is half created');
});

test('[TX-80] [TX-106] a group and people answer a step together, and `all` is their number at the creation', async () => {
  const { owner, editor, viewer } = cast;
  const groupId = await groupOf([editor, viewer]);
  const assignees = [{ user_id: owner.id }, { group_id: groupId }];
  const { id, steps } = await workflow.create([{ assignees, required: 'all', actions: [approve] }]);
  const open = await only(id);
  assert.equal(open?.required, 3);
  assert.deepEqual(
    new Map(open?.assignees?.map((each) => [each.user_id, each.by_group])),
    new Map([
      [owner.id, undefined],
      [editor.id, true],
      [viewer.id, true],
    ]),
  );
  for (const { token } of [viewer, owner, editor])
    assert.equal(await status(workflow.press(id, steps[0], token)), 200);
  assert.equal((await only(id))?.status, 'completed');
});

test('[TX-80] parallel presses of members complete a step with exactly the required number', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, () => make.user({ partner: cast.partner, client: cast.client })),
  );
  const binderId = await make.binder(
    cast.owner,
    people.map((user) => ({ user, role: 'viewer' as const })),
  );
  const workflow = createWorkflow(service, { ...cast, binderId });
  const groupId = await groupOf(people);
  const { id, steps } = await workflow.create([stepOf(groupId, { required: 3, actions: [approve] })]);
  const answers = await Promise.all(people.map(({ token }) => workflow.press(id, steps[0], token)));
  const statuses = answers.map((answer) => answer.status).toSorted();
  assert.deepEqual(statuses, [200, 200, 200, 409, 409, 409, 409, 409]);
  assert.equal((await workflow.steps(id))[0]?.pressed_count, 3);
});

test('[TX-81] new members are notified, and the binder’s log has the change', async () => {
  const { editor, viewer } = cast;
  const groupId = await groupOf([editor]);
  const { id, steps } = await workflow.create([stepOf(groupId)]);
  const seq = await workflow.seq();
  await change(groupId, { members: idsOf([editor, viewer]) });
  await until('the change is announced', async () => {
    await groupChanges.work(env);
    return (await workflow.feed(seq)).length > 0;
  });
  const [entry, ...more] = await workflow.feed(seq);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [entry?.kind, entry?.actor.id, entry?.body],
    [
      'step_group_changed',
      admin.id,
      { id: steps[0], transaction_id: id, group_id: groupId, name: 'Credit officers' },
    ],
  );
  const approvals = async ({ token }: CreatedUser) =>
    (await call('GET', '/me/activity?filter=approvals', { token })).body.data.items.length;
  await until('the new member is notified', async () => (await approvals(viewer)) === 1);
  assert.equal(await approvals(editor), 1);
});

test('[TX-82] a group with open steps cannot be deleted, and answered steps show its name later', async () => {
  const { editor } = cast;
  const groupId = await groupOf([editor]);
  const { id, steps } = await workflow.create([stepOf(groupId)]);
  assert.equal(await status(call('DELETE', path(groupId), { token: admin.token })), 412);
  assert.equal(await status(workflow.press(id, steps[0], editor.token)), 200);
  assert.equal(await status(call('DELETE', path(groupId), { token: admin.token })), 200);
  assert.deepEqual((await only(id))?.groups, [{ id: groupId, name: 'Credit officers' }]);
  const late = await workflow.post({ title: 'Late', content: '', steps: [stepOf(groupId)] });
  expectRefusal(late, 412, 'steps[0].assignee.group_id');
});

test('[TX-82] a reassignment replaces groups by a person, unless several answers are required or somebody has pressed', async () => {
  const { owner, editor, viewer } = cast;
  const groupId = await groupOf([editor, viewer]);
  const reassign = (id: number, stepId: number | undefined, json: unknown) =>
    call('POST', `${workflow.path(id, stepId ?? 0)}/assignee`, { token: owner.token, json });
  const single = await workflow.create([stepOf(groupId)]);
  expectRefusal(await reassign(single.id, single.steps[0], { group_id: groupId }), 400, 'group_id');
  const seq = await workflow.seq();
  assert.equal(await status(reassign(single.id, single.steps[0], { user_id: editor.id })), 200);
  const [entry] = await workflow.feed(seq);
  assert.deepEqual(
    [entry?.kind, entry?.body.user_id, entry?.body.previous_name, entry?.body.previous_user_id],
    ['step_reassigned', editor.id, 'Credit officers', undefined],
  );
  const after = await only(single.id);
  assert.deepEqual(
    [after?.assignee.user_id, after?.groups, after?.assignees],
    [editor.id, undefined, undefined],
  );
  assert.equal(await status(workflow.press(single.id, single.steps[0], viewer.token)), 403);
  assert.equal(await status(workflow.press(single.id, single.steps[0], editor.token)), 200);

  const both = await workflow.create([stepOf(groupId, { required: 2, actions: [approve] })]);
  assert.equal(await status(reassign(both.id, both.steps[0], { user_id: editor.id })), 412);
  const votes = [approve, { id: 'object', text: 'Object' }];
  const mixed = await workflow.create([
    { assignees: [{ group_id: groupId }, { user_id: owner.id }], required: 1, actions: votes },
  ]);
  assert.equal(await status(reassign(mixed.id, mixed.steps[0], { user_id: editor.id })), 412);
  const named = { user_id: cast.viewer.id, previous_user_id: owner.id };
  assert.equal(await status(reassign(mixed.id, mixed.steps[0], named)), 409, 'a member of the group already');
});

test('[TX-83] a delegate answers for a member of a group while the person is one', async () => {
  const { owner, editor, viewer } = cast;
  const groupId = await groupOf([editor, owner]);
  const { id, steps } = await workflow.create([stepOf(groupId)]);
  const ends = env.clock.now() + 86_400_000;
  const json = { to: { user_id: viewer.id }, ends };
  assert.equal(await status(call('POST', '/me/delegations', { token: editor.token, json })), 200);
  assert.equal(await waiting(viewer), 1);
  await change(groupId, { members: idsOf([owner]) });
  assert.equal(await waiting(viewer), 0);
  assert.equal(await status(workflow.press(id, steps[0], viewer.token)), 403);
  await change(groupId, { members: idsOf([owner, editor]) });
  assert.equal(await status(workflow.press(id, steps[0], viewer.token)), 200);
  const done = await only(id);
  assert.deepEqual([done?.assignee.user_id, done?.assignee.pressed_by?.id], [editor.id, viewer.id]);
});

test('[TX-83] not_creator and distinct_from apply to members of groups', async () => {
  const { owner, editor, viewer } = cast;
  const groupId = await groupOf([owner, editor, viewer]);
  const { id, steps } = await workflow.create([
    stepOf(groupId, { not_creator: true }),
    stepOf(groupId, { distinct_from: [1] }),
  ]);
  assert.equal(await status(workflow.press(id, steps[0], owner.token)), 403);
  assert.equal(await status(workflow.press(id, steps[0], editor.token)), 200);
  assert.equal(await waiting(editor), 0);
  assert.equal(await status(workflow.press(id, steps[1], editor.token)), 403);
  assert.equal(await status(workflow.press(id, steps[1], viewer.token)), 200);
});

test('[TX-83] an earlier state shows the group and who had pressed', async () => {
  const { editor, viewer } = cast;
  const groupId = await groupOf([editor, viewer]);
  const { id, steps } = await workflow.create([stepOf(groupId, { required: 2, actions: [approve] })]);
  await workflow.press(id, steps[0], editor.token);
  const seq = await workflow.seq();
  await workflow.press(id, steps[0], viewer.token);
  const { body } = await call('GET', `${workflow.path(id)}?as_of=seq:${seq}`, { token: cast.owner.token });
  const [step] = body.data.steps;
  assert.deepEqual(step.groups, [{ id: groupId, name: 'Credit officers' }]);
  assert.deepEqual(
    step.assignees.map((each: { user_id: string }) => each.user_id),
    [editor.id],
  );
});
