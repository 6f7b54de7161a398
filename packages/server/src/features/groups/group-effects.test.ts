import assert from 'node:assert/strict';
import { adminOf, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { eraseDue } from '../personal-data/erase.ts';
import { checkReceiptFile } from '../receipts/index.ts';
import { announceDueSteps } from '../transactions/due-steps.ts';
import { createWorkflow, type Workflow } from '../transactions/testing/workflow.ts';

const MINUTE = 60_000;
const RUNS = 25;

let service: TestService;
let admin: CreatedUser;
let people: CreatedUser[];
let owner: CreatedUser;
let workflow: Workflow;
let groupId: string;
beforeAll(async () => {
  service = await startService();
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  people = await Promise.all(Array.from({ length: 6 }, () => service.make.user({ partner, client })));
  const [first, ...others] = people;
  assert.ok(first);
  owner = first;
  const members = others.slice(0, 4).map((user) => ({ user, role: 'viewer' as const }));
  const binderId = await service.make.binder(owner, members);
  workflow = createWorkflow(service, { binderId, owner });
  admin = await adminOf(service, owner);
  const json = { name: 'Committee', members: [{ user_id: owner.id }] };
  groupId = (await send(`/orgs/${owner.orgId}/groups`, json)).body.data.id;
});
afterAll(() => service.close());

const send = (path: string, json: unknown, token = admin.token) =>
  service.call('POST', path, { token, json });
async function setMembers(...indexes: number[]) {
  const members = indexes.map((index) => ({ user_id: people[index]?.id }));
  const { status, body } = await send(`/orgs/${owner.orgId}/groups/${groupId}`, { members });
  assert.equal(status, 200, body.message);
}
const press = async (id: number, stepId: number | undefined, index: number, button = 'approve') =>
  (await workflow.press(id, stepId, people[index]?.token ?? '', button)).status;
const idOf = (index: number) => people[index]?.id;
const approve = { id: 'approve', text: 'Approve' };
const stepOf = (more: Record<string, unknown> = {}) => ({
  assignee: { group_id: groupId },
  actions: [approve],
  ...more,
});
const only = async (id: number) => (await workflow.steps(id))[0];

test('[TX-78] [TX-79] [TX-80] random changes of a group between parallel presses: only members press, once each, and the number is exact', async () => {
  const member = fc.integer({ min: 0, max: 4 });
  const round = fc.record({
    members: fc.uniqueArray(member, { minLength: 1, maxLength: 5 }),
    pressers: fc.array(member, { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(round, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (rounds, required) => {
        await setMembers(0, 1, 2, 3, 4);
        const { id, steps } = await workflow.create([stepOf({ required })]);
        const pressed = new Set<number>();
        for (const { members, pressers } of rounds) {
          await setMembers(...members);
          const answers = await Promise.all(
            pressers.map(async (index) => ({ index, status: await press(id, steps[0], index) })),
          );
          for (const { index, status } of answers) {
            if (status !== 200) continue;
            assert.ok(members.includes(index) && !pressed.has(index), 'a member, once');
            pressed.add(index);
          }
          const possible = members.filter((index) => pressers.includes(index) && !pressed.has(index));
          assert.ok(pressed.size === required || possible.length === 0, 'no member was refused');
          const step = await only(id);
          assert.equal(step?.status, pressed.size === required ? 'completed' : 'current');
          assert.equal(step?.pressed_count, pressed.size);
        }
        await setMembers(0, 1, 2, 3, 4);
        for (const index of [0, 1, 2, 3, 4]) await press(id, steps[0], index);
        assert.equal((await only(id))?.pressed_count, required, 'no dead end, and exactly the number');
        assert.equal((await workflow.get(id)).body.data.outcome, 'completed');
      },
    ),
    { numRuns: RUNS },
  );
}, 120_000);

test('[TX-78] a reminder mentions the members who are in the binder', async () => {
  await setMembers(1, 2, 5);
  const due_time = service.clock.now() + MINUTE;
  await workflow.create([stepOf({ due_time })]);
  const seq = await workflow.seq();
  service.clock.advance(2 * MINUTE);
  await announceDueSteps(service.env);
  const message = (await workflow.feed(seq)).find(({ kind }) => kind === 'message_posted');
  const mentions = message?.body.mentions as string[];
  assert.deepEqual(new Set(mentions), new Set([idOf(1), idOf(2), owner.id]));
});

test('[TX-83] an escalation adds a person to the group', async () => {
  await setMembers(1);
  const due_time = service.clock.now() + MINUTE;
  const escalation = { assignee: { user_id: idOf(2) }, after: MINUTE };
  const { id, steps } = await workflow.create([stepOf({ due_time, escalation })]);
  service.clock.advance(3 * MINUTE);
  await announceDueSteps(service.env);
  assert.deepEqual(
    (await only(id))?.assignees?.map(({ user_id }) => user_id),
    [idOf(2), idOf(1)],
  );
  assert.equal(await press(id, steps[0], 2), 200);
});

test('[TX-83] the receipt names the member who pressed, and its check passes', async () => {
  await setMembers(1, 2);
  const { id, steps } = await workflow.create([stepOf({ required: 2 })]);
  assert.equal(await press(id, steps[0], 2), 200);
  assert.equal(await press(id, steps[0], 1), 200);
  const answer = await fetch(`${service.origin}/v1${workflow.path(id)}/receipt`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const check = await checkReceiptFile(await answer.text());
  assert.deepEqual(
    check?.checks.filter(({ passed }) => !passed),
    [],
  );
  assert.deepEqual(
    check?.payload.transaction.steps[0]?.presses?.map(({ user_id }) => user_id),
    [idOf(2), idOf(1)],
  );
});

test('[TX-83] a reopened step of a group waits for its members of then', async () => {
  await setMembers(1, 2);
  const end = { id: 'approve', text: 'Approve', outcome: 'completed' };
  const { id, steps } = await workflow.create([stepOf({ actions: [end] })]);
  assert.equal(await press(id, steps[0], 1), 200);
  await setMembers(3);
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  assert.equal(await press(id, steps[0], 1), 403);
  assert.equal(await press(id, steps[0], 3), 200);
  assert.equal((await only(id))?.assignee.user_id, idOf(3));
});

test('[TX-79] a link of a member stops when the person leaves the group', async () => {
  await setMembers(1, 2);
  const { id, steps } = await workflow.create([stepOf()]);
  const created = await send(`${workflow.path(id, steps[0])}/link`, {}, people[1]?.token);
  assert.equal(created.status, 200, created.body.message);
  const { token } = created.body.data;
  const read = () => service.call('GET', '/steplink', { token });
  assert.equal((await read()).status, 200);
  await setMembers(2);
  assert.equal((await read()).status, 401);
});

test('[GDPR-3] an erasure removes the person from groups', async () => {
  await setMembers(1, 4);
  const leaver = people[4];
  assert.ok(leaver);
  const user = `/orgs/${owner.orgId}/users/${leaver.id}`;
  await send(user, { disabled: true });
  assert.equal((await send(`${user}/erase`, {})).status, 200);
  await eraseDue(service.env);
  const group = () => service.call('GET', `/orgs/${owner.orgId}/groups/${groupId}`, { token: admin.token });
  const { members } = (await group()).body.data;
  assert.deepEqual(
    members.map((each: { id: string }) => each.id),
    [idOf(1)],
  );
});
