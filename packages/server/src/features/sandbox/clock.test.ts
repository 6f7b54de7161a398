import assert from 'node:assert/strict';
import { type CreatedUser, startService, type TestService, until } from '@ringbinder/testkit';
import { createCaller } from '@ringbinder/testkit/caller.ts';
import { createTestClock } from '@ringbinder/testkit/clock.ts';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, test } from 'vitest';
import type { Environment } from '../../environment/environment.ts';
import { pushFixtures, textsOf } from '../bots/testing/push-fixture.ts';
import { startFamily } from '../oauth/index.ts';
import { createAdmins, notTheOrg } from '../orgs/testing/admins.ts';
import { startPushService } from '../push/testing/push-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let service: TestService;
beforeAll(async () => {
  const started = await startService({ environments: ['production', 'sandbox'], background: true });
  service = inSandbox(started);
});
afterAll(async () => {
  await push.closeReceivers();
  await service.close();
});

function inSandbox(started: TestService): TestService {
  const env = started.environments.sandbox as Environment;
  const base = `${started.origin}${env.basePath}`;
  return { ...started, env, base, call: createCaller(base, () => undefined), make: createFactory(env) };
}

const push = pushFixtures(() => service);
async function promote({ id }: CreatedUser): Promise<void> {
  await service.env.db.query("UPDATE users SET role = 'admin' WHERE id = $1", [id]);
  await service.env.revocations.announce(service.env.db, 'any');
}
const clock = (token: string | undefined, json?: unknown, of = service) =>
  json === undefined
    ? of.call('GET', '/sandbox/clock', { token: token ?? '' })
    : of.call('POST', '/sandbox/clock', { ...(token === undefined ? {} : { token }), json });

test('[SANDBOX-1] [SANDBOX-4] two days pass at once: pushes, reminders and what expires come in the order of their times', async () => {
  const of = await push.fixture();
  const { owner, receiver, binders } = of;
  await promote(owner);
  const frozen = await clock(owner.token, { freeze: true });
  assert.equal(frozen.status, 200, JSON.stringify(frozen.body));
  const begun: number = frozen.body.data.now;
  const json = { name: 'Call back', reminder_time: begun + HOUR };
  assert.equal(
    (await service.call('POST', `/${binders[0]}/todos`, { token: owner.token, json })).status,
    200,
  );
  const happened: [what: string, minutes: number][] = [];
  const since = (at: number) => Math.max(0, Math.round((at - begun) / MINUTE));
  let failures = 0;
  receiver.answer = ({ headers }) => {
    const signed = Number(headers['webhook-timestamp']) * 1000;
    assert.equal(
      signed,
      Math.floor(service.env.clock.now() / 1000) * 1000,
      'the clock stands where it is signed',
    );
    happened.push(['push', since(signed)]);
    return ++failures < 8 ? 500 : 204;
  };
  service.env.bus.subscribe(binders[0] ?? '', () => happened.push(['log', since(service.env.clock.now())]));
  await push.post(of, 'Hello');
  const moved = await clock(owner.token, { advance: 'P2D' });
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  assert.deepEqual(moved.body.data, {
    now: begun + 2 * DAY,
    frozen: true,
    steps: 8,
    settled: true,
  });
  assert.deepEqual(happened, [
    ...[['log', 0] as const, ['push', 0] as const, ['push', 0] as const, ['push', 5] as const],
    ...[['push', 35] as const, ['log', 60] as const, ['push', 155] as const, ['push', 455] as const],
    ...[['push', 1055] as const, ['push', 1895] as const],
  ]);
  assert.deepEqual(textsOf(of), ['Hello']);
  const [reminder] = await service.env.db.query<{ at: number }>(
    "SELECT at FROM binder_log WHERE binder_id = $1 AND kind = 'todo_reminded'",
    [binders[0]],
  );
  assert.equal(reminder?.at, begun + HOUR);
  // The token was valid for less than two days. Real programs send the real time when they request a new token.
  assert.equal((await clock(owner.token)).status, 401);
  const client = await service.make.client({ partnerId: owner.partnerId });
  const renewed = await service.call('POST', '/oauth/token', {
    form: {
      grant_type: 'http://www.service.com/auth_uniqueid',
      uniqueid: owner.uniqueId,
      orgid: owner.orgId,
      client_id: client.id,
      client_secret: client.secret,
      timestamp: String(Date.now()),
    },
  });
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body));
  const token: string = renewed.body.access_token;
  const ran = await clock(token, { freeze: false });
  assert.equal(ran.body.data.frozen, false);
  const later = await clock(token);
  assert.ok(later.body.data.now >= begun + 2 * DAY, 'it runs on from there');
  assert.ok(Math.abs(later.body.data.offset - 2 * DAY) < HOUR);

  const back = await clock(token, { set: begun });
  assert.equal(back.status, 412);
  assert.match(back.body.message, /only a reset turns it back/);
  for (const [wrong, path] of [
    [{}, 'set'],
    [{ set: 'tomorrow' }, 'set'],
    [{ set: 1, advance: 1 }, 'set'],
    [{ advance: 'P1Y' }, 'advance'],
    [{ advance: -1 }, 'advance'],
    [{ advance: 'P9999999D' }, 'advance'],
    [{ freeze: 'yes' }, 'freeze'],
  ] as const) {
    const refused = await clock(token, wrong);
    assert.equal(refused.status, 400, JSON.stringify(wrong));
    assert.equal(refused.body.errors[0].path, path);
  }

  const beside = inSandbox(await startService({ environments: ['production', 'sandbox'], beside: service }));
  try {
    const here = () => service.env.clock.now() - beside.env.clock.now();
    assert.ok(Math.abs(here()) < 5_000, 'as it was left');
    const { status } = await clock(token, { set: new Date(begun + 3 * DAY).toISOString(), freeze: true });
    assert.equal(status, 200);
    await until('the other process follows', () => here() === 0, 5_000);
  } finally {
    await beside.close();
  }
});

test('[SANDBOX-4] [NOTIFY-11] a night of quiet hours passes at once, and the push comes at its end', async (t) => {
  const pushService = await startPushService();
  t.onTestFinished(() => pushService.close());
  service.env.config.pushPrivateNetwork = true;
  const { owner, editor, binderId } = await service.make.cast();
  await promote(owner);
  const { now } = (await clock(owner.token, { freeze: true })).body.data;
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString().slice(11, 16);
  const send = async (path: string, json: object, { token } = editor) =>
    assert.equal((await service.call('POST', path, { token, json })).status, 200, path);
  await send('/me/push_subscriptions', pushService.device());
  await send('/me/notification_settings', { quiet_hours: { from: at(0), to: at(8) } });
  const sent: number[] = [];
  pushService.answer = () => {
    sent.push(Math.round((service.env.clock.now() - now) / MINUTE));
    return { status: 201 };
  };
  await send(
    `/${binderId}/todos`,
    { name: 'Call', assignee_id: editor.id, reminder_time: now + HOUR },
    owner,
  );
  await send(`/${binderId}/messages`, { message: { text: 'Good night' } }, owner);
  const moved = await clock(owner.token, { advance: 'PT9H' });
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  assert.deepEqual(
    pushService.received.map(({ payload }) => payload.body),
    ['Reminder: Call (+2)'],
  );
  assert.ok(Math.abs((sent[0] ?? 0) - 8 * 60) <= 1, String(sent));
});

test('[MSG-55] a reminder of a saved message comes at its time when the clock moves', async () => {
  const of = await push.fixture();
  const { owner, binders } = of;
  await promote(owner);
  const { body } = await clock(owner.token, { freeze: true });
  const message = { token: owner.token, json: { message: { text: 'Call back' } } };
  const posted = await service.call('POST', `/${binders[0]}/messages`, message);
  const path = `/${binders[0]}/messages/${posted.body.data.binder_comment_id}/save`;
  const json = { remind_time: body.data.now + HOUR };
  assert.equal((await service.call('POST', path, { token: owner.token, json })).status, 200);
  assert.equal((await clock(owner.token, { advance: 'PT2H' })).status, 200);
  const [reminder] = await service.env.db.query<{ at: number }>(
    'SELECT reminded_at AS at FROM saved_messages WHERE user_id = $1',
    [owner.id],
  );
  assert.equal(reminder?.at, json.remind_time);
});

test('[SANDBOX-3] [SANDBOX-4] admins move time, nobody else; production knows none of it', async () => {
  const admins = await createAdmins(service);
  await admins.check(
    {
      ...notTheOrg,
      partnerAdmin: 200,
      orgAdmin: 200,
      otherOrgAdmin: 200,
      otherPartnerAdmin: 200,
      reader: 403,
    },
    (token) => clock(token, { advance: 0 }),
  );
  const production = createFactory(service.environments.production as Environment);
  const user = await production.user();
  for (const [method, path] of [
    ['GET', '/v1/sandbox/clock'],
    ['POST', '/v1/sandbox/clock'],
    ['POST', '/v1/sandbox/reset'],
    ['POST', '/v1//sandbox/v1/sandbox/clock'],
  ] as const) {
    const headers = {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      'x-original-url': '/sandbox/v1/sandbox/clock',
      'x-rewrite-url': '/sandbox/v1/sandbox/clock',
      'x-http-method-override': 'POST',
      'x-forwarded-prefix': '/sandbox',
    };
    const body = method === 'GET' ? null : JSON.stringify({ advance: 1000, environment: 'sandbox' });
    const answer = await fetch(service.origin + path, { method, headers, body });
    const { code } = (await answer.json()) as { code: string };
    assert.deepEqual([answer.status, code], [400, 'RESPONSE_ERROR_INVALID_REQUEST'], path);
  }
  assert.equal(service.environments.production?.sandbox, null);
});

test('[SANDBOX-9] a move that is tried again with its Idempotency-Key is made once, also beyond the day that keys are kept', async () => {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  const admin = await service.make.user({ partner, client });
  await promote(admin);
  const move = (advance: string, key: string, { token } = admin) =>
    service.call('POST', '/sandbox/clock', {
      token,
      json: { advance, freeze: true },
      headers: { 'idempotency-key': key },
    });
  const [one, beside] = await Promise.all([move('PT1M', 'a-minute'), move('PT1M', 'a-minute')]);
  assert.deepEqual([one.status, beside.status], [200, 200], JSON.stringify([one.body, beside.body]));
  assert.deepEqual(beside.body.data, one.body.data);
  const first = await move('P3D', 'three-days');
  assert.equal((await move('P3D', 'three-days')).status, 401, 'the token has ended meanwhile');
  const grant = { clientId: client.id, userId: admin.id, scope: 'read write' };
  admin.token = (await startFamily(service.env, grant)).access_token;
  const later = await move('P3D', 'three-days');
  assert.deepEqual(
    [later.status, later.headers.get('idempotent-replayed')],
    [200, 'true'],
    JSON.stringify(later.body),
  );
  assert.equal((await clock(admin.token)).body.data.now, first.body.data.now);
  assert.equal((await move('P1D', 'three-days')).status, 409, 'another move with the same key');
  assert.equal((await move('PT1H', 'an-hour')).body.data.now, first.body.data.now + HOUR);
});

test('[SANDBOX-4] a process that dies while it moves the clock leaves it at the time that it reached', async () => {
  const machine = createTestClock();
  machine.freeze();
  machine.advance(30 * DAY);
  const reached = machine.now() + HOUR;
  const first = inSandbox(await startService({ environments: ['production', 'sandbox'], clock: machine }));
  await first.env.sandbox?.write({ is_held: true, frozen_at: reached });
  const next = inSandbox(
    await startService({ environments: ['production', 'sandbox'], beside: first, clock: machine }),
  );
  assert.equal(next.env.clock.now(), reached);
  machine.advance(MINUTE);
  assert.equal(next.env.clock.now(), reached + MINUTE, 'the clock runs again');
  await next.close();
  await first.close();
});
