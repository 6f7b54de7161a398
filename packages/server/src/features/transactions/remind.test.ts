import assert from 'node:assert/strict';
import type { Notification } from '@ringbinder/protocol';
import { type Answer, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { createWorkflow, sharedStep, stepFor, type Workflow } from './testing/workflow.ts';

const MINUTE = 60_000;

let service: TestService;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let outsider: CreatedUser;
beforeAll(async () => {
  service = await startService();
  ({ owner, editor, viewer } = await service.make.cast());
  outsider = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
});
afterAll(() => service.close());

const refused = ({ status, body }: Answer, expected: number) => assert.equal(status, expected, body.message);

async function open(): Promise<Workflow> {
  const binderId = await service.make.binder(owner, [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]);
  return createWorkflow(service, { binderId, owner });
}
const remind = (workflow: Workflow, id: number, { token }: CreatedUser, headers = {}) =>
  service.call('POST', `${workflow.path(id)}/remind`, { token, json: {}, headers });
const view = (workflow: Workflow, id: number, step: number | undefined, { token }: CreatedUser) =>
  service.call('POST', `${workflow.path(id, step ?? 0)}/view`, { token, json: {} });
const kindsSince = async (workflow: Workflow, seq: number) =>
  (await workflow.feed(seq)).map(({ kind }) => kind);

async function waiting(person: CreatedUser): Promise<Notification[]> {
  await catchUpAll(service.env, activity);
  const { body } = await service.call('GET', '/me/notifications', { token: person.token });
  return body.data.notifications.filter(({ type }: Notification) => type === 'approval_waiting');
}

test('[TX-109] the creator and the owner remind once an hour, also at the same time', async () => {
  const workflow = await open();
  const { id } = await workflow.create([stepFor(viewer)], editor.token);
  refused(await remind(workflow, id, viewer), 403);
  refused(await remind(workflow, id, outsider), 403);
  const seq = await workflow.seq();
  const both = await Promise.all([remind(workflow, id, editor), remind(workflow, id, owner)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 412]);
  const late = both.find(({ status }) => status === 412);
  assert.match(late?.body.message, /less than an hour ago/);
  assert.deepEqual(await kindsSince(workflow, seq), ['transaction_reminded']);
  assert.equal(typeof (await workflow.get(id)).body.data.reminded_time, 'number');
  service.clock.advance(59 * MINUTE);
  refused(await remind(workflow, id, editor), 412);
  service.clock.advance(MINUTE);
  assert.equal((await remind(workflow, id, editor)).status, 200);
});

test('[TX-109] a reminder needs an active transaction and somebody else who can answer', async () => {
  const workflow = await open();
  const own = await workflow.create([stepFor(owner), stepFor(viewer)]);
  await workflow.press(own.id, own.steps[1], viewer.token);
  refused(await remind(workflow, own.id, owner), 412);
  const stopped = await workflow.create([stepFor(viewer)]);
  await workflow.update(stopped.id, { is_active: false });
  refused(await remind(workflow, stopped.id, owner), 412);
  const ended = await workflow.create([stepFor(viewer)]);
  await workflow.press(ended.id, ended.steps[0], viewer.token);
  refused(await remind(workflow, ended.id, owner), 412);
  await workflow.remove(stopped.id);
  refused(await remind(workflow, stopped.id, owner), 404);
});

test('[NOTIFY-41] a reminder notifies each person who can answer once, in place of the earlier notification', async () => {
  const workflow = await open();
  const { id, steps } = await workflow.create([
    sharedStep([editor, viewer], {
      required: 'all',
      order_number: 1,
      actions: [{ id: 'approve', text: 'Approve' }],
    }),
    stepFor(viewer, { order_number: 1 }),
    stepFor(editor, { order_number: 2 }),
  ]);
  await workflow.press(id, steps[0], editor.token);
  const mine = (items: Notification[]) => items.filter(({ binder }) => workflow.path(id).includes(binder.id));
  const before = mine(await waiting(viewer));
  assert.equal((await remind(workflow, id, owner)).status, 200);
  const after = mine(await waiting(viewer));
  const fresh = after.filter((each) => !before.some((old) => old.id === each.id));
  assert.deepEqual(
    fresh.map(({ read_time, reminder, user }) => [read_time, reminder, user.id]),
    [[undefined, true, owner.id]],
  );
  assert.equal(after.length, 1);
  assert.deepEqual(
    mine(await waiting(editor)).filter((each) => each.reminder),
    [],
  );
});

test('[TX-110] a view by an assignee is recorded once, in the step and the log', async () => {
  const workflow = await open();
  const { id, steps } = await workflow.create([
    sharedStep([editor, viewer], { required: 'all', actions: [{ id: 'approve', text: 'Approve' }] }),
  ]);
  const seq = await workflow.seq();
  refused(await view(workflow, id, steps[0], owner), 403);
  refused(await view(workflow, id, 4_711, viewer), 404);
  const both = await Promise.all([
    view(workflow, id, steps[0], viewer),
    view(workflow, id, steps[0], viewer),
  ]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  service.clock.advance(MINUTE);
  await view(workflow, id, steps[0], viewer);
  assert.deepEqual(await kindsSince(workflow, seq), ['step_viewed']);
  const [step] = await workflow.steps(id);
  const seen = step?.assignees?.map(({ user_id, viewed_time }) => [user_id, typeof viewed_time]);
  assert.deepEqual(seen, [
    [editor.id, 'undefined'],
    [viewer.id, 'number'],
  ]);
  await workflow.press(id, steps[0], editor.token);
  await workflow.press(id, steps[0], viewer.token);
  refused(await view(workflow, id, steps[0], editor), 409);
});
