import assert from 'node:assert/strict';
import { expectRefusal, followCursor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notThePartner } from '../../orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
let bots: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
  bots = `/partners/${admins.partner.id}/bots`;
  token = admins.users.partnerAdmin.token;
});
afterAll(() => service.close());

const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });
const post = (path: string, json: unknown, as?: string, headers = {}) =>
  service.call('POST', path, { json, headers, ...(as === undefined ? {} : { token: as }) });
const createdCreate = async (json: object = {}) => {
  const answer = await post(bots, { name: 'Bot', webhook_url: 'https://bot.example/hook', ...json }, token);
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data;
};
const sealed = async (clientId: string) => {
  const [row] = await service.env.db.query<Record<string, Buffer | null>>(
    `SELECT c.secret_sealed, c.old_secret_sealed, b.webhook_secret_sealed, b.old_webhook_secret_sealed
     FROM clients c JOIN bots b ON b.client_id = c.id WHERE c.id = $1`,
    [clientId],
  );
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [name, value && service.env.secrets.open(value)]),
  );
};

test('[BOT-7] [ORG-8] an admin of the partner configures a bot app, and nobody else', async () => {
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (as) =>
    post(bots, { name: 'Bot', webhook_url: 'https://bot.example/hook' }, as),
  );
  const { client_id, client_secret, webhook_secret, created_time, ...rest } = await createdCreate({
    name: 'Approvals',
    events: ['comment_posted', 'bot_postback'],
    picture_url: 'https://bot.example/face.png',
  });
  assert.match(client_id, /^C/);
  assert.match(webhook_secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.ok(created_time > 0);
  assert.deepEqual(rest, {
    name: 'Approvals',
    webhook_url: 'https://bot.example/hook',
    events: ['comment_posted', 'bot_postback'],
    picture_url: 'https://bot.example/face.png',
    allow_private_network: false,
    expires_in_as_text: false,
    sha1_signature_header: '',
    gone: false,
    disabled: false,
  });
  const stored = await sealed(client_id);
  assert.equal(stored.secret_sealed, client_secret);
  assert.equal(stored.webhook_secret_sealed, webhook_secret);
});

test('[BOT-7] a wrong field of a bot app is named', async () => {
  for (const [json, path] of [
    [{ name: '' }, 'name'],
    [{ webhook_url: 'nonsense' }, 'webhook_url'],
    [{ webhook_url: 'ftp://bot.example/' }, 'webhook_url'],
    [{ webhook_url: 'https://bot.example/#x' }, 'webhook_url'],
    [{ webhook_url: 'https://a:b@bot.example/' }, 'webhook_url'],
    [{ picture_url: 'javascript:alert(1)' }, 'picture_url'],
    [{ events: ['message_posted'] }, 'events[0]'],
    [{ events: ['bot_postback', 'bot_postback'] }, 'events'],
    [{ allow_private_network: 'yes' }, 'allow_private_network'],
  ] as const)
    expectRefusal(await post(bots, { name: 'x', ...json }, token), 400, path, JSON.stringify(json));
});

test('[BOT-7] in production the address of a bot is https', async () => {
  const strict = await startService({ config: { production: true } });
  try {
    const { users, partner } = await createAdmins(strict);
    const create = (webhook_url: string) =>
      strict.call('POST', `/partners/${partner.id}/bots`, {
        json: { name: 'Bot', webhook_url },
        token: users.partnerAdmin.token,
      });
    expectRefusal(await create('http://bot.example/hook'), 400, 'webhook_url');
    assert.equal((await create('https://bot.example/hook')).status, 200);
  } finally {
    await strict.close();
  }
});

test('[BOT-7] [ORG-8] a bot app is listed, and changed; what is not given stays', async () => {
  for (const name of ['Listed one', 'listed two', 'Listed three']) await createdCreate({ name });
  const pages = [];
  for await (const page of followCursor((cursor) => get(`${bots}?q=LISTED&limit=2${cursor}`, token)))
    pages.push(page.bots.map((bot: { name: string }) => bot.name));
  assert.deepEqual(pages, [['Listed one', 'Listed three'], ['listed two']]);
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (as) => get(bots, as),
    'partnerAdmin',
  );
  const { client_id } = await createdCreate({ events: ['bot_postback'] });
  await service.env.db.query('UPDATE bots SET gone_at = 1 WHERE client_id = $1', [client_id]);
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (as) =>
    post(`${bots}/${client_id}`, { webhook_url: 'https://bot.example/new' }, as),
  );
  const changed = (await post(`${bots}/${client_id}`, { name: 'Changed' }, token)).body.data;
  assert.deepEqual(
    [changed.name, changed.webhook_url, changed.events, changed.gone],
    ['Changed', 'https://bot.example/new', ['bot_postback'], false],
  );
  assert.equal((await post(`${bots}/${client_id}`, { events: null }, token)).body.data.events, null);
  assert.equal((await post(`${bots}/${client_id}`, { webhook_url: '' }, token)).body.data.webhook_url, '');
  assert.equal((await post(`${bots}/${client_id}`, {}, token)).status, 400);
  const app = await service.make.client({ partnerId: admins.partner.id });
  const foreign = await service.make.client({ partnerId: admins.users.otherPartnerAdmin.partnerId });
  for (const id of [app.id, foreign.id, 'C0000000000000000000000']) {
    assert.equal((await post(`${bots}/${id}`, { name: 'x' }, token)).status, 404);
    for (const secret of ['client', 'webhook'])
      assert.equal((await post(`${bots}/${id}/rotate`, { secret }, token)).status, 404);
  }
});

test('[DELIV-4] after 410, a new name starts no deliveries, and setting the address does', async () => {
  const { client_id } = await createdCreate({ webhook_url: 'https://bot.example/hook' });
  await service.env.db.query('UPDATE bots SET gone_at = 1 WHERE client_id = $1', [client_id]);
  const isGoneAfter = async (change: object) =>
    (await post(`${bots}/${client_id}`, change, token)).body.data.gone;
  assert.equal(await isGoneAfter({ name: 'Renamed' }), true);
  assert.equal(await isGoneAfter({ webhook_url: 'https://bot.example/hook' }), false);
});

test('[BOT-7] the users of a bot app take its new name and picture', async () => {
  const { client_id } = await createdCreate();
  const { bot } = admins.users;
  await service.env.db.query('INSERT INTO org_bots (org_id, client_id, user_id) VALUES ($1, $2, $3)', [
    admins.orgId,
    client_id,
    bot.id,
  ]);
  await post(`${bots}/${client_id}`, { name: 'Other', picture_url: 'https://bot.example/b.png' }, token);
  const [row] = await service.env.db.query('SELECT name, picture_url FROM users WHERE id = $1', [bot.id]);
  assert.deepEqual({ ...row }, { name: 'Other', picture_url: 'https://bot.example/b.png' });
});

test('[BOT-7] [ORG-8] either secret is replaced; the webhook’s with a day in which both sign', async () => {
  const first = await createdCreate();
  const path = `${bots}/${first.client_id}/rotate`;
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (as) =>
    post(path, { secret: 'client' }, as),
  );
  const { client_secret, webhook_secret: none } = (await post(path, { secret: 'client' }, token)).body.data;
  assert.equal(none, undefined);
  assert.notEqual(client_secret, first.client_secret);
  const { webhook_secret, old_secret_until } = (await post(path, { secret: 'webhook' }, token)).body.data;
  assert.ok(Math.abs(old_secret_until - service.clock.now() - 86_400_000) < 5_000);
  assert.deepEqual(await sealed(first.client_id), {
    secret_sealed: client_secret,
    old_secret_sealed: null,
    webhook_secret_sealed: webhook_secret,
    old_webhook_secret_sealed: first.webhook_secret,
  });
  await post(path, { secret: 'webhook', grace_seconds: 0 }, token);
  assert.equal((await sealed(first.client_id)).old_webhook_secret_sealed, null);
  expectRefusal(await post(path, { secret: 'both' }, token), 400, 'secret');
});
