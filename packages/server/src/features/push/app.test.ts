import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type CreatedUser,
  expectRefusal,
  type Received,
  type Receiver,
  startReceiver,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { newWebhookSecret } from '../admin/secret.ts';
import { activity } from '../home/index.ts';
import { createAdmins, notThePartner } from '../orgs/testing/admins.ts';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { deleteOldDeliveries } from './deliveries.ts';
import { claimAppPushes, renewClaim } from './queue.ts';
import { CONCURRENCY } from './retries.ts';
import { pushes } from './send.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let service: TestService;
let receiver: Receiver;
let admin: CreatedUser;
let owner: CreatedUser;
let ann: CreatedUser;
let binderId: string;
let clients: string;
beforeAll(async () => {
  service = await startService({ config: { pushPrivateNetwork: true, accessTokenSeconds: 1e9 } });
});
afterAll(() => service.close());
beforeEach(async ({ onTestFinished }) => {
  // Receivers compare the time of a request with their own clock.
  service.clock.advance(Date.now() - service.clock.now());
  onTestFinished(service.clock.freeze());
  const { db } = service.env;
  for (const table of ['push_queue', 'notification_deliveries', 'notification_receivers'])
    await db.query(`DELETE FROM ${table}`);
  receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const partner = await service.make.partner();
  owner = await service.make.user({ partner });
  ann = await service.make.user({ partner });
  admin = await service.make.user({ partner, orgId: await service.make.org(partner.id) });
  await db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [admin.id]);
  clients = `/partners/${partner.id}/clients`;
  binderId = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
});

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const get = async (path: string, token = admin.token) => {
  const { status, body } = await service.call('GET', path, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

const post = async (message: object, token = owner.token, to = binderId): Promise<number> =>
  (await send(`/${to}/messages`, { message }, token)).binder_comment_id;

interface App {
  id: string;
  secret: string;
}

async function register(json: object = {}): Promise<App> {
  const body = { name: 'Bank', notification_url: receiver.url, ...json };
  const { client_id: id, notification_secret: secret } = await send(clients, body, admin.token);
  return { id, secret };
}

const work = () =>
  pushes.work(service.env, (error) => {
    throw error;
  });

async function pass(ms = 5 * SECOND): Promise<void> {
  await catchUpAll(service.env, activity);
  service.clock.advance(ms);
  await work();
}

const callOf = ({ body }: Received) => JSON.parse(body);
const idOf = ({ headers }: Received) => String(headers['webhook-id']);

async function called(ms?: number, person = ann): Promise<string[]> {
  await pass(ms);
  return receiver.all
    .splice(0)
    .map(callOf)
    .filter(({ user_id: id }) => id === person.id)
    .map(({ body }) => body);
}

const deliveriesOf = async ({ id }: App, query = '') =>
  (await get(`${clients}/${id}/notifications${query}`)).notifications;

test('[LANG-1] the app of a client gets title and text in the language of the person', async () => {
  await register();
  await send('/me', { language: 'ko' }, ann.token);
  await post({ text: '@Ann', mentions: [ann.id] });
  assert.deepEqual(await called(), [`${owner.name}님이 회원님을 멘션했습니다: @Ann`]);
});

test('[NOTIFY-28] the app of a client is called, signed as for bots, with the person, the place and the text', async () => {
  const { id, secret } = await register();
  const messageId = await post({ text: '[b]Ask[/b] @Ann', mentions: [ann.id] });
  await pass();
  const [received] = receiver.received;
  assert.ok(received);
  assert.equal(receiver.all.length, 1);
  const { headers, body } = received;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), {
    message_id: headers['webhook-id'],
    message_type: 'notification',
    client_id: id,
    org_id: ann.orgId,
    user_id: ann.id,
    unique_id: ann.uniqueId,
    binder_id: binderId,
    kind: 'mention',
    title: 'Test binder',
    body: `${owner.name} mentioned you: Ask @Ann`,
    url: `${service.origin}/b/${binderId}/chat/${messageId}`,
    tag: binderId,
  });
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>));
});

test('[NOTIFY-28] an approval opens the transaction', async () => {
  await register();
  const { id } = await createWorkflow(service, { binderId, owner }).create([stepFor(ann)]);
  await pass();
  const [call] = receiver.received.map(callOf);
  assert.deepEqual(
    [call.kind, call.body, call.url],
    [
      'approval_waiting',
      'Your approval is needed: Budget',
      `${service.origin}/b/${binderId}/transactions/${id}`,
    ],
  );
});

test('[NOTIFY-28] the receiver of the guide passes a call on once, and refuses one with another signature', async ({
  onTestFinished,
}) => {
  const port = await freePort();
  const app = await register({ notification_url: `http://127.0.0.1:${port}/` });
  const example = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../../../docs/guides/code/notification-receiver.ts', import.meta.url))],
    {
      env: { ...process.env, PORT: String(port), NOTIFICATION_SECRET: app.secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => {
    example.kill();
  });
  let output = '';
  example.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until('it listens', () => output.includes('listening'));
  const id = await post({ text: 'One' });
  await pass();
  const expected = `${ann.uniqueId}: Test binder – ${owner.name}: One (${service.origin}/b/${binderId}/chat/${id})`;
  await until('it has passed it on', () => output.includes(expected));
  const other = new Webhook(newWebhookSecret());
  const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / SECOND)) };
  const signature = other.sign('x', new Date(), '{}');
  const headers = { ...forged, 'webhook-signature': signature };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: '{}' });
  assert.equal(answer.status, 401);
  assert.equal(output.split(expected).length, 2);
});

test('[NOTIFY-28] while a secret is being rotated both sign, and then the new one alone', async () => {
  const { id, secret } = await register();
  const fresh = await send(`${clients}/${id}/notifications/rotate`, {}, admin.token);
  assert.deepEqual(Object.keys(fresh).sort(), ['client_id', 'notification_secret', 'old_secret_until']);
  assert.equal(fresh.old_secret_until, service.clock.now() + DAY);
  await post({ text: 'both' });
  await pass();
  await post({ text: 'one' });
  await pass(DAY);
  const [both, alone] = receiver.received.map(({ headers, body }) => ({
    headers: headers as Record<string, string>,
    body,
  }));
  assert.ok(both && alone);
  for (const each of [secret, fresh.notification_secret]) new Webhook(each).verify(both.body, both.headers);
  const at = new Date(Number(alone.headers['webhook-timestamp']) * SECOND);
  const expected = new Webhook(fresh.notification_secret).sign(
    alone.headers['webhook-id'] ?? '',
    at,
    alone.body,
  );
  assert.equal(alone.headers['webhook-signature'], expected);
  const none = await send(clients, { name: 'Without' }, admin.token);
  const path = `${clients}/${none.client_id}/notifications/rotate`;
  const { status } = await service.call('POST', path, { token: admin.token, json: {} });
  assert.equal(status, 412);
});

test('[NOTIFY-29] people of the orgs that the client serves are notified, and nobody else', async () => {
  const partner = { id: owner.partnerId, orgId: owner.orgId };
  const orgId = await service.make.org(partner.id);
  const otherOrg = await service.make.user({ partner, orgId });
  const otherPartner = await service.make.user();
  const members = [ann, otherOrg, otherPartner].map((user) => ({ user, role: 'editor' as const }));
  const to = await service.make.binder(owner, members);
  const toAll = await register();
  const toOne = await register({ org_id: owner.orgId });
  const toOther = await register({ org_id: orgId });
  const disabled = await register();
  await send(`${clients}/${disabled.id}`, { disabled: true }, admin.token);
  await post({ text: 'One' }, owner.token, to);
  await pass();
  const calls = receiver.received.map(callOf).map(({ client_id: client, user_id: user }) => [client, user]);
  assert.deepEqual(
    calls.toSorted(),
    [
      [toAll.id, ann.id],
      [toAll.id, otherOrg.id],
      [toOne.id, ann.id],
      [toOther.id, otherOrg.id],
    ].toSorted(),
  );
});

test('[NOTIFY-29] 60 messages in a minute are one call, and what follows another after a minute', async () => {
  await register();
  for (let count = 1; count <= 60; count++) await post({ text: `Message ${count}` });
  assert.deepEqual(await called(), [`60 messages. ${owner.name}: Message 60`]);
  await post({ text: 'Next' });
  assert.deepEqual(await called(), []);
  assert.deepEqual(await called(MINUTE), [`61 messages. ${owner.name}: Next`]);
  assert.deepEqual(await called(HOUR), []);
});

test('[NOTIFY-29] what was read by the moment of sending is not sent, also before a retry', async () => {
  const app = await register();
  const read = async (message_id: number) => send(`/${binderId}/readmark`, { message_id }, ann.token);
  await read(await post({ text: 'Ask @Ann', mentions: [ann.id] }));
  assert.deepEqual(await called(), []);
  receiver.answer = () => 503;
  const id = await post({ text: 'Two' });
  assert.equal((await called()).length, 1);
  receiver.answer = () => 204;
  await read(id);
  assert.deepEqual(await called(HOUR), []);
  assert.deepEqual(
    (await deliveriesOf(app)).map(({ state }: { state: string }) => state),
    ['dropped'],
  );
});

test('[NOTIFY-29] muted binders, quiet hours, do not disturb, kinds and a switched off push apply', async () => {
  await register();
  const settings = (json: object) => send('/me/notification_settings', json, ann.token);
  await send(`/me/binders/${binderId}`, { is_muted: true }, ann.token);
  await post({ text: 'One' });
  assert.deepEqual(await called(), []);
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(await called(MINUTE), [`${owner.name} mentioned you: Ask @Ann`]);
  await send(`/me/binders/${binderId}`, { is_muted: false }, ann.token);
  const time = (ms: number) => new Date(service.clock.now() + ms).toISOString().slice(11, 16);
  await settings({ quiet_hours: { from: time(-HOUR), to: time(HOUR) } });
  await post({ text: 'Two' });
  assert.deepEqual(await called(30 * MINUTE), []);
  assert.deepEqual(await called(31 * MINUTE), [`2 messages. ${owner.name}: Two`]);
  await settings({ quiet_hours: null, push: 'none' });
  await post({ text: 'Three' });
  assert.deepEqual(await called(HOUR), []);
  await settings({ push: 'at_once', kinds: ['mention'] });
  await post({ text: 'Four' });
  assert.deepEqual(await called(HOUR), []);
  await send('/me', { status: { availability: 'do_not_disturb' } }, ann.token);
  await post({ text: 'Ask @Ann', mentions: [ann.id] });
  assert.deepEqual(await called(HOUR), []);
});

test('[NOTIFY-29] in a content-free org a call reports only that something waits', async () => {
  const { id } = await register();
  await service.env.db.query(
    `UPDATE orgs SET notification_settings = '{"content_free": true}' WHERE id = $1`,
    [owner.orgId],
  );
  await post({ text: 'Secret @Ann', mentions: [ann.id] });
  await pass();
  const [received] = receiver.received;
  assert.ok(received);
  assert.deepEqual(callOf(received), {
    message_id: idOf(received),
    message_type: 'notification',
    client_id: id,
    org_id: ann.orgId,
    user_id: ann.id,
    unique_id: ann.uniqueId,
    title: 'Ringbinder',
    body: 'Something new waits for you.',
    url: `${service.origin}/home`,
    tag: 'ringbinder',
  });
});

test('[NOTIFY-29] what came before the address is not sent, nor what came after it is removed', async () => {
  await post({ text: 'Before' });
  await catchUpAll(service.env, activity);
  service.clock.advance(1);
  const { id } = await register();
  assert.deepEqual(await called(), []);
  await post({ text: 'After' });
  assert.deepEqual(await called(), [`2 messages. ${owner.name}: After`]);
  await post({ text: 'Waits' });
  await catchUpAll(service.env, activity);
  const { notification_url: url } = await send(`${clients}/${id}`, { notification_url: '' }, admin.token);
  assert.equal(url, undefined);
  assert.deepEqual(await called(HOUR), []);
  await post({ text: 'Later' });
  assert.deepEqual(await called(HOUR), []);
});

test('[NOTIFY-30] a receiver that was away is called again, and each notification is accepted once', async () => {
  const app = await register();
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  receiver.answer = () => 503;
  await post({ text: 'One' });
  await post({ text: 'Elsewhere' }, owner.token, other);
  await pass();
  await pass(MINUTE);
  assert.deepEqual(receiver.received, []);
  const tries = receiver.all.splice(0).map(idOf);
  assert.ok(tries.length >= 3, String(tries.length));
  receiver.answer = () => 204;
  for (let hour = 0; hour < 3; hour++) await pass(HOUR);
  assert.equal(receiver.received.length, 2);
  assert.deepEqual(new Set(receiver.received.map(idOf)), new Set(tries));
  const deliveries = await deliveriesOf(app);
  assert.deepEqual(
    deliveries.map(({ state, last_attempt: last }: { state: string; last_attempt: { status: number } }) => [
      state,
      last.status,
    ]),
    [
      ['delivered', 204],
      ['delivered', 204],
    ],
  );
});

test('[NOTIFY-30] a call that contains more than the failed one has another id', async () => {
  const app = await register();
  receiver.answer = () => 500;
  await post({ text: 'One' });
  await pass();
  await post({ text: 'Two' });
  receiver.answer = () => 204;
  await pass(MINUTE);
  await pass(HOUR);
  const [failed, accepted, ...others] = receiver.all;
  assert.ok(failed && accepted);
  assert.equal(callOf(accepted).body, `2 messages. ${owner.name}: Two`);
  assert.notEqual(idOf(failed), idOf(accepted));
  assert.deepEqual(others, []);
  assert.deepEqual(
    (await deliveriesOf(app)).map(({ state }: { state: string }) => state),
    ['delivered', 'dropped'],
  );
});

test('[NOTIFY-30] after three failures in a row nothing is sent for a while, and Retry-After is heard', async () => {
  await register();
  for (let count = 0; count < 5; count++) {
    const to = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    await post({ text: `Binder ${count}` }, owner.token, to);
  }
  receiver.answer = (_, response) => {
    response.writeHead(429, { 'retry-after': '600' }).end();
    return undefined;
  };
  const first = await called();
  assert.ok(first.length > 0);
  assert.deepEqual(await called(9 * MINUTE), []);
  receiver.answer = () => 500;
  assert.ok((await called(MINUTE)).length <= 3);
  receiver.answer = () => 204;
  await pass(HOUR);
  await pass(HOUR);
  assert.equal(receiver.received.length, 5);
});

test('[NOTIFY-30] an app that refuses only some people is not paused', async () => {
  await register();
  for (let count = 0; count < 6; count++) {
    const to = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    await post({ text: `Binder ${count}` }, owner.token, to);
  }
  const hasFailures = async () =>
    (await service.env.db.query('SELECT FROM notification_receivers WHERE failures > 0')).length > 0;
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  const answerNext = async (number: number) => {
    const isAccepted = number % 2 === 1;
    await until('the last answer counts', async () => (await hasFailures()) === isAccepted);
    return isAccepted ? 204 : 404;
  };
  receiver.answer = () => {
    const number = count++;
    const answer = last.then(() => answerNext(number));
    last = answer;
    return answer;
  };
  await pass();
  assert.equal(receiver.all.length, 6);
});

test('[NOTIFY-30] a 410 of an address that an admin replaces meanwhile loses nothing', async ({
  onTestFinished,
}) => {
  const { id } = await register();
  const next = await startReceiver();
  onTestFinished(() => next.close());
  const gate = Promise.withResolvers<number>();
  receiver.answer = () => gate.promise;
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await post({ text: 'One' });
  await post({ text: 'Two' }, owner.token, other);
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  const round = work();
  await until('both are called', () => receiver.all.length === 2);
  await send(`${clients}/${id}`, { notification_url: next.url }, admin.token);
  gate.resolve(410);
  await round;
  await pass();
  assert.deepEqual(next.received.map((each) => callOf(each).body).toSorted(), [
    `${owner.name}: One`,
    `${owner.name}: Two`,
  ]);
});

test('[NOTIFY-30] a process that stops begins no call', async () => {
  await register();
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  await pushes.work({ ...service.env, closing: AbortSignal.abort() });
  assert.deepEqual(receiver.all, []);
  assert.equal((await called()).length, 1);
});

test('[NOTIFY-32] a partner has at most 100 addresses', async () => {
  const { id } = await register();
  const { db } = service.env;
  const copy = (table: string, column: string) =>
    db.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('${column}', $1::text || n))).*
       FROM ${table} t, generate_series(1, 99) n WHERE ${column} = $1`,
      [id],
    );
  await copy('clients', 'id');
  await copy('notification_receivers', 'client_id');
  const body = { name: 'One more', notification_url: receiver.url };
  const refused = await service.call('POST', clients, { token: admin.token, json: body });
  assert.deepEqual([refused.status, refused.body.errors[0].path], [412, 'notification_url']);
  await send(`${clients}/${id}`, { notification_url: '' }, admin.token);
  await send(clients, body, admin.token);
});

test('[NOTIFY-30] a hanging app delays no other, and no device', async () => {
  const hanging = await startReceiver();
  const gate = Promise.withResolvers<number>();
  hanging.answer = () => gate.promise;
  await register({ notification_url: hanging.url });
  await register();
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  const round = work();
  await until('the other app is called', () => receiver.received.length === 1);
  await until('it hangs', () => hanging.all.length === 1);
  const other = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
  await post({ text: 'Two' }, owner.token, other);
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  await until('the other app is called again', () => receiver.received.length === 2);
  gate.resolve(204);
  await round;
  await hanging.close();
});

test('[NOTIFY-30] a call of a process that died is repeated with the same id', async () => {
  const app = await register();
  await post({ text: 'One' });
  const { env } = service;
  // Simulates a process that died after the request and before storing its outcome.
  const { transaction } = env.db;
  receiver.answer = () => {
    env.db.transaction = () => Promise.reject(new Error('killed'));
    return 204;
  };
  const errors: unknown[] = [];
  await catchUpAll(env, activity);
  service.clock.advance(5 * SECOND);
  await pushes.work(env, (error) => errors.push(error));
  env.db.transaction = transaction;
  receiver.answer = () => 204;
  assert.equal(errors.length, 1);
  await pass(MINUTE);
  assert.equal(receiver.received.length, 1, 'the dead process still has it');
  await pass(MINUTE);
  const [first, second, ...others] = receiver.received;
  assert.ok(first && second);
  assert.equal(idOf(first), idOf(second));
  assert.deepEqual(others, []);
  await pass(HOUR);
  assert.equal(receiver.received.length, 2);
  assert.equal((await deliveriesOf(app)).length, 1);
});

test('[NOTIFY-30] of several processes one sends each call', async () => {
  await register();
  for (let count = 0; count < 5; count++) {
    const to = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    await post({ text: `Binder ${count}` }, owner.token, to);
  }
  await Promise.all([catchUpAll(service.env, activity), catchUpAll(service.env, activity)]);
  service.clock.advance(5 * SECOND);
  await Promise.all(Array.from({ length: 4 }, () => work()));
  assert.equal(receiver.received.length, 5);
  assert.equal(new Set(receiver.received.map(idOf)).size, 5);
});

test('[NOTIFY-30] a call that waits for long is not sent again after another process has sent it', async () => {
  await register();
  const gate = Promise.withResolvers<number>();
  receiver.answer = () => gate.promise;
  for (let count = 0; count < CONCURRENCY + 2; count++) {
    const to = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    await post({ text: `Binder ${count}` }, owner.token, to);
  }
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  const waiting = work();
  await until('the others wait', () => receiver.all.length === CONCURRENCY);
  const hanging = new Set(receiver.all.map(idOf));
  receiver.answer = () => 204;
  service.clock.advance(3 * MINUTE);
  await work();
  gate.resolve(204);
  await waiting;
  const others = receiver.all.map(idOf).filter((id) => !hanging.has(id));
  assert.equal(others.length, 2);
  assert.equal(new Set(others).size, 2);
});

test('[NOTIFY-30] a call that waits for long keeps its claim', async () => {
  const app = await register();
  await post({ text: 'One' });
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  const claimed = await claimAppPushes(service.env.db, app.id, service.clock.now());
  const push = claimed.find(({ user_id }) => user_id === ann.id);
  assert.ok(push);
  service.clock.advance(90 * SECOND);
  const renewed = await renewClaim(service.env.db, push, service.clock.now());
  assert.equal(renewed?.claimed_until, service.clock.now() + 2 * MINUTE);
  service.clock.advance(MINUTE);
  await work();
  assert.deepEqual(receiver.all, []);
  assert.equal(await renewClaim(service.env.db, push, service.clock.now()), undefined);
});

test('[NOTIFY-30] 410 ends calls to the address, until it is set again', async () => {
  const { id } = await register();
  receiver.answer = () => 410;
  await post({ text: 'One' });
  assert.equal((await called()).length, 1);
  receiver.answer = () => 204;
  await post({ text: 'Two' });
  assert.deepEqual(await called(HOUR), []);
  const find = async () =>
    (await get(`${clients}?limit=100`)).clients.find((each: { client_id: string }) => each.client_id === id);
  assert.equal((await find()).notification_gone, true);
  const again = await send(`${clients}/${id}`, { notification_url: receiver.url }, admin.token);
  assert.equal(again.notification_secret, undefined, 'the secret stays');
  assert.equal((await find()).notification_gone, undefined);
  assert.deepEqual(await called(HOUR), []);
  await post({ text: 'Three' });
  assert.deepEqual(await called(), [`3 messages. ${owner.name}: Three`]);
});

test('[NOTIFY-30] no call is pending after a 410, however those at the same time end', async () => {
  const app = await register();
  const gate = Promise.withResolvers<void>();
  const statuses = [410, 410, 500];
  receiver.answer = async () => {
    await gate.promise;
    return statuses.shift() ?? 204;
  };
  for (const text of ['One', 'Two', 'Three']) {
    await post({ text }, owner.token, await service.make.binder(owner, [{ user: ann, role: 'editor' }]));
  }
  await catchUpAll(service.env, activity);
  service.clock.advance(5 * SECOND);
  const round = work();
  await until('all are called', () => receiver.all.length === 3);
  gate.resolve();
  await round;
  const states = (await deliveriesOf(app)).map((each: { state: string }) => each.state);
  assert.deepEqual(states.toSorted(), ['dead', 'dead', 'dropped']);
});

test('[NOTIFY-30] after ten attempts a call is given up, and the next notification is sent', async () => {
  const app = await register();
  receiver.answer = () => 404;
  await post({ text: 'One' });
  await pass();
  for (let round = 0; round < 12; round++) await pass(2 * HOUR);
  assert.equal(receiver.all.length, 10);
  const [dead] = await deliveriesOf(app, '?state=dead');
  assert.deepEqual([dead.attempts, dead.last_attempt.status], [10, 404]);
  receiver.answer = () => 204;
  await post({ text: 'Two' });
  await pass(HOUR);
  assert.equal(receiver.received.length, 1);
});

test('[NOTIFY-31] the log of deliveries is for admins of the partner, without texts, for 30 days', async () => {
  const admins = await createAdmins(service);
  const { client_id } = await send(
    `/partners/${admins.partner.id}/clients`,
    { name: 'Bank', notification_url: receiver.url },
    admins.users.partnerAdmin.token,
  );
  const path = `/partners/${admins.partner.id}/clients/${client_id}/notifications`;
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (token) => service.call('GET', path, token === undefined ? {} : { token }),
    'partnerAdmin',
  );
  const app = await register();
  receiver.answer = () => 500;
  const texts = ['One', 'Two', 'Three'];
  for (const text of texts) {
    const to = await service.make.binder(owner, [{ user: ann, role: 'editor' }]);
    await post({ text }, owner.token, to);
  }
  await pass();
  const all = await deliveriesOf(app);
  assert.equal(all.length, 3);
  assert.ok(!texts.some((text) => JSON.stringify(all).includes(text)));
  const paged: unknown[] = [];
  for (let cursor = ''; ; ) {
    const page = await get(`${clients}/${app.id}/notifications?limit=2${cursor}`);
    paged.push(...page.notifications);
    if (page.next_cursor === undefined) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  assert.deepEqual(paged, all);
  assert.deepEqual(await deliveriesOf(app, '?state=delivered'), []);
  const stranger = `/partners/${admins.partner.id}/clients/${app.id}/notifications`;
  assert.equal((await service.call('GET', stranger, { token: admins.users.partnerAdmin.token })).status, 404);
  await deleteOldDeliveries(service.env.db, service.clock.now() + 29 * DAY);
  assert.equal((await deliveriesOf(app)).length, 3);
  await deleteOldDeliveries(service.env.db, service.clock.now() + 31 * DAY);
  assert.deepEqual(await deliveriesOf(app), []);
});

test('[NOTIFY-32] the secret is shown once, and stored sealed, with an Idempotency-Key too', async () => {
  const json = { name: 'Once', notification_url: receiver.url };
  const headers = { 'idempotency-key': 'notification-once' };
  const create = () => service.call('POST', clients, { token: admin.token, json, headers });
  const first = await create();
  const again = await create();
  assert.deepEqual(again.body, first.body);
  const { client_id: id, notification_secret: secret, notification_url: url } = first.body.data;
  assert.match(secret, /^whsec_/);
  assert.equal(url, receiver.url);
  const changed = await send(`${clients}/${id}`, { notification_url: `${receiver.url}/2` }, admin.token);
  assert.equal(changed.notification_secret, undefined);
  assert.equal(changed.notification_url, `${receiver.url}/2`);
  assert.ok(!JSON.stringify(await get(`${clients}?limit=100`)).includes(secret));
  for (const table of ['notification_receivers', 'idempotency_keys', 'audit_entries']) {
    const rows = await service.env.db.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`);
    assert.ok(rows.length > 0);
    const hex = Buffer.from(secret).toString('hex');
    assert.ok(!rows.some(({ text }) => text.includes(secret) || text.includes(hex)), table);
  }
});

test('[NOTIFY-32] a bad address is refused by the name of the field', async () => {
  service.env.config.pushPrivateNetwork = false;
  try {
    const { client_id: id } = await send(clients, { name: 'Plain' }, admin.token);
    for (const url of [
      receiver.url,
      'http://bank.example/hook',
      'https://10.1.2.3/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://me:secret@bank.example/x',
      'https://bank.example/x#part',
      `https://bank.example/${'x'.repeat(2_048)}`,
      'file:///etc/passwd',
      'bank',
    ])
      for (const path of [clients, `${clients}/${id}`]) {
        const json = { name: 'Bank', notification_url: url };
        expectRefusal(
          await service.call('POST', path, { token: admin.token, json }),
          400,
          'notification_url',
        );
      }
    const good = { name: 'Bank', notification_url: 'https://bank.example/hook' };
    assert.ok((await send(clients, good, admin.token)).notification_secret);
  } finally {
    service.env.config.pushPrivateNetwork = true;
  }
});

test('[NOTIFY-32] without PUSH_PRIVATE_NETWORK no call reaches a private network', async () => {
  const app = await register();
  await post({ text: 'One' });
  service.env.config.pushPrivateNetwork = false;
  try {
    assert.deepEqual(await called(), []);
  } finally {
    service.env.config.pushPrivateNetwork = true;
  }
  const [delivery] = await deliveriesOf(app);
  assert.equal(delivery.last_attempt.status, null);
  assert.deepEqual(await called(HOUR), [`${owner.name}: One`]);
});

test('[NOTIFY-29] nothing is sent to people who have left the binder or are disabled by then', async () => {
  await register();
  const eve = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
  const to = await service.make.binder(owner, [
    { user: ann, role: 'editor' },
    { user: eve, role: 'editor' },
  ]);
  await post({ text: 'One' }, owner.token, to);
  await catchUpAll(service.env, activity);
  assert.equal((await claimAppPushes(service.env.db, 'nobody', service.clock.now() + HOUR)).length, 0);
  await send(`/${to}/removeuser`, { id: ann.id });
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [eve.id]);
  await pass(MINUTE);
  assert.deepEqual(receiver.all, []);
});
