import assert from 'node:assert/strict';
import type { Step } from '@ringbinder/protocol';
import { type Answer, type Cast, type CreatedUser, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
let people: [CreatedUser, CreatedUser, CreatedUser];
beforeEach(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
  people = [cast.owner, cast.editor, cast.viewer];
});

const only = async (id: number): Promise<Step> => {
  const [step] = await workflow.steps(id);
  assert.ok(step);
  return step;
};
const refuse = ({ status, body }: Answer, expected: number) =>
  assert.equal(status, expected, JSON.stringify(body));
const outcomeOf = async (id: number) => (await workflow.get(id)).body.data.outcome;
const kinds = async (after: number) => (await workflow.feed(after)).map(({ kind }) => kind);
const reassign = (id: number, stepId: number | undefined, json: unknown, token = cast.owner.token) =>
  service.call('POST', `${workflow.path(id, stepId ?? 0)}/assignee`, { token, json });
const waitingOf = async ({ token }: CreatedUser) =>
  (await service.call('GET', '/me/activity?filter=approvals', { token })).body.data.items.length;

test('[TX-53] two of three: the step shows who has answered and is done with the second press of a button', async () => {
  const [one, two, three] = people;
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2 }), stepFor(one)]);
  const before = await only(id);
  assert.deepEqual(
    [
      before.required,
      before.pressed_count,
      before.assignee.user_id,
      before.assignees?.map((each) => each.user_id),
    ],
    [2, 0, one.id, people.map((each) => each.id)],
  );
  const seq = await workflow.seq();
  assert.equal((await workflow.press(id, steps[0], one.token)).status, 200);
  const half = await only(id);
  assert.equal(half.status, 'current');
  assert.equal(half.pressed_count, 1);
  assert.equal(half.assignee.user_id, two.id, 'an older client sees who is awaited');
  assert.deepEqual(
    half.assignees?.map(({ pressed }) => pressed?.click_button_id),
    ['approve', undefined, undefined],
  );
  assert.ok(!('clicked_button_id' in half) && !('completed_time' in half));
  refuse(await workflow.press(id, steps[0], one.token, 'decline'), 409);
  refuse(await workflow.press(id, steps[0], one.token), 409);
  refuse(await workflow.press(id, steps[1], one.token), 412);
  assert.equal((await workflow.press(id, steps[0], three.token)).status, 200);
  const done = await only(id);
  assert.deepEqual(
    [done.status, done.clicked_button_id, done.assignee.user_id, done.pressed_count],
    ['completed', 'approve', three.id, 2],
  );
  refuse(await workflow.press(id, steps[0], two.token), 409);
  const [, next] = await workflow.steps(id);
  assert.equal(next?.status, 'current');
  assert.deepEqual(
    (await workflow.feed(seq))
      .filter(({ kind }) => kind.startsWith('step_'))
      .map(({ kind, body }) => [kind, body.id]),
    [
      ['step_pressed', steps[0]],
      ['step_completed', steps[0]],
    ],
  );
});

test('[TX-53] `required` is 1 unless given, and "all" is everybody', async () => {
  const [one, two, three] = people;
  const any = await workflow.create([sharedStep(people)]);
  assert.equal((await only(any.id)).required, 1);
  assert.equal((await workflow.press(any.id, any.steps[0], two.token, 'decline')).status, 200);
  assert.equal((await only(any.id)).clicked_button_id, 'decline');
  const all = await workflow.create([
    sharedStep(people, { required: 'all', actions: [{ id: 'approve', text: 'Yes' }] }),
  ]);
  assert.equal((await only(all.id)).required, 3);
  for (const each of [one, three])
    assert.equal((await workflow.press(all.id, all.steps[0], each.token)).status, 200);
  assert.equal(await outcomeOf(all.id), undefined);
  assert.equal((await workflow.press(all.id, all.steps[0], two.token)).status, 200);
  assert.equal(await outcomeOf(all.id), 'completed');
});

test('[TX-53] presses are counted by button, and an outcome takes effect only when its button has enough', async () => {
  const [one, two, three] = people;
  const actions = [
    { id: 'approve', text: 'Approve', outcome: 'completed' },
    { id: 'decline', text: 'Decline' },
  ];
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2, actions }), stepFor(one)]);
  await workflow.press(id, steps[0], one.token, 'approve');
  assert.equal(await outcomeOf(id), undefined);
  await workflow.press(id, steps[0], two.token, 'decline');
  assert.equal((await only(id)).status, 'current');
  await workflow.press(id, steps[0], three.token, 'approve');
  assert.equal(await outcomeOf(id), 'completed');
  assert.equal((await only(id)).clicked_button_id, 'approve');
  const texts = await workflow.messages();
  assert.equal(texts.filter((text) => text === 'Approve').length, 2, 'no press claims the end before it');
});

test('[TX-53] an earlier release, which knows one assignee, cannot complete the step with its press', async () => {
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2 })]);
  const press = `UPDATE transaction_steps SET clicked_button_id = 'approve', completed_at = 1
    WHERE binder_id = $1 AND id = $2`;
  await assert.rejects(service.env.db.query(press, [cast.binderId, steps[0]]), /check constraint/);
  assert.equal(await outcomeOf(id), undefined);
});

test('[TX-54] a veto ends the step at once: by default a button with the outcome rejected, or the one that says so', async () => {
  const [one, two, three] = people;
  const approve = { id: 'approve', text: 'Approve' };
  const rejecting = [approve, { id: 'reject', text: 'Reject', outcome: 'rejected' }];
  const first = await workflow.create([sharedStep(people, { required: 'all', actions: rejecting })]);
  assert.deepEqual(
    (await only(first.id)).actions.map(({ veto }) => veto),
    [undefined, true],
  );
  await workflow.press(first.id, first.steps[0], one.token);
  await workflow.press(first.id, first.steps[0], two.token, 'reject');
  assert.equal(await outcomeOf(first.id), 'rejected');
  refuse(await workflow.press(first.id, first.steps[0], three.token), 409);
  const named = [approve, { id: 'stop', text: 'Stop', veto: true }];
  const second = await workflow.create([sharedStep(people, { required: 3, actions: named }), stepFor(one)]);
  await workflow.press(second.id, second.steps[0], three.token, 'stop');
  assert.deepEqual(
    (await workflow.steps(second.id)).map(({ status }) => status),
    ['completed', 'current'],
  );
  const counted = [approve, { id: 'reject', text: 'Reject', outcome: 'rejected', veto: false }];
  const third = await workflow.create([sharedStep(people, { required: 2, actions: counted })]);
  await workflow.press(third.id, third.steps[0], one.token, 'reject');
  assert.equal(await outcomeOf(third.id), undefined);
  await workflow.press(third.id, third.steps[0], two.token, 'reject');
  assert.equal(await outcomeOf(third.id), 'rejected');
});

test('[TX-37] [TX-54] reopening takes back the press that ended the transaction, and no other', async () => {
  const [one, two, three] = people;
  const actions = [
    { id: 'approve', text: 'Approve' },
    { id: 'reject', text: 'Reject', outcome: 'rejected' },
  ];
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2, actions })]);
  await workflow.press(id, steps[0], two.token);
  await workflow.press(id, steps[0], one.token, 'reject');
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  const open = await only(id);
  assert.deepEqual([open.status, open.pressed_count, open.assignee.user_id], ['current', 1, one.id]);
  refuse(await workflow.press(id, steps[0], two.token), 409);
  assert.equal((await workflow.press(id, steps[0], three.token)).status, 200);
  assert.equal(await outcomeOf(id), 'completed');
});

test('[TX-53] only assignees press, home shows the approval to those who have not, and to nobody after the end', async () => {
  const [one, two, three] = people;
  const { id, steps } = await workflow.create([sharedStep([one, two, three], { required: 2 })]);
  assert.deepEqual(await Promise.all(people.map(waitingOf)), [1, 1, 1]);
  await workflow.press(id, steps[0], two.token);
  assert.deepEqual(await Promise.all(people.map(waitingOf)), [1, 0, 1]);
  await workflow.press(id, steps[0], one.token);
  assert.deepEqual(await Promise.all(people.map(waitingOf)), [0, 0, 0]);
  const other = await workflow.create([sharedStep([one, two])]);
  refuse(await workflow.press(other.id, other.steps[0], three.token), 403);
});

test('[TX-55] who pressed in an earlier step may not press in one that is distinct from it', async () => {
  const [one, two, three] = people;
  const { id, steps } = await workflow.create([
    sharedStep([one, two]),
    sharedStep([one, two, three], { distinct_from: [1] }),
  ]);
  await workflow.press(id, steps[0], two.token);
  const [, second] = await workflow.steps(id);
  assert.deepEqual(second?.distinct_from, [1]);
  assert.deepEqual(
    second?.assignees?.map(({ excluded }) => excluded),
    [undefined, true, undefined],
  );
  assert.deepEqual(await Promise.all(people.map(waitingOf)), [1, 0, 1]);
  const refused = await workflow.press(id, steps[1], two.token);
  refuse(refused, 403);
  assert.match(refused.body.message, /earlier step/);
  assert.equal((await workflow.press(id, steps[1], one.token)).status, 200);
});

test('[TX-55] the creator may not press with `not_creator`', async () => {
  const [one, two] = people;
  const { id, steps } = await workflow.create([sharedStep([one, two], { not_creator: true })], one.token);
  assert.equal((await only(id)).not_creator, true);
  refuse(await workflow.press(id, steps[0], one.token), 403);
  assert.equal((await workflow.press(id, steps[0], two.token)).status, 200);
});

test('[TX-53] [TX-54] [TX-55] contradictory steps are 400 or 412 naming the field, and create nothing', async () => {
  const [one, two, three] = people;
  const outsider = await service.make.user({ partner: cast.partner, client: cast.client });
  const approve = { id: 'a', text: 'A' };
  const veto = { id: 'v', text: 'V', veto: true };
  const state = await workflow.state();
  const soon = service.clock.now() + 60_000;
  const ids = people.map(({ id }) => ({ user_id: id }));
  const rows: [Record<string, unknown>, number, string][] = [
    [{ assignees: [] }, 400, 'assignees'],
    [{ assignees: [{ user_id: one.id }] }, 400, 'assignees'],
    [{ assignees: Array.from({ length: 51 }, () => ({ user_id: one.id })) }, 400, 'assignees'],
    [{ assignee: { user_id: one.id } }, 400, 'assignees'],
    [{ assignees: undefined }, 400, 'assignee'],
    [{ assignees: [...ids, { user_id: two.id }] }, 400, 'assignees[3]'],
    [{ assignees: [ids[0], { user_id: outsider.id }] }, 412, 'assignees[1].user_id'],
    [{ assignees: [ids[0], {}] }, 400, 'assignees[1]'],
    [{ required: 4 }, 400, 'required'],
    [{ required: 0 }, 400, 'required'],
    [{ required: 1.5 }, 400, 'required'],
    [{ required: 'some' }, 400, 'required'],
    [{ required: null }, 400, 'required'],
    [{ required: 'all' }, 400, 'required'],
    [{ required: 2, actions: [veto] }, 400, 'required'],
    [{ assignees: undefined, assignee: ids[0], required: 2 }, 400, 'required'],
    [{ assignees: undefined, assignee: ids[0], actions: [veto] }, 400, 'actions[0].veto'],
    [{ distinct_from: [1] }, 400, 'distinct_from[0]'],
    [{ distinct_from: [2] }, 400, 'distinct_from[0]'],
    [{ distinct_from: [0] }, 400, 'distinct_from[0]'],
    [{ distinct_from: [] }, 400, 'distinct_from'],
    [{ required: 3, actions: [approve], not_creator: true }, 400, 'not_creator'],
    [{ assignees: undefined, assignee: ids[0], not_creator: true }, 400, 'not_creator'],
    [
      { not_creator: true, due_time: soon, escalation: { assignee: ids[0], after: 1 } },
      400,
      'escalation.assignee',
    ],
  ];
  for (const [more, status, field] of rows)
    expectRefusal(await workflow.post(request([sharedStep(people, more)])), status, `steps[0].${field}`);
  for (const [first, second] of [
    [stepFor(one), stepFor(one, { distinct_from: [1] })],
    [sharedStep([one, two]), stepFor(two, { distinct_from: [1] })],
    [sharedStep(people, { required: 2 }), sharedStep([two, three], { distinct_from: [1] })],
  ])
    expectRefusal(await workflow.post(request([first, second])), 400, 'steps[1].distinct_from');
  assert.deepEqual(await workflow.state(), state);
});
const request = (steps: unknown[]) => ({ title: 'Loan', content: '', steps });

test('[TX-43] [TX-56] one of several assignees is replaced, if that person has not pressed', async () => {
  const [one, two, three] = people;
  const { id, steps } = await workflow.create([
    sharedStep([one, two], { required: 'all', actions: [{ id: 'approve', text: 'Yes' }] }),
  ]);
  expectRefusal(await reassign(id, steps[0], { user_id: three.id }), 400, 'previous_user_id');
  const previous_user_id = two.id;
  expectRefusal(
    await reassign(id, steps[0], { user_id: three.id, previous_user_id: cast.sameOrg.id }),
    412,
    'previous_user_id',
  );
  expectRefusal(await reassign(id, steps[0], { user_id: one.id, previous_user_id }), 412, 'user_id');
  assert.equal((await reassign(id, steps[0], { user_id: two.id, previous_user_id })).status, 200);
  assert.equal((await reassign(id, steps[0], { user_id: three.id, previous_user_id })).status, 200);
  assert.deepEqual(
    (await only(id)).assignees?.map((each) => each.user_id),
    [one.id, three.id],
  );
  refuse(await workflow.press(id, steps[0], two.token), 403);
  await workflow.press(id, steps[0], one.token);
  refuse(await reassign(id, steps[0], { user_id: two.id, previous_user_id: one.id }), 409);
  assert.equal((await workflow.press(id, steps[0], three.token)).status, 200);
  assert.equal(await outcomeOf(id), 'completed');
});

test('[TX-43] [TX-55] a step is not assigned to an excluded person, or to one who would block a later step', async () => {
  const [one, two, three] = people;
  const { id, steps } = await workflow.create(
    [stepFor(two), stepFor(three, { distinct_from: [1], not_creator: true })],
    one.token,
  );
  expectRefusal(await reassign(id, steps[0], { user_id: three.id }), 412, 'user_id');
  expectRefusal(await reassign(id, steps[1], { user_id: two.id }), 412, 'user_id');
  expectRefusal(await reassign(id, steps[1], { user_id: one.id }), 412, 'user_id');
  await workflow.press(id, steps[0], two.token);
  expectRefusal(await reassign(id, steps[1], { user_id: two.id }), 412, 'user_id');
  assert.equal((await workflow.press(id, steps[1], three.token)).status, 200);
});

test('[TX-46] [TX-53] a departed assignee is marked, until somebody replaces that person', async () => {
  const [one, two, three] = people;
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2 })]);
  await workflow.press(id, steps[0], three.token);
  const remove = (user: CreatedUser) =>
    service.call('POST', `/${cast.binderId}/removeuser`, { token: cast.owner.token, json: { id: user.id } });
  assert.equal((await remove(three)).status, 200);
  assert.equal((await remove(two)).status, 200);
  assert.deepEqual(
    (await only(id)).assignees?.map(({ unavailable }) => unavailable),
    [undefined, 'left', undefined],
  );
  refuse(await workflow.press(id, steps[0], two.token), 403);
  assert.equal((await workflow.press(id, steps[0], one.token)).status, 200);
  assert.equal(await outcomeOf(id), 'completed');
});

test('[TX-53] [HIST-5] an earlier state shows the presses of that time', async () => {
  const [one, two] = people;
  const { id, steps } = await workflow.create([sharedStep(people, { required: 2 })]);
  await workflow.press(id, steps[0], one.token);
  const seq = await workflow.seq();
  await workflow.press(id, steps[0], two.token);
  const { body } = await service.call('GET', `${workflow.path(id)}?as_of=seq:${seq}`, {
    token: cast.owner.token,
  });
  const [step] = body.data.steps;
  assert.deepEqual(
    [step.status, step.pressed_count, step.assignees[0].pressed?.click_button_id],
    ['current', 1, 'approve'],
  );
  assert.deepEqual(await kinds(seq), ['step_completed', 'message_posted', 'transaction_ended']);
});

test('[TX-57] observers are shown, and press no button', async () => {
  const [one, two, three] = people;
  const observers = [{ user_id: three.id }, { user_id: two.id }];
  const { id, steps } = await workflow.create([stepFor(one)], one.token, { observers });
  const { body } = await workflow.get(id);
  assert.deepEqual(
    body.data.observers,
    [three, two].map((user) => ({ id: user.id, name: user.name })),
  );
  refuse(await workflow.press(id, steps[0], two.token), 403);
  const without = await workflow.create([stepFor(one)], one.token, { observers: [] });
  assert.ok(!('observers' in (await workflow.get(without.id)).body.data));
  const state = await workflow.state();
  const rows: [unknown[], number, string][] = [
    [[...observers, { user_id: three.id }], 400, 'observers[2]'],
    [[{ user_id: cast.sameOrg.id }], 412, 'observers[0].user_id'],
    [[{}], 400, 'observers[0]'],
    [Array.from({ length: 51 }, () => ({ user_id: one.id })), 400, 'observers'],
  ];
  for (const [named, status, field] of rows)
    expectRefusal(await workflow.post({ ...request([stepFor(one)]), observers: named }), status, field);
  assert.deepEqual(await workflow.state(), state);
});
