import assert from 'node:assert/strict';
import type { Notification } from '@ringbinder/protocol';
import { type CreatedUser, followCursor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';
import { remindOfMeets } from '../meets/reminders.ts';
import { repeatMeets } from '../meets/series.ts';
import { audioPart, postWithoutText } from '../messages/testing/forms.ts';
import { filePart } from '../pages/testing/form.ts';
import { remindDue } from '../todos/reminders.ts';
import { announceDueSteps } from '../transactions/due-steps.ts';
import { createWorkflow, sharedStep, stepFor } from '../transactions/testing/workflow.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner } = await service.make.cast());
  ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
});

async function list(person: CreatedUser, query = ''): Promise<Notification[]> {
  await catchUpAll(service.env, activity);
  const { status, body } = await service.call('GET', `/me/notifications${query}`, { token: person.token });
  assert.equal(status, 200, body.message);
  return body.data.notifications;
}

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

const post = async (message: object, token = owner.token, more = {}): Promise<number> =>
  (await send(`/${binderId}/messages`, { message, ...more }, token)).binder_comment_id;
const markRead = (json: object, person = ann) =>
  service.call('POST', '/me/notifications/read', { token: person.token, json });
const typesOf = (items: readonly Notification[]) => items.map(({ type }) => type);
const unreadOf = (items: readonly Notification[]) =>
  items.filter(({ read_time }) => read_time === undefined).map(({ type }) => type);

test('[NOTIFY-1] lists mentions, replies, other messages of a binder together, and not one’s own', async () => {
  const question = await post({ text: 'When?' }, ann.token);
  const reply = await post({ text: 'Soon' }, owner.token, { reply_to: { binder: { comment_id: question } } });
  const mention = await post({ text: '[b]Ask[/b] @Ann', mentions: [ann.id] });
  await post({ text: 'One' });
  const last = await post({ text: 'Two' });
  await post({ text: 'Thanks', mentions: [ann.id] }, ann.token);
  const items = await list(ann);
  assert.deepEqual(
    items.map(({ type, message, count }) => [type, message?.id, count]),
    [
      ['messages', last, 2],
      ['mention', mention, undefined],
      ['reply', reply, undefined],
    ],
  );
  assert.equal(items[1]?.message?.text, 'Ask @Ann');
  assert.deepEqual(
    items.map(({ user, binder }) => [user.id, binder.id]),
    items.map(() => [owner.id, binderId]),
  );
  assert.deepEqual(typesOf(await list(owner)), ['messages']);
  const { status } = await service.call('GET', '/me/notifications', {});
  assert.equal(status, 401);
});

test('[NOTIFY-1] a message without text has the name of its file, or that it is spoken', async () => {
  const last = async () => (await list(ann))[0]?.message;
  await postWithoutText(service, { binderId, token: owner.token }, filePart('x', 'Vertrag.txt'));
  assert.deepEqual([(await last())?.text, (await last())?.file], ['', { name: 'Vertrag.txt' }]);
  await postWithoutText(service, { binderId, token: owner.token }, audioPart());
  assert.deepEqual([(await last())?.text, (await last())?.has_audio], ['', true]);
});

test('[NOTIFY-1] a page counts all that are unread', async () => {
  const unread = async () => {
    await list(ann);
    const { body } = await service.call('GET', '/me/notifications?limit=1', { token: ann.token });
    return body.data.unread;
  };
  assert.equal(await unread(), 0);
  const mention = await post({ text: 'One @Ann', mentions: [ann.id] });
  await post({ text: 'Two @Ann', mentions: [ann.id] });
  await createWorkflow(service, { binderId, owner }).create([stepFor(ann)]);
  await post({ text: 'Plain' });
  assert.equal(await unread(), 3);
  await service.call('DELETE', `/${binderId}/messages/${mention}`, { token: owner.token });
  assert.equal(await unread(), 2);
  assert.equal((await markRead({ up_to: service.clock.now() })).status, 200);
  assert.equal(await unread(), 0);
});

test('[NOTIFY-1] pages by its cursor without a gap or a repetition', async () => {
  for (let count = 0; count < 5; count++) await post({ text: `${count}`, mentions: [ann.id] });
  await post({ text: 'Plain' });
  const all = (await list(ann)).map(({ id }) => id);
  const seen: string[] = [];
  const get = (cursor: string) =>
    service.call('GET', `/me/notifications?limit=2${cursor}`, { token: ann.token });
  for await (const { notifications } of followCursor(get))
    seen.push(...notifications.map(({ id }: Notification) => id));
  assert.deepEqual(seen, all);
  assert.equal(seen.length, 6);
  assert.equal((await get('&cursor=x')).status, 400);
});

test('[NOTIFY-1] shows nothing of a binder that the person has left, or that was deleted', async () => {
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  await post({ text: 'Plain' });
  assert.equal((await list(ann)).length, 2);
  await send(`/${binderId}/removeuser`, { id: ann.id });
  assert.deepEqual(await list(ann), []);
});

test('[NOTIFY-2] a step notifies once when it is the turn of its assignee, and its creator of the outcome', async () => {
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([
    stepFor(owner, { order_number: 1 }),
    stepFor(ann, { order_number: 2 }),
  ]);
  assert.deepEqual(typesOf(await list(ann)), []);
  assert.equal((await workflow.press(id, steps[0], owner.token)).status, 200);
  const [waiting] = await list(ann);
  assert.deepEqual(
    [waiting?.type, waiting?.step?.id, waiting?.transaction?.title],
    ['approval_waiting', steps[1], 'Budget'],
  );
  assert.equal((await workflow.update(id, { title: 'Costs' })).status, 200);
  assert.equal((await workflow.update(id, { is_active: false })).status, 200);
  assert.equal((await workflow.update(id, { is_active: true })).status, 200);
  const again = await list(ann);
  assert.deepEqual(typesOf(again), ['approval_waiting']);
  assert.equal(again[0]?.transaction?.title, 'Costs');
  assert.equal((await workflow.press(id, steps[1], ann.token)).status, 200);
  const [decided] = await list(owner);
  assert.deepEqual(
    [decided?.type, decided?.user.id, decided?.transaction?.outcome],
    ['approval_decided', ann.id, 'completed'],
  );
});

test('[NOTIFY-1] messages of the server notify those whom they mention, unless an approval does', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const workflow = createWorkflow(service, { binderId, owner });
  const due_time = service.clock.now() + 2 * 60_000;
  const { id, steps } = await workflow.create([stepFor(owner, { due_time, reminders: [60_000] })], ann.token);
  service.clock.advance(60_000);
  await announceDueSteps(service.env);
  const [soon, ...others] = await list(owner);
  assert.deepEqual([soon?.type, soon?.message?.text], ['mention', 'A step is due soon.']);
  assert.deepEqual(typesOf(others), ['approval_waiting']);
  service.clock.advance(1);
  await send(`${workflow.path(id, steps[0])}/assignee`, { user_id: ann.id });
  assert.deepEqual(typesOf(await list(ann)), ['approval_waiting']);
});

test('[NOTIFY-2] an escalation notifies its assignee, also the creator of the transaction', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const due_time = service.clock.now() + 60_000;
  const escalation = { assignee: { user_id: owner.id }, after: 60_000 };
  const workflow = createWorkflow(service, { binderId, owner });
  const { steps } = await workflow.create([stepFor(ann, { due_time, escalation })]);
  service.clock.advance(120_000);
  await announceDueSteps(service.env);
  const [waiting, ...others] = await list(owner);
  assert.deepEqual([waiting?.type, waiting?.step?.id], ['approval_waiting', steps[0]]);
  assert.deepEqual(others, []);
});

test('[NOTIFY-2] what was answered before it is read from the log notifies nobody', async () => {
  const workflow = createWorkflow(service, { binderId, owner });
  const { id, steps } = await workflow.create([stepFor(ann)]);
  assert.equal((await workflow.press(id, steps[0], ann.token)).status, 200);
  assert.deepEqual(typesOf(await list(ann)), []);
});

test('[NOTIFY-3] a to-do notifies its assignee when it is assigned, and when it is due', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const reminder_time = service.clock.now() + 60_000;
  const { todos } = await send(`/${binderId}/todos`, { name: 'Call', assignee_id: ann.id, reminder_time });
  const todoId: number = todos[0].id;
  const change = (json: object, token = owner.token) => send(`/${binderId}/todos/${todoId}`, json, token);
  const due_day = '2030-12-01';
  await change({ name: 'Call back', assignee_id: ann.id, due_day });
  const items = await list(ann);
  assert.deepEqual(typesOf(items), ['todo_assigned']);
  assert.deepEqual(items[0]?.todo, {
    id: todoId,
    name: 'Call back',
    due_time: Date.UTC(2030, 11, 1, 23, 59),
    due_day,
  });
  await change({ assignee_id: owner.id }, ann.token);
  await change({ assignee_id: ann.id }, ann.token);
  assert.deepEqual(typesOf(await list(owner)), []);
  service.clock.advance(60_001);
  await remindDue(service.env);
  assert.deepEqual(typesOf(await list(ann)), ['todo_due', 'todo_assigned']);
});

test('[NOTIFY-4] a meet notifies when it is scheduled and when it starts, and a call at once', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const at = (minutes: number) => new Date(service.clock.now() + minutes * 60_000).toISOString();
  const meet = { binder_id: binderId, name: 'Review', starts: at(30), ends: at(60) };
  const { session_key } = await send('/meets/schedule', meet);
  assert.deepEqual(typesOf(await list(ann)), ['meet_scheduled']);
  service.clock.advance(25 * 60_000);
  await remindOfMeets(service.env);
  const [starting] = await list(ann);
  assert.deepEqual([starting?.type, starting?.meet?.session_key], ['meet_starting', session_key]);
  service.clock.advance(1);
  await send(`/${binderId}/meets`, { name: 'Now' });
  assert.equal((await list(ann))[0]?.type, 'meet_started');
  assert.deepEqual(typesOf(await list(owner)), ['meet_starting']);
});

test('[MEET-48] the next meet of a series notifies nobody until it starts', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const at = (minutes: number) => new Date(service.clock.now() + minutes * 60_000).toISOString();
  const repeat = { frequency: 'daily', timezone: 'UTC' };
  const meet = { binder_id: binderId, name: 'Daily', starts: at(30), ends: at(60), repeat };
  const { session_key } = await send('/meets/schedule', meet);
  const { token } = owner;
  assert.equal((await service.call('DELETE', `/meets/${session_key}`, { token })).status, 200);
  const before = await list(ann);
  assert.equal(await repeatMeets(service.env), 1);
  assert.deepEqual(await list(ann), before);
  const { body } = await service.call('GET', `/${binderId}/meets?limit=1`, { token });
  await send(`/meets/${body.data.meets[0].session_key}`, { repeat: null });
});

test('[NOTIFY-4] a person who is added to a binder is notified', async () => {
  const other = await service.make.binder(owner);
  await send(`/${other}/inviteuser`, { users: [{ user: { id: ann.id } }] });
  const [item] = await list(ann);
  assert.deepEqual([item?.type, item?.binder.id, item?.user.id], ['invitation', other, owner.id]);
  assert.deepEqual(await list(owner), []);
});

test('[NOTIFY-42] a member who becomes the owner is notified, and not whoever steps down', async () => {
  const admin = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
  await send(`/${binderId}/users/${ann.id}`, { type: 'BOARD_OWNER' });
  const [item] = await list(ann);
  assert.deepEqual([item?.type, item?.binder.id, item?.user.id], ['ownership', binderId, owner.id]);
  assert.deepEqual(await list(owner), []);
  await send(`/${binderId}/users/${owner.id}`, { type: 'BOARD_OWNER' }, admin.token);
  const [returned, ...others] = await list(owner);
  assert.deepEqual([returned?.type, returned?.user.id, others], ['ownership', admin.id, []]);
});

test('[NOTIFY-42] another permission than that of the owner does not notify', async () => {
  await send(`/${binderId}/users/${ann.id}`, { type: 'BOARD_READ_ONLY' });
  assert.deepEqual(await list(ann), []);
});

test('[NOTIFY-4] a new conversation notifies of its message, and later of people who are added', async () => {
  const carol = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const direct = await send('/me/messages', { user: { user_id: ann.id }, message: { text: 'Hello' } });
  assert.deepEqual(
    (await list(ann)).map(({ type, binder }) => [type, binder.id]),
    [['messages', direct.binder_id]],
  );
  await send(`/${direct.binder_id}/inviteuser`, { users: [{ user: { id: carol.id } }] });
  assert.deepEqual(typesOf(await list(carol)), ['invitation']);
});

test('[NOTIFY-5] the read mark of the binder, and of a thread, marks what it passes', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const question = await post({ text: 'When?' }, ann.token);
  const mention = await post({ text: 'Ask @Ann', mentions: [ann.id] });
  service.clock.advance(1_000);
  const reply_to = { binder: { comment_id: question } };
  const reply = await post({ text: 'Soon' }, owner.token, { reply_to, thread_only: true });
  service.clock.advance(1_000);
  const later = await post({ text: 'Again @Ann', mentions: [ann.id] });
  await list(ann);
  await send(`/${binderId}/readmark`, { message_id: mention }, ann.token);
  const items = await list(ann);
  assert.deepEqual(unreadOf(items), ['mention', 'reply']);
  assert.equal(items.at(-1)?.read_time, service.clock.now());
  await send(`/${binderId}/readmark`, { message_id: later }, ann.token);
  assert.deepEqual(unreadOf(await list(ann)), ['reply']);
  await send(`/${binderId}/messages/${question}/replies/readmark`, { message_id: reply }, ann.token);
  assert.deepEqual(unreadOf(await list(ann)), []);
});

test('[NOTIFY-5] what is over is read', async () => {
  const workflow = createWorkflow(service, { binderId, owner });
  const answered = await workflow.create([stepFor(ann)]);
  const reassigned = await workflow.create([stepFor(ann)]);
  await workflow.create([stepFor(ann)]);
  const { todos } = await send(`/${binderId}/todos`, { name: 'Call', assignee_id: ann.id });
  const { session_key } = await send(`/${binderId}/meets`, { name: 'Now' });
  const all = ['meet_started', 'todo_assigned', 'approval_waiting', 'approval_waiting', 'approval_waiting'];
  assert.deepEqual(unreadOf(await list(ann)).toSorted(), all.toSorted());
  assert.equal((await workflow.press(answered.id, answered.steps[0], ann.token)).status, 200);
  await send(`${workflow.path(reassigned.id, reassigned.steps[0])}/assignee`, { user_id: owner.id });
  await send(`/${binderId}/todos/${todos[0].id}`, { completed: true }, ann.token);
  await send(`/meets/${session_key}/end`, {});
  assert.deepEqual(unreadOf(await list(ann)), ['mention', 'approval_waiting']);
});

test('[NOTIFY-5] a mark that precedes the reading of the log wins', async () => {
  const mention = await post({ text: 'Ask @Ann', mentions: [ann.id] });
  await send(`/${binderId}/readmark`, { message_id: mention }, ann.token);
  const items = await list(ann);
  assert.equal(typeof items.find(({ type }) => type === 'mention')?.read_time, 'number');
});

test('[NOTIFY-6] ids, or all up to a time, are marked as read, of the caller only', async (t) => {
  t.onTestFinished(service.clock.freeze());
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  await post({ text: 'Plain' });
  const [plain, mention] = await list(ann);
  assert.ok(plain && mention);
  assert.equal((await markRead({ ids: [mention.id] }, owner)).status, 200);
  assert.deepEqual(unreadOf(await list(ann)), ['messages', 'mention']);
  assert.equal((await markRead({ ids: [mention.id, plain.id, '999999999'] })).status, 200);
  assert.deepEqual(unreadOf(await list(ann)), []);
  const home = await service.call('GET', '/me/activity', { token: ann.token });
  assert.equal(home.body.data.counts.mentions, 0);
  const before = service.clock.now();
  service.clock.advance(1_000);
  await post({ text: 'More @Ann', mentions: [ann.id] });
  assert.equal((await markRead({ up_to: before })).status, 200);
  assert.deepEqual(unreadOf(await list(ann)), ['mention']);
  for (const [json, field] of [
    [{}, ''],
    [{ ids: ['1'], up_to: 1 }, ''],
    [{ ids: [] }, 'ids'],
    [{ ids: ['x'] }, 'ids[0]'],
    [{ up_to: -1 }, 'up_to'],
  ] as const) {
    const { status, body } = await markRead(json);
    assert.equal(status, 400);
    if (field) assert.equal(body.errors[0].path, field);
  }
});

test('[NOTIFY-7] each exists once, also when the log is read again or by two readers', async () => {
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  const workflow = createWorkflow(service, { binderId, owner });
  await workflow.create([stepFor(ann), stepFor(owner)]);
  const before = await list(ann);
  assert.equal((await markRead({ ids: before.map(({ id }) => id) })).status, 200);
  const read = await list(ann);
  await service.env.db.query(`UPDATE binders SET epoch = epoch || '+' WHERE id = $1`, [binderId]);
  await Promise.all([catchUpAll(service.env, activity), catchUpAll(service.env, activity)]);
  assert.deepEqual(await list(ann), read);
  assert.deepEqual(unreadOf(read), []);
});

test('[NOTIFY-7] entries that are a day old when they are read are read already', async () => {
  const workflow = createWorkflow(service, { binderId, owner });
  await workflow.create([stepFor(ann)]);
  await service.env.db.query('UPDATE binder_log SET at = at - $2::bigint WHERE binder_id = $1', [
    binderId,
    DAY_MS + 1,
  ]);
  const items = await list(ann);
  assert.deepEqual(typesOf(items), ['approval_waiting']);
  assert.deepEqual(unreadOf(items), []);
});

test('[NOTIFY-8] settings are the person’s, before the defaults of the org', async () => {
  const settings = async (person: CreatedUser) =>
    (await service.call('GET', '/me/notification_settings', { token: person.token })).body.data;
  const change = (json: object, person = ann) =>
    service.call('POST', '/me/notification_settings', { token: person.token, json });
  const initial = await settings(ann);
  assert.deepEqual([initial.push, initial.quiet_hours, initial.kinds.length], ['at_once', null, 16]);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [owner.id]);
  await service.env.revocations.announce(service.env.db, 'any');
  const quiet_hours = { from: '20:00', to: '08:00' };
  const changeOrg = (notifications: object) =>
    service.call('POST', `/orgs/${owner.orgId}`, { token: owner.token, json: { notifications } });
  const org = await changeOrg({ quiet_hours, content_free: true });
  assert.deepEqual(org.body.data.notifications, { quiet_hours, content_free: true });
  const merged = await changeOrg({ content_free: false });
  assert.deepEqual(merged.body.data.notifications, { quiet_hours, content_free: false });
  assert.deepEqual((await settings(ann)).quiet_hours, quiet_hours);
  const changed = await change({ push: 'none', quiet_hours: null, kinds: ['mention', 'mention'] });
  assert.deepEqual(changed.body.data, {
    push: 'none',
    mail: 'none',
    is_mail_available: false,
    quiet_hours: null,
    kinds: ['mention'],
  });
  assert.deepEqual(await settings(ann), changed.body.data);
  assert.deepEqual((await settings(owner)).quiet_hours, quiet_hours);
  for (const [json, field] of [
    [{ push: 'often' }, 'push'],
    [{ quiet_hours: { from: '24:00', to: '08:00' } }, 'quiet_hours.from'],
    [{ quiet_hours: { from: '08:00', to: '08:00' } }, 'quiet_hours.to'],
    [{ kinds: ['page'] }, 'kinds[0]'],
  ] as const) {
    const { status, body } = await change(json);
    assert.deepEqual([status, body.errors[0].path], [400, field]);
  }
  assert.equal((await change({})).status, 400);
  const bad = await changeOrg({ quiet_hours: { from: 'x', to: '08:00' } });
  assert.deepEqual([bad.status, bad.body.errors[0].path], [400, 'notifications.quiet_hours.from']);
});

test('[NOTIFY-2] [TX-53] an approval of several people waits for each who has not pressed, until the step is done', async () => {
  const bea = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const cleo = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const people = [ann, bea, cleo];
  binderId = await service.make.binder(
    owner,
    people.map((user) => ({ user, role: 'editor' as const })),
  );
  const workflow = createWorkflow(service, { binderId, owner });
  const unread = async () => {
    const all = await Promise.all(people.map((person) => list(person)));
    return all.map((items) => unreadOf(items).filter((type) => type === 'approval_waiting').length);
  };
  const { id, steps } = await workflow.create([
    sharedStep(people, { required: 2, actions: [{ id: 'approve', text: 'Approve' }] }),
    sharedStep(people, { distinct_from: [1] }),
  ]);
  assert.deepEqual(await unread(), [1, 1, 1]);
  await workflow.press(id, steps[0], ann.token);
  assert.deepEqual(await unread(), [0, 1, 1]);
  await workflow.press(id, steps[0], cleo.token);
  assert.deepEqual(await unread(), [0, 1, 0], 'the next step waits for those who did not press in the first');
  await workflow.press(id, steps[1], bea.token);
  assert.deepEqual(await unread(), [0, 0, 0]);
});

test('[NOTIFY-2] [TX-57] observers are notified of the end, once', async () => {
  const bea = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const members = [ann, bea].map((user) => ({ user, role: 'editor' as const }));
  binderId = await service.make.binder(owner, members);
  const workflow = createWorkflow(service, { binderId, owner });
  const observers = [{ user_id: bea.id }, { user_id: owner.id }];
  const { id, steps } = await workflow.create([stepFor(ann)], owner.token, { observers });
  assert.deepEqual(await list(bea), []);
  await workflow.press(id, steps[0], ann.token, 'decline');
  for (const person of [bea, owner]) {
    const decided = (await list(person)).filter(({ type }) => type === 'approval_decided');
    assert.deepEqual(
      decided.map(({ transaction }) => [transaction?.id, transaction?.outcome]),
      [[id, 'completed']],
    );
  }
});

test('[FLOW-6] a step that a button opened again notifies its assignee again, and so does the one after it', async () => {
  const bea = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const members = [ann, bea].map((user) => ({ user, role: 'editor' as const }));
  binderId = await service.make.binder(owner, members);
  const workflow = createWorkflow(service, { binderId, owner });
  const back = { id: 'back', text: 'Back', next: 1 };
  const { id, steps } = await workflow.create([
    stepFor(ann),
    stepFor(bea, { actions: [{ id: 'approve', text: 'Approve' }, back] }),
  ]);
  const waiting = async (person: CreatedUser) =>
    (await list(person)).filter(
      ({ type, transaction }) => type === 'approval_waiting' && transaction?.id === id,
    ).length;
  assert.deepEqual([await waiting(ann), await waiting(bea)], [1, 0]);
  await workflow.press(id, steps[0], ann.token);
  assert.deepEqual([await waiting(ann), await waiting(bea)], [1, 1]);
  await workflow.press(id, steps[1], bea.token, 'back');
  assert.deepEqual([await waiting(ann), await waiting(bea)], [2, 1]);
  await workflow.press(id, steps[0], ann.token);
  assert.deepEqual([await waiting(ann), await waiting(bea)], [2, 2]);
});
