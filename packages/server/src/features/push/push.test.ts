import assert from 'node:assert/strict';
import {
  type CreatedUser,
  newVisitor,
  startService,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity, messageReminders } from '../home/index.ts';
import { postWithoutText } from '../messages/testing/forms.ts';
import { quietUntil } from '../notifications/index.ts';
import { createPasswordReset } from '../oauth/sign-in/resets.ts';
import { filePart } from '../pages/testing/form.ts';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { claimDevicePushes, queuePushes } from './queue.ts';
import { pushes } from './send.ts';
import { MAX_SUBSCRIPTIONS, subscribeDevice } from './subscriptions.ts';
import { type PushService, startPushService } from './testing/push-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let service: TestService;
let push: PushService;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService({ config: { pushPrivateNetwork: true } });
  push = await startPushService();
});
afterAll(async () => {
  await push.close();
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

const post = async (message: object, token = owner.token, to = binderId): Promise<number> =>
  (await send(`/${to}/messages`, { message }, token)).binder_comment_id;
const work = () =>
  pushes.work(service.env, (error) => {
    throw error;
  });
const subscribe = (json: object, person = ann) =>
  service.call('POST', '/me/push_subscriptions', { token: person.token, json });

async function subscribed(person = ann) {
  const device = push.device();
  const { status, body } = await subscribe(device, person);
  assert.equal(status, 200, body.message);
  return { id: body.data.id as number, path: new URL(device.endpoint).pathname, device };
}

async function pushed(ms = 5_000): Promise<string[]> {
  await catchUpAll(service.env, activity);
  service.clock.advance(ms);
  await work();
  return push.received.splice(0).map(({ payload }) => payload.body);
}

const queue = () =>
  service.env.db.query('SELECT * FROM push_queue WHERE coalesce(claimed_until, due_at) IS NOT NULL');

test('[NOTIFY-9] a push is encrypted for the device, signed by the server, and opens the message', async () => {
  const { body } = await service.call('GET', '/push/key', { token: ann.token });
  const { path } = await subscribed();
  await subscribed(owner);
  const id = await post({ text: '[b]Ask[/b] @Ann', mentions: [ann.id] });
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  await work();
  assert.equal(push.received.length, 1);
  const [received] = push.received;
  assert.ok(received);
  assert.equal(received.path, path);
  assert.ok(String(received.headers.authorization).endsWith(`k=${body.data.key}`));
  const { actions, answer, texts, ...payload } = received.payload;
  assert.equal(texts?.replied, 'Your reply was posted.');
  assert.deepEqual([actions?.length, answer?.url], [1, `${service.origin}/v1/push/actions`]);
  assert.deepEqual(payload, {
    title: 'Test binder',
    body: `${owner.name} mentioned you: Ask @Ann`,
    url: `${service.origin}/b/${binderId}/chat/${id}`,
    tag: binderId,
  });
  push.received.length = 0;
  assert.deepEqual(await pushed(HOUR), []);
});

test('[NOTIFY-9] an approval opens the transaction', async () => {
  await subscribed();
  const { id } = await createWorkflow(service, { binderId, owner }).create([stepFor(ann)]);
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  await work();
  const [received] = push.received;
  assert.equal(received?.payload.body, 'Your approval is needed: Budget');
  assert.equal(received?.payload.url, `${service.origin}/b/${binderId}/transactions/${id}`);
});

test('[NOTIFY-9] a push about a message without text names its file', async () => {
  await subscribed();
  await postWithoutText(service, { binderId, token: owner.token }, filePart('x', 'Vertrag.txt'));
  assert.deepEqual(await pushed(), [`${owner.name}: Vertrag.txt`]);
});

test('[NOTIFY-10] at most one push per binder and minute, mentions first', async () => {
  await subscribed();
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await post({ text: 'One' });
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  await post({ text: 'Two' });
  await post({ text: 'Elsewhere' }, owner.token, other);
  assert.deepEqual(
    (await pushed()).toSorted(),
    [`${owner.name} mentioned you: Ask @Ann (+1)`, `${owner.name}: Elsewhere`].toSorted(),
  );
  await post({ text: 'Three' });
  assert.deepEqual(await pushed(), []);
  await post({ text: 'Four' });
  assert.deepEqual(await pushed(MINUTE), [`4 messages. ${owner.name}: Four`]);
  assert.deepEqual(await queue(), []);
});

test('[NOTIFY-10] what was read on any device by the moment of sending is not pushed', async () => {
  await subscribed();
  const id = await post({ text: 'Ask @Ann', mentions: [ann.id] });
  await catchUpAll(service.env, activity);
  await send(`/${binderId}/readmark`, { message_id: id }, ann.token);
  assert.deepEqual(await pushed(), []);
  await post({ text: 'Own' }, ann.token);
  assert.deepEqual(await pushed(), []);
});

test('[NOTIFY-10] what came before the device subscribed is not pushed', async () => {
  await post({ text: 'Before' });
  await catchUpAll(service.env, activity);
  service.clock.advance(1);
  await subscribed();
  assert.deepEqual(await pushed(), []);
  await post({ text: 'After' });
  assert.deepEqual(await pushed(), [`2 messages. ${owner.name}: After`]);
});

test('[NOTIFY-11] quiet hours postpone, in the time zone of the person', async () => {
  assert.equal(
    quietUntil({ from: '22:00', to: '07:00' }, Date.UTC(2026, 6, 1, 20, 30, 5), 'Europe/Berlin'),
    Date.UTC(2026, 6, 2, 5),
  );
  assert.equal(
    quietUntil({ from: '22:00', to: '07:00' }, Date.UTC(2026, 6, 2, 4, 59), 'Europe/Berlin'),
    Date.UTC(2026, 6, 2, 5),
  );
  assert.equal(
    quietUntil({ from: '22:00', to: '07:00' }, Date.UTC(2026, 6, 2, 5), 'Europe/Berlin'),
    undefined,
  );
  assert.equal(
    quietUntil({ from: '12:00', to: '13:00' }, Date.UTC(2026, 6, 2, 12, 15), ''),
    Date.UTC(2026, 6, 2, 13),
  );
  await subscribed();
  const time = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  await send('/me/notification_settings', { quiet_hours: { from: time(-HOUR), to: time(HOUR) } }, ann.token);
  await post({ text: 'One' });
  await post({ text: 'Two' });
  assert.deepEqual(await pushed(), []);
  assert.deepEqual(await pushed(30 * MINUTE), []);
  assert.deepEqual(await pushed(31 * MINUTE), [`2 messages. ${owner.name}: Two`]);
});

test('[NOTIFY-11] shorter quiet hours and another time zone also apply to what waits', async () => {
  await subscribed();
  const time = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  const quiet_hours = { from: time(-HOUR), to: time(HOUR) };
  await send('/me/notification_settings', { quiet_hours }, ann.token);
  await post({ text: 'One' });
  assert.deepEqual(await pushed(), []);
  await send('/me/notification_settings', { quiet_hours: null }, ann.token);
  assert.deepEqual(await pushed(), [`${owner.name}: One`]);
  await send('/me/notification_settings', { quiet_hours }, ann.token);
  await post({ text: 'Two' });
  assert.deepEqual(await pushed(MINUTE), []);
  await send('/me', { timezone: 'Asia/Tokyo' }, ann.token);
  assert.deepEqual(await pushed(), [`2 messages. ${owner.name}: Two`]);
});

test('[NOTIFY-13] a change of the settings does not shorten the pause that a push service asks for', async () => {
  await subscribed();
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  push.answer = () => ({ status: 429, headers: { 'retry-after': '600' } });
  await post({ text: 'One' });
  await pushed();
  await post({ text: 'Two' }, owner.token, other);
  await catchUpAll(service.env, activity);
  push.answer = () => ({ status: 201 });
  await send('/me/notification_settings', { quiet_hours: null }, ann.token);
  assert.deepEqual(await pushed(MINUTE), []);
  assert.equal((await pushed(10 * MINUTE)).length, 2);
});

test('[NOTIFY-11] do not disturb, a switched off push and other kinds are not pushed, also later', async () => {
  await subscribed();
  const until_time = service.clock.now() + HOUR;
  await send('/me', { status: { availability: 'do_not_disturb', until_time } }, ann.token);
  await post({ text: 'One' });
  assert.deepEqual(await pushed(), []);
  assert.deepEqual(await pushed(HOUR), []);
  await send('/me/notification_settings', { push: 'none' }, ann.token);
  await post({ text: 'Two' });
  assert.deepEqual(await pushed(MINUTE), []);
  await send('/me/notification_settings', { push: 'at_once', kinds: ['mention'] }, ann.token);
  await post({ text: 'Three' });
  assert.deepEqual(await pushed(MINUTE), []);
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(await pushed(MINUTE), [`${owner.name} mentioned you: Ask @Ann`]);
});

test('[NOTIFY-11] of a muted binder only mentions are pushed', async () => {
  await subscribed();
  await send(`/me/binders/${binderId}`, { is_muted: true }, ann.token);
  await post({ text: 'One' });
  assert.deepEqual(await pushed(), []);
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(await pushed(MINUTE), [`${owner.name} mentioned you: Ask @Ann`]);
});

test('[NOTIFY-39] a comment on a page is pushed and opens there, unless the binder is muted', async () => {
  await subscribed();
  const to = { binderId, token: ann.token };
  const [page] = (await uploadFile(service, to, 'Text', 'Contract.txt')).pages;
  const comment = (text: string) => send(`/${binderId}/pages/${page.id}/comments`, { text });
  const { comment_id } = await comment('Is 7 % right?');
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  await work();
  const payload = push.received.splice(0)[0]?.payload;
  assert.equal(payload?.body, `${owner.name} commented on the page “Contract.txt”: Is 7 % right?`);
  assert.equal(payload?.url, `${service.origin}/b/${binderId}/pages/${page.id}?comment=${comment_id}`);
  await send(`/me/binders/${binderId}`, { is_muted: true }, ann.token);
  await comment('And here?');
  assert.deepEqual(await pushed(MINUTE), []);
});

test('[NOTIFY-40] a reminder of a message is pushed once, also of a muted binder, and opens the message', async () => {
  await subscribed();
  const id = await post({ text: 'Call me back' });
  await send(`/${binderId}/readmark`, {}, ann.token);
  await send(`/me/binders/${binderId}`, { is_muted: true }, ann.token);
  await pushed();
  await send(`/${binderId}/messages/${id}/save`, { remind_time: service.clock.now() + HOUR }, ann.token);
  service.clock.advance(HOUR);
  await messageReminders.work(service.env);
  service.clock.advance(5_000);
  await work();
  const [payload, ...others] = push.received.splice(0).map((each) => each.payload);
  assert.deepEqual(others, []);
  assert.equal(payload?.body, `Reminder: ${owner.name} wrote “Call me back”`);
  assert.equal(payload?.url, `${service.origin}/b/${binderId}/chat/${id}`);
  await messageReminders.work(service.env);
  assert.deepEqual(await pushed(MINUTE), []);
});

test('[NOTIFY-12] in a content-free org a push reports only that something waits', async () => {
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true}' WHERE id = $1`,
    [owner.orgId],
  );
  await subscribed();
  await post({ text: 'Secret @Ann', mentions: [ann.id] });
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  await work();
  assert.deepEqual(push.received[0]?.payload, {
    title: 'Ringbinder',
    body: 'Something new waits for you.',
    url: `${service.origin}/home`,
    tag: 'ringbinder',
  });
});

test('[NOTIFY-12] in a content-free org a device gets one push about several binders', async () => {
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true}' WHERE id = $1`,
    [owner.orgId],
  );
  await subscribed();
  const others = [await service.make.binder(owner, [{ user: ann, role: 'editor' }])];
  others.push(await service.make.binder(owner, [{ user: ann, role: 'editor' }]));
  for (const to of [binderId, ...others]) await post({ text: 'One' }, owner.token, to);
  assert.equal((await pushed()).length, 1);
  assert.deepEqual(await pushed(HOUR), []);
  await post({ text: 'Two' }, owner.token, others[1]);
  assert.equal((await pushed()).length, 1);
});

test('[NOTIFY-13] a gone device is removed, and others receive their pushes', async () => {
  const [gone, here] = [await subscribed(), await subscribed()];
  push.answer = ({ path }) => ({ status: path === gone.path ? 410 : 201 });
  await post({ text: 'One' });
  assert.equal((await pushed()).length, 2);
  await post({ text: 'Two' });
  await catchUpAll(service.env, activity);
  service.clock.advance(MINUTE);
  await work();
  assert.deepEqual(
    push.received.map(({ path }) => path),
    [here.path],
  );
});

test('[NOTIFY-13] a busy push service is tried again, not before its Retry-After', async () => {
  await subscribed();
  push.answer = () => ({ status: 429, headers: { 'retry-after': '600' } });
  await post({ text: 'One' });
  assert.equal((await pushed()).length, 1);
  assert.deepEqual(await pushed(9 * MINUTE), []);
  push.answer = () => ({ status: 201 });
  assert.deepEqual(await pushed(MINUTE), [`${owner.name}: One`]);
  assert.deepEqual(await pushed(HOUR), []);
});

test('[NOTIFY-13] a device that cannot be reached is tried with one push at a time', async () => {
  await subscribed();
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await post({ text: 'One' });
  await post({ text: 'Two' }, owner.token, other);
  push.answer = () => ({ status: 503 });
  assert.equal((await pushed()).length, 1);
  push.answer = () => ({ status: 201 });
  assert.deepEqual(await pushed(29_000), []);
  assert.deepEqual((await pushed(1_000)).toSorted(), [`${owner.name}: One`, `${owner.name}: Two`]);
});

test('[NOTIFY-13] a push that cannot be encrypted is given up', async () => {
  const { id } = await subscribed();
  await service.env.db.query('UPDATE push_subscriptions SET keys_sealed = $2 WHERE id = $1::bigint', [
    id,
    Buffer.from('x'),
  ]);
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  const errors: unknown[] = [];
  for (let round = 0; round < 10; round++) {
    service.clock.advance(2 * MINUTE);
    assert.equal((await queue()).length, 1);
    await pushes.work(service.env, (error) => errors.push(error));
  }
  assert.equal(errors.length, 10);
  assert.deepEqual(await queue(), []);
});

test('[NOTIFY-13] a push that is refused for good is not repeated', async () => {
  await subscribed();
  push.answer = () => ({ status: 400 });
  await post({ text: 'One' });
  assert.equal((await pushed()).length, 1);
  assert.deepEqual(await pushed(HOUR), []);
});

test('[NOTIFY-14] a push of a process that died is sent by another, and what is new meanwhile is not lost', async () => {
  await subscribed();
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5_000);
  const [claimed] = await claimDevicePushes(service.env.db, service.clock.now());
  assert.ok(claimed);
  assert.deepEqual(await pushed(MINUTE), []);
  await post({ text: 'Two' });
  assert.deepEqual(await pushed(MINUTE), [`2 messages. ${owner.name}: Two`]);
  assert.deepEqual(await pushed(HOUR), []);
});

test('[NOTIFY-14] a round sends everything that is due', async () => {
  const { env } = service;
  const eve = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const max = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const members = [ann, eve, max].map((user) => ({ user, role: 'editor' as const }));
  const to = await service.make.binder(owner, members);
  for (const { user } of members)
    for (let count = 0; count < MAX_SUBSCRIPTIONS; count++)
      await subscribeDevice(env, env.db, user.id, push.device(), service.clock.now());
  await post({ text: 'One' }, owner.token, to);
  assert.equal((await pushed()).length, 3 * MAX_SUBSCRIPTIONS);
});

test('[NOTIFY-14] a push waits for a reader of the log that has not stored yet what makes it due again', async () => {
  const { env } = service;
  await subscribed();
  await post({ text: 'One' });
  await catchUpAll(env, activity);
  service.clock.advance(5_000);
  await env.db.transaction(async (tx) => {
    await queuePushes(tx, [{ binderId, from: 0, to: 1_000 }], service.clock.now());
    await work();
    assert.deepEqual(push.received, []);
  });
  await work();
  assert.equal(push.received.length, 1);
});

test('[NOTIFY-14] of several processes one sends each push', async () => {
  await subscribed();
  await subscribed();
  await post({ text: 'One' });
  await Promise.all([catchUpAll(service.env, activity), catchUpAll(service.env, activity)]);
  service.clock.advance(5_000);
  await Promise.all(Array.from({ length: 4 }, () => work()));
  assert.equal(push.received.length, 2);
});

test('[NOTIFY-15] a bad subscription is refused by the name of the field', async () => {
  const good = push.device();
  const { p256dh, auth } = good.keys;
  const onCurve = Buffer.from(p256dh, 'base64url');
  onCurve[40] = (onCurve[40] ?? 0) ^ 1;
  service.env.config.pushPrivateNetwork = false;
  const endpoint = 'https://push.example/x';
  for (const [json, path] of [
    [{ ...good }, 'endpoint'],
    [{ ...good, endpoint: 'https://10.1.2.3/x' }, 'endpoint'],
    [{ ...good, endpoint: 'https://[::1]/x' }, 'endpoint'],
    [{ ...good, endpoint: 'https://localhost/x' }, 'endpoint'],
    [{ ...good, endpoint: 'https://me:secret@push.example/x' }, 'endpoint'],
    [{ ...good, endpoint: `https://push.example/${'x'.repeat(2_048)}` }, 'endpoint'],
    [{ ...good, endpoint: 'file:///etc/passwd' }, 'endpoint'],
    [{ ...good, endpoint, keys: { p256dh: p256dh.slice(4), auth } }, 'keys.p256dh'],
    [{ ...good, endpoint, keys: { p256dh: onCurve.toString('base64url'), auth } }, 'keys.p256dh'],
    [{ ...good, endpoint, keys: { p256dh, auth: auth.slice(4) } }, 'keys.auth'],
    [{ ...good, endpoint, keys: { p256dh } }, 'keys.auth'],
    [{ ...good, endpoint, device: 'x'.repeat(101) }, 'device'],
  ] as const) {
    const { status, body } = await subscribe(json);
    assert.deepEqual([status, body.errors[0].path], [400, path], JSON.stringify(json));
  }
  assert.equal((await subscribe({ ...good, endpoint })).status, 200);
  service.env.config.pushPrivateNetwork = true;
});

test('[NOTIFY-15] an endpoint that no push can reach is refused, and the error names the allowed schemes', async () => {
  const { keys } = push.device();
  const refusal = async (endpoint: string) => (await subscribe({ endpoint, keys })).body.errors[0].message;
  assert.match(await refusal('http://127.0.0.1:0/'), /port 0/);
  assert.match(await refusal('file:///etc/passwd'), /must be an http or https address/);
  service.env.config.pushPrivateNetwork = false;
  try {
    assert.match(await refusal('http://push.example/'), /must be an https address/);
  } finally {
    service.env.config.pushPrivateNetwork = true;
  }
});

test('[NOTIFY-15] without PUSH_PRIVATE_NETWORK no push reaches a private network', async () => {
  await subscribed();
  await post({ text: 'One' });
  service.env.config.pushPrivateNetwork = false;
  assert.deepEqual(await pushed(), []);
  service.env.config.pushPrivateNetwork = true;
  assert.deepEqual(await pushed(MINUTE), [`${owner.name}: One`]);
});

test('[NOTIFY-15] devices of a person are bounded, and only their owner removes them', async () => {
  const first = await subscribed();
  for (let count = 0; count < MAX_SUBSCRIPTIONS; count++) {
    service.clock.advance(1);
    await subscribed();
  }
  const [row] = await service.env.db.query<{ count: number }>(
    'SELECT count(*) FROM push_subscriptions WHERE user_id = $1',
    [ann.id],
  );
  assert.equal(row?.count, MAX_SUBSCRIPTIONS);
  const remove = (id: number, person: CreatedUser) =>
    service.call('DELETE', `/me/push_subscriptions/${id}`, { token: person.token });
  assert.equal((await remove(first.id, ann)).status, 404);
  const { id, device } = await subscribed();
  assert.equal((await remove(id, owner)).status, 404);
  assert.equal((await subscribe(device)).body.data.id, id);
  assert.equal((await remove(id, ann)).status, 200);
  assert.equal((await remove(id, ann)).status, 404);
});

test('[NOTIFY-19] pushes end with the sessions and tokens of a person', async () => {
  const { env } = service;
  await env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [owner.id]);
  await env.revocations.announce(env.db, 'any');
  const org = `/orgs/${owner.orgId}`;
  const call = async (method: string, path: string, json?: object) => {
    const { status, body } = await service.call(method, path, { token: owner.token, ...(json && { json }) });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const visitor = newVisitor(service.origin);
  const password = 'a long new password';
  const ends = {
    'a new password': async () => {
      const url = await env.db.transaction((tx) => createPasswordReset(env, tx, ann.id));
      const { status } = await visitor.submit(await visitor.get(url), { password });
      assert.equal(status, 303);
    },
    'an ended session': async () => {
      const { sessions } = await call('GET', `${org}/sessions?user_id=${ann.id}`);
      await call('DELETE', `${org}/sessions/${sessions[0].id}`);
    },
    'an ended token': async () => {
      const { tokens } = await call('GET', `${org}/tokens?user_id=${ann.id}`);
      await call('DELETE', `${org}/tokens/${tokens[0].id}`);
    },
    'a disabled person': () => call('POST', `${org}/users/${ann.id}`, { disabled: true }),
  };
  const other = await subscribed(owner);
  for (const [what, end] of Object.entries(ends)) {
    await subscribeDevice(env, env.db, ann.id, push.device(), service.clock.now());
    await end();
    const left = await env.db.query<{ id: number }>('SELECT id FROM push_subscriptions');
    assert.deepEqual(left, [{ id: other.id }], what);
  }
});

const WORDS: [language: string, mention: string, messages: string][] = [
  ['de', 'NAME hat Sie erwähnt: @Ann', '21 Nachrichten. NAME: Alpha'],
  ['fr', 'NAME vous mentionne\u00a0: @Ann', '21 messages. NAME\u00a0: Alpha'],
  ['ja', 'NAME さんがあなたをメンションしました：@Ann', '21 件のメッセージ。NAME：Alpha'],
  ['lt', 'NAME paminėjo jus: @Ann', '21 žinutė. NAME: Alpha'],
  ['no', 'NAME nevnte deg: @Ann', '21 meldinger. NAME: Alpha'],
  ['ru', 'NAME упоминает вас: @Ann', '21 сообщение. NAME: Alpha'],
  ['zh-tw', 'NAME 提及了您：@Ann', '21 則訊息。NAME：Alpha'],
];

test.each(WORDS)(
  '[LANG-1] a push is in the language of its reader, with its plural forms: %s',
  async (language, mention, messages) => {
    await send('/me', { language }, ann.token);
    await subscribed();
    const said = (text: string) => text.replace('NAME', owner.name);
    await post({ text: '@Ann', mentions: [ann.id] });
    assert.deepEqual(await pushed(MINUTE), [said(mention)]);
    const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    for (let number = 1; number <= 21; number++) await post({ text: 'Alpha' }, owner.token, other);
    assert.deepEqual(await pushed(MINUTE), [said(messages)]);
  },
);

test('[LANG-1] the language at the moment of sending counts, for each reader', async () => {
  await subscribed();
  const ben = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const shared = await service.make.binder(owner, [
    { user: ann, role: 'editor' },
    { user: ben, role: 'editor' },
  ]);
  await subscribed(ben);
  await post({ text: 'Both', mentions: [ann.id, ben.id] }, owner.token, shared);
  await send('/me', { language: 'nl' }, ann.token);
  assert.deepEqual(
    (await pushed(MINUTE)).toSorted(),
    [`${owner.name} heeft u genoemd: Both`, `${owner.name} mentioned you: Both`].toSorted(),
  );
});

test('[LANG-1] the push of a content-free org is in the language of its reader, and a text with braces stays as it is', async () => {
  await send('/me', { language: 'es' }, ann.token);
  await subscribed();
  const text = "{count, plural, one {#}} \\u0041 '{name}' <b>";
  await post({ text, mentions: [ann.id] });
  assert.deepEqual(await pushed(MINUTE), [`${owner.name} le ha mencionado: ${text}`]);
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true}' WHERE id = $1`,
    [owner.orgId],
  );
  await post({ text: 'Secret', mentions: [ann.id] });
  assert.deepEqual(await pushed(MINUTE), ['Hay algo nuevo para usted.']);
});
