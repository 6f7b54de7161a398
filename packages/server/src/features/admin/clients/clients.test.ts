import assert from 'node:assert/strict';
import { type ClientTextId, clientTexts } from '@ringbinder/protocol/client-texts.ts';
import { expectRefusal, followCursor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type Admins, createAdmins, notTheOrg, notThePartner } from '../../orgs/testing/admins.ts';

let service: TestService;
let admins: Admins;
let clients: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  admins = await createAdmins(service);
  clients = `/partners/${admins.partner.id}/clients`;
  token = admins.users.partnerAdmin.token;
});
afterAll(() => service.close());

const uniqueId = 'http://www.service.com/auth_uniqueid';
const get = (path: string, as?: string) => service.call('GET', path, as === undefined ? {} : { token: as });
const post = (path: string, json: unknown, as?: string, headers = {}) =>
  service.call('POST', path, { json, headers, ...(as === undefined ? {} : { token: as }) });
const create = async (json: object = {}) => {
  const answer = await post(clients, { name: 'App', grants: [uniqueId], ...json }, token);
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data;
};
const signIn = (client_id: string, client_secret: string) =>
  service.call('POST', '/oauth/token', {
    form: {
      grant_type: uniqueId,
      client_id,
      client_secret,
      uniqueid: 'signed-in',
      timestamp: String(service.clock.now()),
    },
  });

test('[ORG-5] [ORG-8] an admin of the partner registers a client, and nobody else', async () => {
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (as) =>
    post(clients, { name: 'App' }, as),
  );
  const { client_id, client_secret, created_time, ...rest } = await create({
    name: 'My app',
    redirect_uris: ['https://app.example.com/cb', 'com.example.app:/cb'],
    origins: ['https://app.example.com'],
    org_id: admins.orgId,
    scope: 'read',
  });
  assert.match(client_id, /^C[0-9A-Za-z]{22}$/);
  assert.ok(created_time > 0);
  assert.deepEqual(rest, {
    name: 'My app',
    org_id: admins.orgId,
    redirect_uris: ['https://app.example.com/cb', 'com.example.app:/cb'],
    origins: ['https://app.example.com'],
    grants: [uniqueId],
    scope: 'read',
    public: false,
    trusted: false,
    disabled: false,
    texts: {},
  });
  const signedIn = await signIn(client_id, client_secret);
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.scope, 'read');
});

test('[ORG-5] a wrong field of a client is named', async () => {
  for (const [json, status, path] of [
    [{ name: '' }, 400, 'name'],
    [{ redirect_uris: ['https://a.example/', '/relative'] }, 400, 'redirect_uris[1]'],
    [{ redirect_uris: ['https://a.example/', 'https://a.example/'] }, 400, 'redirect_uris[1]'],
    [{ origins: ['https://a.example/'] }, 400, 'origins[0]'],
    [{ grants: ['password'] }, 400, 'grants[0]'],
    [{ scope: 'write' }, 400, 'scope'],
    [{ org_id: admins.users.otherPartnerAdmin.orgId }, 404, 'org_id'],
    [{ org_id: 'O0000000000000000000000' }, 404, 'org_id'],
  ] as const)
    expectRefusal(await post(clients, { name: 'x', ...json }, token), status, path);
});

test('[ORG-5] [ORG-22] the secret is shown once, and stored sealed, with an Idempotency-Key too', async () => {
  const headers = { 'idempotency-key': 'client-once' };
  const first = await post(clients, { name: 'Once' }, token, headers);
  const again = await post(clients, { name: 'Once' }, token, headers);
  assert.deepEqual(again.body, first.body);
  const { client_id, client_secret } = first.body.data;
  assert.ok(client_secret.length >= 43);
  const listed = await get(`${clients}?q=once`, token);
  assert.equal(listed.body.data.clients[0].client_id, client_id);
  assert.ok(!JSON.stringify(listed.body).includes(client_secret));
  for (const table of ['clients', 'idempotency_keys', 'audit_entries']) {
    const rows = await service.env.db.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`);
    assert.ok(rows.length > 0);
    const written = [client_secret, Buffer.from(client_secret).toString('base64')];
    assert.ok(!rows.some(({ text }) => written.some((each) => text.includes(each))), table);
  }
});

test('[ORG-6] [ORG-8] a rotated secret ends the old one at once', async () => {
  const { client_id, client_secret } = await create();
  const path = `${clients}/${client_id}/rotate`;
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (as) => post(path, {}, as));
  const { body } = await post(path, {}, token);
  assert.deepEqual(Object.keys(body.data).sort(), ['client_id', 'client_secret']);
  assert.equal((await signIn(client_id, client_secret)).status, 401);
  assert.equal((await signIn(client_id, body.data.client_secret)).status, 200);
});

test('[ORG-6] with grace_seconds the old secret goes on for as long, and the one before it ends', async () => {
  const { client_id, client_secret: first } = await create();
  const rotate = async () =>
    (await post(`${clients}/${client_id}/rotate`, { grace_seconds: 60 }, token)).body.data;
  const { client_secret: second, old_secret_until: until } = await rotate();
  assert.ok(Math.abs(until - service.clock.now() - 60_000) < 5_000);
  assert.equal((await signIn(client_id, first)).status, 200);
  assert.equal((await signIn(client_id, second)).status, 200);
  const { client_secret: third } = await rotate();
  assert.equal((await signIn(client_id, first)).status, 401);
  assert.equal((await signIn(client_id, second)).status, 200);
  service.clock.advance(61_000);
  assert.equal((await signIn(client_id, second)).status, 401);
  assert.equal((await signIn(client_id, third)).status, 200);
  expectRefusal(
    await post(`${clients}/${client_id}/rotate`, { grace_seconds: 604_801 }, token),
    400,
    'grace_seconds',
  );
});

test('[ORG-18] [ORG-8] clients are listed in pages, found and changed; what is not given stays', async () => {
  for (const name of ['Paged one', 'paged two', 'Paged three']) await create({ name });
  const names = [];
  for await (const page of followCursor((cursor) => get(`${clients}?q=PAGED&limit=2${cursor}`, token)))
    names.push(page.clients.map((client: { name: string }) => client.name));
  assert.deepEqual(names, [['Paged one', 'Paged three'], ['paged two']]);
  await admins.check(
    { ...notThePartner, partnerAdmin: 200, reader: 200 },
    (as) => get(clients, as),
    'partnerAdmin',
  );
  const { client_id } = await create({ origins: ['https://a.example'] });
  await admins.check({ ...notThePartner, partnerAdmin: 200, reader: 403 }, (as) =>
    post(`${clients}/${client_id}`, { redirect_uris: ['https://b.example/cb'], trusted: true }, as),
  );
  const { body } = await post(`${clients}/${client_id}`, { name: 'Changed' }, token);
  const { name, origins, redirect_uris, trusted } = body.data;
  assert.deepEqual(
    { name, origins, redirect_uris, trusted },
    {
      name: 'Changed',
      origins: ['https://a.example'],
      redirect_uris: ['https://b.example/cb'],
      trusted: true,
    },
  );
  expectRefusal(
    await post(`${clients}/${client_id}`, { redirect_uris: ['http://b.example'] }, token),
    400,
    'redirect_uris[0]',
  );
  assert.equal((await post(`${clients}/${client_id}`, {}, token)).status, 400);
});

test('[ORG-18] a client of another partner is not there, nor is a bot app among the clients', async () => {
  const foreign = await service.make.client({ partnerId: admins.users.otherPartnerAdmin.partnerId });
  const bot = (await post(`/partners/${admins.partner.id}/bots`, { name: 'Bot' }, token)).body.data;
  for (const id of [foreign.id, bot.client_id, 'C0000000000000000000000']) {
    assert.equal((await post(`${clients}/${id}`, { name: 'Mine' }, token)).status, 404, id);
    assert.equal((await post(`${clients}/${id}/rotate`, {}, token)).status, 404, id);
  }
  const listed = (await get(clients, token)).body.data.clients;
  assert.ok(
    !listed.some((client: { client_id: string }) => [foreign.id, bot.client_id].includes(client.client_id)),
  );
});

test('[ORG-19] [ORG-8] an org trusts clients that serve it', async () => {
  const { client_id } = await create({ name: 'To trust' });
  const elsewhere = await create({ name: 'To trust elsewhere', org_id: admins.otherOrgId });
  const path = `/orgs/${admins.orgId}/clients`;
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 403 }, (as) =>
    post(`${path}/${client_id}`, { trusted: true }, as),
  );
  const admin = admins.users.orgAdmin.token;
  assert.equal((await post(`${path}/${elsewhere.client_id}`, { trusted: true }, admin)).status, 404);
  const listed = async () => (await get(`${path}?q=to%20trust`, admin)).body.data.clients;
  assert.deepEqual(await listed(), [
    { client_id, name: 'To trust', trusted: true, trusted_by_partner: false },
  ]);
  await post(`${path}/${client_id}`, { trusted: false }, admin);
  assert.equal((await listed())[0].trusted, false);
  await admins.check({ ...notTheOrg, partnerAdmin: 200, orgAdmin: 200, reader: 200 }, (as) => get(path, as));
});

test('[ORG-31] [ORG-6] lowering the scope of a client takes the writing from its live tokens, at once', async () => {
  const client = await service.make.client({ partnerId: admins.partner.id });
  const person = await service.make.user({ partner: admins.partner, client });
  const write = () => service.call('POST', '/me', { token: person.token, json: { first_name: 'W' } });
  assert.equal((await write()).status, 200);
  const scope = (scope: string) => post(`${clients}/${client.id}`, { scope }, token);
  assert.equal((await scope('read')).status, 200);
  assert.equal((await write()).status, 403);
  assert.equal((await get('/me', person.token)).status, 200, 'it reads on');
  assert.equal((await scope('read write')).status, 200);
  assert.equal((await write()).status, 200);
});

test('[SDK-69] [SDK-70] a client has texts of its own, which replace the previous ones', async () => {
  const { client_id } = await create({ texts: { 'approvals.title': { en: 'Requests' } } });
  const path = `${clients}/${client_id}`;
  const texts = {
    'approvals.title': { en: 'Requests', de: 'Anfragen' },
    'members.title': { 'zh-tw': '客戶' },
  };
  const changed = await post(path, { texts }, token);
  assert.deepEqual(changed.body.data.texts, texts);
  assert.deepEqual((await post(path, { name: 'Other' }, token)).body.data.texts, texts);
  assert.deepEqual((await post(path, { texts: {} }, token)).body.data.texts, {});
});

test('[LANG-28] [LANG-29] each word of the list can be replaced, and modules get it by its messages', async () => {
  const all = Object.keys(clientTexts) as ClientTextId[];
  const texts = Object.fromEntries(all.map((id) => [id, { en: `Our ${id}`, ja: '私たちの言葉' }]));
  const { client_id, client_secret } = await create({ texts, org_id: admins.orgId });
  const signedIn = await signIn(client_id, client_secret);
  const own = await get(`/embed/me?client_id=${client_id}`, signedIn.body.access_token);
  assert.equal(own.status, 200, own.body.message);
  assert.deepEqual(
    own.body.data.texts,
    Object.fromEntries(all.flatMap((id) => clientTexts[id].map((message) => [message, texts[id]]))),
  );
  assert.ok((await post(`${clients}/${client_id}`, { texts: {} }, token)).status === 200);
  const later = await get(`/embed/me?client_id=${client_id}`, signedIn.body.access_token);
  assert.deepEqual(later.body.data.texts, {}, 'the change is visible at once');
});

test('[SDK-70] texts with an unknown id or language, too long or with markup are refused by their id', async () => {
  const { client_id } = await create();
  const cases: [texts: unknown, named: string][] = [
    [{ 'approvals.name': { en: 'Requests' } }, 'texts.approvals.name'],
    [{ constructor: { en: 'Requests' } }, 'texts.constructor'],
    [{ 'binder.sections.chat': { en: 'Talk' } }, 'texts.binder.sections.chat'],
    [{ 'approval.new': { en: 'a&b' } }, 'texts.approval.new.en'],
    [{ 'approval.new': { constructor: 'x' } }, 'texts.approval.new.constructor'],
    [{ 'approval.new': { en: 7 } }, 'texts'],
    [{ 'chat.title': { en: '\u200b' } }, 'texts.chat.title.en'],
    [{ 'chat.title': { en: '\u202eTalk' } }, 'texts.chat.title.en'],
    [{ 'approvals.title': { 'en-GB': 'Requests' } }, 'texts.approvals.title.en-GB'],
    [{ 'approvals.title': { en: 'x'.repeat(41) } }, 'texts.approvals.title.en'],
    [{ 'approvals.title': { en: '  ' } }, 'texts.approvals.title.en'],
    [{ 'approvals.title': { en: '<b>Requests</b>' } }, 'texts.approvals.title.en'],
    [{ 'approvals.title': { de: 'Zwei\nZeilen' } }, 'texts.approvals.title.de'],
    [{ 'approvals.title': 'Requests' }, 'texts'],
  ];
  for (const [texts, named] of cases) {
    const answer = await post(`${clients}/${client_id}`, { name: 'Changed', texts }, token);
    assert.equal(answer.status, 400, named);
    assert.ok(answer.body.message.includes(named), answer.body.message);
  }
  const { body } = await get(`${clients}?limit=1000`, token);
  const client = body.data.clients.find((each: { client_id: string }) => each.client_id === client_id);
  assert.deepEqual([client.name, client.texts], ['App', {}]);
});
