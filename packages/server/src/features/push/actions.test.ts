import assert from 'node:assert/strict';
import type { Message } from '@ringbinder/protocol';
import { type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { createWorkflow, sharedStep, stepFor } from '../transactions/testing/workflow.ts';
import { ACTION_MS } from './actions.ts';
import { pushes } from './send.ts';
import { type PushService, startPushService } from './testing/push-service.ts';

const MINUTE = 60_000;
/** Maximum size of a payload, without the 103 bytes that encryption adds. */
const MAX_BYTES = 4_096 - 103;

let service: TestService;
let beside: TestService;
let push: PushService;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  const config = { pushPrivateNetwork: true };
  service = await startService({ config });
  beside = await startService({ beside: service, config });
  push = await startPushService();
});
afterAll(async () => {
  await push.close();
  await beside.close();
  await service.close();
});
beforeEach(async ({ onTestFinished }) => {
  onTestFinished(service.clock.freeze());
  await service.env.db.query('DELETE FROM push_subscriptions');
  push.received.length = 0;
  push.answer = () => ({ status: 201 });
  ({ owner } = await service.make.cast());
  ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
});

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

const post = async (message: object, more = {}): Promise<number> =>
  (await send(`/${binderId}/messages`, { message, ...more })).binder_comment_id;
const subscribe = (device = push.device(), person = ann) =>
  send('/me/push_subscriptions', device, person.token);

async function pushed() {
  await catchUpAll(service.env, activity);
  service.clock.advance(MINUTE);
  await pushes.work(service.env, (error) => {
    throw error;
  });
  const [received, ...others] = push.received.splice(0);
  assert.deepEqual([received === undefined, others.length], [false, 0]);
  return received ?? assert.fail('no push');
}

const tokenOf = ({ payload }: Awaited<ReturnType<typeof pushed>>) => payload.answer?.token ?? '';
const answer = (token: string, json: object, at = service) =>
  at.call('POST', '/push/actions', { json: { token, ...json } });

async function lastMessage(): Promise<Message> {
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: owner.token });
  return body.data.messages[0];
}

test('[NOTIFY-35] a push has up to two buttons of the step, without those that need a reason', async () => {
  await subscribe();
  const actions = [
    { id: 'no', text: 'Reject', outcome: 'rejected' },
    { id: 'yes', text: 'Approve the whole loan of this customer', outcome: 'completed' },
    { id: 'later', text: 'Ask again' },
    { id: 'third', text: 'Third' },
  ];
  const workflow = createWorkflow(service, { binderId, owner });
  await workflow.create([stepFor(ann, { actions })]);
  const { payload } = await pushed();
  assert.deepEqual(payload.actions, [
    { action: 'press-0', title: 'Approve the whole loan of this' },
    { action: 'press-1', title: 'Ask again' },
  ]);
  await workflow.create([stepFor(ann, { actions: actions.slice(0, 1) })]);
  const rejection = await pushed();
  assert.deepEqual([rejection.payload.actions, rejection.payload.answer], [undefined, undefined]);
});

test('[LANG-32] [NOTIFY-35] suggested answers on buttons are in the language of the person', async () => {
  await subscribe();
  await send('/me', { language: 'de' }, ann.token);
  const actions = ['Approuver', 'Approve at once'].map((text, index) => ({ id: String(index), text }));
  await createWorkflow(service, { binderId, owner }).create([stepFor(ann, { actions })]);
  const { payload } = await pushed();
  assert.deepEqual(
    payload.actions?.map(({ title }) => title),
    ['Genehmigen', 'Approve at once'],
  );
});

test('[NOTIFY-35] a mention, a reply and messages can be replied to by members who may write, and a payload stays small', async () => {
  await subscribe();
  const first = await post({ text: 'Plain' });
  const { payload } = await pushed();
  assert.deepEqual(payload.actions, [
    {
      action: 'reply',
      title: 'Reply',
      type: 'text',
      placeholder: 'Write a reply',
      url: `${service.origin}/b/${binderId}/chat/${first}?comment=${first}`,
    },
  ]);
  const reply_to = { binder: { comment_id: first } };
  const reply = await post({ text: 'Ask @Ann', mentions: [ann.id] }, { reply_to, thread_only: true });
  const inThread = await pushed();
  assert.equal(
    inThread.payload.actions?.[0]?.url,
    `${service.origin}/b/${binderId}/chat/${first}?comment=${reply}`,
  );
  await send(`/${binderId}/todos`, { name: 'Call', assignee_id: ann.id });
  await service.call('POST', '/me/notifications/read', {
    token: ann.token,
    json: { up_to: service.clock.now() },
  });
  await send(`/${binderId}/todos`, { name: 'Call again', assignee_id: ann.id });
  assert.equal((await pushed()).payload.actions, undefined, 'a to-do asks for nothing');
  await service.env.db.query('UPDATE binders SET name = $2 WHERE id = $1', [binderId, '"'.repeat(200)]);
  await post({ text: '契"'.repeat(2_000), mentions: [ann.id] });
  const { bytes } = await pushed();
  assert.ok(bytes <= MAX_BYTES, `${bytes}`);
  await service.env.db.query(`UPDATE binder_members SET role = 'viewer' WHERE user_id = $1`, [ann.id]);
  await post({ text: 'For a viewer' });
  const { payload: forViewer } = await pushed();
  assert.deepEqual([forViewer.actions, forViewer.answer], [undefined, undefined]);
});

test('[NOTIFY-35] pushes of content-free orgs have no buttons', async () => {
  await subscribe();
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true}' WHERE id = $1`,
    [owner.orgId],
  );
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(Object.keys((await pushed()).payload).toSorted(), ['body', 'tag', 'title', 'url']);
});

test('[NOTIFY-36] a token presses once, for its person, also when two processes get it', async () => {
  await subscribe();
  const workflow = createWorkflow(service, { binderId, owner });
  const { id } = await workflow.create([stepFor(ann, { actions: [{ id: 'yes', text: 'Approve' }] })]);
  const token = tokenOf(await pushed());
  for (const [json, path] of [
    [{ button: 1 }, 'button'],
    [{ text: 'No button' }, 'button'],
    [{ button: 2 }, 'button'],
    [{}, 'button'],
  ] as const) {
    const { status, body } = await answer(token, json);
    assert.deepEqual([status, body.errors?.[0]?.path], [400, path], JSON.stringify(json));
  }
  const both = await Promise.all([answer(token, { button: 0 }), answer(token, { button: 0 }, beside)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 401]);
  assert.equal((await answer(token, { button: 0 })).status, 401);
  const { body } = await service.call('GET', `/${binderId}/transactions/${id}`, { token: owner.token });
  const { step_completed_by, click_button_id, status } =
    body.data.transaction?.steps[0] ?? body.data.steps[0];
  assert.equal(status, 'completed', JSON.stringify({ step_completed_by, click_button_id }));
  const [stored] = await service.env.db.query('SELECT action, action_hash FROM push_queue');
  assert.deepEqual(stored, { action: null, action_hash: null });
});

test('[NOTIFY-36] a refused press leaves the token, and a later push replaces it', async () => {
  await subscribe();
  const workflow = createWorkflow(service, { binderId, owner });
  const { id } = await workflow.create([stepFor(ann)]);
  const token = tokenOf(await pushed());
  assert.equal((await workflow.update(id, { is_active: false })).status, 200);
  assert.equal((await answer(token, { button: 0 })).status, 412);
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  await workflow.create([stepFor(ann)]);
  const next = tokenOf(await pushed());
  assert.equal((await answer(token, { button: 0 })).status, 401);
  assert.equal((await answer(next, { button: 0 })).status, 200);
});

test('[NOTIFY-36] the buttons that are shown stay valid until the push service takes the next push', async () => {
  await subscribe();
  await post({ text: 'When?' });
  const token = tokenOf(await pushed());
  push.answer = () => ({ status: 429 });
  await post({ text: 'And where?' });
  const refused = tokenOf(await pushed());
  assert.equal((await answer(refused, { text: 'Here' })).status, 401);
  push.answer = () => ({ status: 201 });
  assert.equal((await answer(token, { text: 'Tomorrow' })).status, 200);
  const again = tokenOf(await pushed());
  assert.equal((await answer(again, { text: 'Here' })).status, 200);
});

test('[NOTIFY-36] a push without buttons, another membership and a content-free org end a token', async () => {
  await subscribe();
  let count = 0;
  const fresh = async () => {
    await post({ text: `Question ${++count}` });
    return tokenOf(await pushed());
  };
  const statusOf = async (token: string) => (await answer(token, { text: 'Hello' })).status;
  const replaced = await fresh();
  const read = { token: ann.token, json: { up_to: service.clock.now() } };
  assert.equal((await service.call('POST', '/me/notifications/read', read)).status, 200);
  await send(`/${binderId}/todos`, { name: 'Call', assignee_id: ann.id });
  assert.equal((await pushed()).payload.actions, undefined);
  assert.equal(await statusOf(replaced), 401);

  const before = await fresh();
  service.clock.advance(1_000);
  await send(`/${binderId}/removeuser`, { id: ann.id });
  await send(`/${binderId}/inviteuser`, { users: [{ user: { id: ann.id } }] });
  await service.env.db.query(`UPDATE binder_members SET role = 'editor' WHERE user_id = $1`, [ann.id]);
  assert.equal(await statusOf(before), 401);
  await pushed();

  const ofOrg = await fresh();
  const setContentFree = (isOn: boolean) =>
    service.env.db.query('UPDATE orgs SET notification_settings = $2::jsonb WHERE id = $1', [
      owner.orgId,
      JSON.stringify({ content_free: isOn }),
    ]);
  await setContentFree(true);
  assert.equal(await statusOf(ofOrg), 401);
  await setContentFree(false);
  assert.equal(await statusOf(ofOrg), 200);
});

test('[NOTIFY-36] only tokens that are over count against the limit of an address', async () => {
  await subscribe();
  await post({ text: 'When?' });
  const token = tokenOf(await pushed());
  const left = async () => {
    const { status, headers } = await answer('x'.repeat(43), { text: 'Hello' });
    assert.equal(status, 401);
    return Number(headers.get('ratelimit-remaining'));
  };
  const before = await left();
  assert.equal((await answer(token, { button: 0 })).status, 400);
  assert.equal((await answer(token, { text: 'Tomorrow' })).status, 200);
  assert.equal(await left(), before - 1);
});

test('[NOTIFY-36] a reply is posted as the person, in the thread of a message that is only there', async () => {
  await subscribe();
  const first = await post({ text: 'When?' });
  const token = tokenOf(await pushed());
  for (const json of [{ button: 0 }, { text: '' }]) {
    const { status, body } = await answer(token, json);
    assert.deepEqual([status, body.errors[0].path], [400, 'text']);
  }
  assert.equal((await answer(token, { text: 'Tomorrow' })).status, 200);
  const { text, user, reply_to } = await lastMessage();
  assert.deepEqual([text, user.id, reply_to?.binder?.comment_id], ['Tomorrow', ann.id, first]);
  assert.equal((await answer(token, { text: 'Again' })).status, 401);

  await post(
    { text: '@Ann?', mentions: [ann.id] },
    { reply_to: { binder: { comment_id: first } }, thread_only: true },
  );
  assert.equal((await answer(tokenOf(await pushed()), { text: 'Quietly' })).status, 200);
  const { body } = await service.call('GET', `/${binderId}/messages/${first}/replies`, {
    token: owner.token,
  });
  const quiet = body.data.replies.at(-1);
  assert.deepEqual([quiet.text, quiet.thread_only], ['Quietly', true]);
});

test('[NOTIFY-36] a token ends with the membership, the device, and for another person, and after a day', async () => {
  const device = push.device();
  const subscription = await subscribe(device);
  let count = 0;
  const fresh = async () => {
    await post({ text: `Question ${++count}` });
    return tokenOf(await pushed());
  };
  const refusal = async (token: string) => (await answer(token, { text: 'Hello' })).status;
  const left = await fresh();
  await send(`/${binderId}/removeuser`, { id: ann.id });
  assert.equal(await refusal(left), 403);
  await send(`/${binderId}/inviteuser`, { users: [{ user: { id: ann.id } }] });
  await service.env.db.query(`UPDATE binder_members SET role = 'editor' WHERE user_id = $1`, [ann.id]);
  await pushed();
  const ofAnn = await fresh();
  await subscribe(device, owner);
  assert.equal(await refusal(ofAnn), 401);
  await subscribe(device);
  const removed = await fresh();
  const path = `/me/push_subscriptions/${subscription.id}`;
  assert.equal((await service.call('DELETE', path, { token: ann.token })).status, 200);
  assert.equal(await refusal(removed), 401);
  assert.equal(await refusal('x'.repeat(43)), 401);
  assert.equal(await refusal('x'), 400);
  await subscribe(device);
  const old = await fresh();
  const { text } = await lastMessage();
  assert.equal(text, `Question ${count}`);
  service.clock.advance(ACTION_MS);
  assert.equal(await refusal(old), 401);
});

test('[NOTIFY-36] [TX-59] a button of a push to a delegate presses for the person it names', async () => {
  const people = await Promise.all(
    ['Cleo', 'Dora'].map(() => service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } })),
  );
  const [cleo, dora] = people;
  assert.ok(cleo && dora);
  for (const { id } of people) await send(`/${binderId}/addorguser`, { users: [{ user: { id } }] });
  const to = { to: { user_id: ann.id }, ends: service.env.clock.now() + 60 * MINUTE };
  for (const { token } of people) await send('/me/delegations', to, token);
  await catchUpAll(service.env, activity);
  await subscribe();
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([sharedStep(people, { required: 1 })]);
  const token = tokenOf(await pushed());
  const { status, body } = await answer(token, { button: 0 });
  assert.equal(status, 200, body.message);
  const [step] = await workflow.steps(id);
  assert.equal(step?.id, steps[0]);
  assert.equal(step?.assignee.pressed_by?.id, ann.id);
});
