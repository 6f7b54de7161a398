import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, expectRefusal } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { long, missing, notText, refuseEach } from './testing/refusal.ts';
import { createWorkflow, stepFor, type Workflow } from './testing/workflow.ts';

let cast: Cast;
let workflow: Workflow;
beforeAll(async () => {
  cast = await service.make.cast();
  workflow = createWorkflow(service, cast);
});

const valid = () => ({ title: 't', content: 'c', steps: [stepFor(cast.viewer)] });
const withStep = (more: Record<string, unknown>) => ({
  ...valid(),
  steps: [stepFor(cast.viewer), stepFor(cast.viewer, more)],
});
const withAction = (more: object) =>
  withStep({
    actions: [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'B', ...more },
    ],
  });
const withAssignee = (assignee: unknown) => withStep({ assignee });

const create = (body: unknown) => workflow.post(body);

test('[HTTP-10] [TX-7] [TX-11] [ERR-18] wrong title, content or steps of a transaction are 400', () =>
  refuseEach(
    workflow,
    {
      title: [missing, ...notText, '', long(1001)],
      content: [missing, ...notText, long(65_537)],
      steps: [missing, null, {}, 'x', 1, [], Array.from({ length: 101 }, () => stepFor(cast.viewer))],
    },
    '',
    (more) => ({ ...valid(), ...more }),
    create,
  ));

test('[HTTP-10] [TX-13] [ERR-18] wrong fields of a step are 400 and named with their place', () =>
  refuseEach(
    workflow,
    {
      assignee: [missing, null, 'U1', 1, [], {}, { name: 'x' }, { org_id: cast.viewer.orgId }],
      actions: [
        missing,
        null,
        {},
        'x',
        [],
        Array.from({ length: 21 }, (_, id) => ({ id: `${id}`, text: 'x' })),
      ],
      action_style: [null, 1, '', 'LINK', 'BUTTONS', ['BUTTON']],
      order_number: [null, '1', true, -1, -0.1, 1e10, [1]],
    },
    'steps[1].',
    (more) => withStep(more),
    create,
  ));

test('[HTTP-10] a number that JSON can write and nothing can hold is 400', async () => {
  const text = JSON.stringify(withStep({ order_number: 4711 })).replace('4711', '1e999');
  const headers = { 'content-type': 'application/json' };
  const { token } = cast.owner;
  const answer = await service.call('POST', workflow.path(), { token, body: text, headers });
  expectRefusal(answer, 400, 'steps[1].order_number', '1e999');
});

test('[HTTP-10] [TX-13] [ERR-18] wrong fields of an action are 400 and named with their place', () =>
  refuseEach(
    workflow,
    {
      id: [missing, ...notText, '', long(256)],
      text: [missing, ...notText, '', long(256)],
      payload: [...notText, long(16_385)],
      feed_msg: [...notText, long(65_537)],
      feed_message: [...notText, long(65_537)],
      style: [...notText, long(51)],
    },
    'steps[1].actions[1].',
    (more) => withAction(more),
    create,
  ));

test('[HTTP-10] [TX-10] [ERR-18] wrong fields of an assignee are 400 and named with their place', () =>
  refuseEach(
    workflow,
    {
      user_id: [null, 1, '', 'me', 'U1', cast.binderId, `${cast.viewer.id}x`],
      unique_id: [...notText, '', long(256)],
      email: [...notText, '', long(321)],
      org_id: [null, 1, '', 'O1', cast.viewer.id],
    },
    'steps[1].assignee.',
    (more) => withAssignee({ user_id: cast.viewer.id, org_id: cast.viewer.orgId, ...more }),
    create,
  ));

test('[TX-12] an assignee who is no member is 412 and named by the field that was given', async () => {
  const { sameOrg, otherOrg, otherPartner, viewer } = cast;
  const unknown = `U${'0'.repeat(22)}`;
  const byId = (user: CreatedUser) => ({ user_id: user.id });
  const byUniqueId = (user: CreatedUser) => ({ unique_id: user.uniqueId, org_id: user.orgId });
  const byEmail = (user: CreatedUser) => ({ email: user.email, org_id: user.orgId });
  const assignees: [object, string][] = [
    [{ user_id: unknown }, 'user_id'],
    ...[sameOrg, otherOrg, otherPartner].flatMap((user): [object, string][] => [
      [byId(user), 'user_id'],
      [byUniqueId(user), 'unique_id'],
      [byEmail(user), 'email'],
    ]),
    [{ ...byUniqueId(viewer), org_id: otherOrg.orgId }, 'unique_id'],
    [{ ...byEmail(viewer), org_id: otherOrg.orgId }, 'email'],
    [{ ...byEmail(viewer), unique_id: cast.editor.uniqueId }, 'unique_id'],
    [{ user_id: viewer.id, org_id: otherOrg.orgId }, 'user_id'],
    [{ user_id: viewer.id, ...byEmail(cast.editor) }, 'user_id'],
    [{ unique_id: viewer.uniqueId.toUpperCase(), org_id: viewer.orgId }, 'unique_id'],
  ];
  const state = await workflow.state();
  for (const [assignee, field] of assignees) {
    const what = JSON.stringify(assignee);
    expectRefusal(await create(withAssignee(assignee)), 412, `steps[1].assignee.${field}`, what);
  }
  assert.deepEqual(await workflow.state(), state);
});

test('[TX-12] every assignee who is no member is named', async () => {
  const steps = [cast.sameOrg, cast.viewer, cast.otherPartner].map((user) => stepFor(user));
  const { body } = await create({ ...valid(), steps });
  assert.deepEqual(
    body.errors.map(({ path }: { path: string }) => path),
    ['steps[0].assignee.user_id', 'steps[2].assignee.user_id'],
  );
});

test('[TX-12] a disabled member cannot be an assignee', async () => {
  const other = await service.make.cast();
  const there = createWorkflow(service, other);
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [other.viewer.id]);
  const answer = await there.post({ ...valid(), steps: [stepFor(other.viewer)] });
  expectRefusal(answer, 412, 'steps[0].assignee.user_id', 'disabled');
});

test('[HTTP-10] what is just within the limits is taken', async () => {
  const actions = Array.from({ length: 20 }, (_, number) => ({
    id: `${number}`.padEnd(255),
    text: long(255),
  }));
  const first = { id: 'x', text: 'x', payload: long(16_384), feed_msg: long(65_536), style: long(50) };
  const steps = Array.from({ length: 100 }, () => stepFor(cast.viewer, { order_number: 1e9 }));
  steps[0] = stepFor(cast.viewer, { actions: [first, ...actions.slice(1)], order_number: 0 });
  const answer = await create({ title: long(1000), content: long(65_536), steps });
  assert.equal(answer.status, 200, answer.body.message);
  assert.equal((await workflow.steps(answer.body.data.transaction_id)).length, 100);
});

test('[ERR-8] a transaction larger than a body may be is 413', async () => {
  const steps = Array.from({ length: 17 }, () =>
    stepFor(cast.viewer, { actions: [{ id: 'a', text: 'A', feed_msg: long(65_000) }] }),
  );
  assert.equal((await create({ ...valid(), steps })).status, 413);
});
