import assert from 'node:assert/strict';
import { type Answer, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test, vi } from 'vitest';

const CALLS = 20;
const LINK_CALLS = 12;
const TOKEN_CALLS = 8;
const REFUSED_TOKEN_CALLS = 3;

let service: TestService;
beforeAll(async () => {
  service = await startService({
    config: {
      callsPerMinute: CALLS,
      linkCallsPerMinute: LINK_CALLS,
      tokenCallsPerMinute: TOKEN_CALLS,
      failedTokenCallsPerMinute: REFUSED_TOKEN_CALLS,
      trustProxy: 1,
    },
  });
});
afterAll(() => service.close());

let lastAddress = 0;
const newAddress = () => `203.0.113.${++lastAddress}`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const getMe = (user: CreatedUser, headers: Record<string, string> = {}) =>
  service.call('GET', '/me', { token: user.token, headers });

function assert429(answer: Answer, limit: number): void {
  assert.equal(answer.status, 429, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'RESPONSE_ERROR_TOO_MANY_REQUESTS');
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  const wait = Number(answer.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60);
  assertLimitHeaders(answer, limit, 0);
}

function assertLimitHeaders(answer: Answer, limit: number, remaining: number): void {
  assert.equal(answer.headers.get('ratelimit-limit'), String(limit));
  assert.equal(answer.headers.get('ratelimit-remaining'), String(remaining));
  const reset = Number(answer.headers.get('ratelimit-reset'));
  assert.ok(Number.isInteger(reset) && reset >= 1 && reset <= 60);
}

test('[LIMIT-4] [LIMIT-5] [LIMIT-1] [ERR-9] a client and user may make so many calls a minute, told in every answer', async () => {
  const user = await service.make.user();
  for (let call = 1; call <= CALLS; call++) {
    const answer = call % 2 ? await getMe(user) : await service.call('GET', '/Bshort', { token: user.token });
    assert.equal(answer.status, call % 2 ? 200 : 400);
    assertLimitHeaders(answer, CALLS, CALLS - call);
  }
  assert429(await getMe(user), CALLS);
  assert429(await service.call('GET', '/me', { token: user.readToken }), CALLS);
});

test('[LIMIT-7] one over the limit changes nothing for another, and no other spelling or address helps', async () => {
  const [loud, quiet] = [await service.make.user(), await service.make.user()];
  for (let call = 0; call < CALLS; call++) await getMe(loud);
  for (const authorization of [`bearer ${loud.token}`, `BEARER  ${loud.token}  `]) {
    assert429(await service.call('GET', '/me', { headers: { authorization } }), CALLS);
  }
  assert429(await service.call('GET', `/me?access_token=${loud.token}`), CALLS);
  assert429(await getMe(loud, from(newAddress())), CALLS);
  assert.equal((await getMe(quiet)).status, 200);
});

test('[LIMIT-4] calls that scope `read` refuses are counted too', async () => {
  const user = await service.make.user();
  const write = () => service.call('POST', '/me/binders', { token: user.readToken, json: { name: 'x' } });
  for (let call = 0; call < CALLS; call++) assert.equal((await write()).status, 403);
  assert429(await write(), CALLS);
});

test('[LIMIT-4] [LIMIT-7] an address that tries out tokens is limited, however they vary, and costs no more queries', async () => {
  const headers = from(newAddress());
  const knownUser = await service.make.user();
  assert.equal((await getMe(knownUser, headers)).status, 200);
  for (let call = 1; call <= CALLS; call++) {
    const answer = await service.call('GET', '/me', { token: `guess-${call}`, headers });
    assert.equal(answer.status, 401);
    assertLimitHeaders(answer, CALLS, CALLS - call);
  }
  const spy = vi.spyOn(service.env.db, 'query');
  assert429(await service.call('GET', '/me', { token: 'guess', headers }), CALLS);
  assert429(await service.call('GET', '/me?access_token=other-guess', { headers }), CALLS);
  assert.equal(spy.mock.calls.length, 0);
  spy.mockRestore();
  assert.equal((await getMe(knownUser, headers)).status, 200);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
  assert.equal((await getMe(knownUser, headers)).status, 200);
  vi.restoreAllMocks();
  assert.equal(
    (await service.call('GET', '/me', { token: 'guess', headers: from(newAddress()) })).status,
    401,
  );
});

test('[LIMIT-4] calls without a token are counted by address', async () => {
  const headers = from(newAddress());
  const revoke = () => service.call('POST', '/oauth/revoke', { form: { access_token: 'x' }, headers });
  for (let call = 1; call <= CALLS; call++) assertLimitHeaders(await revoke(), CALLS, CALLS - call);
  const refused = await revoke();
  assert429(refused, CALLS);
  assert.equal(refused.body.error, 'temporarily_unavailable');
  const missing = from(newAddress());
  for (let call = 0; call < CALLS; call++) {
    assert.equal((await service.call('GET', '/me', { headers: missing })).status, 401);
  }
  assert429(await service.call('GET', '/me', { headers: missing }), CALLS);
});

test('[LIMIT-11] signed links are limited by address, with and without the base address and a right signature, and count for themselves', async () => {
  const owner = await service.make.user();
  const binderId = await service.make.binder(owner);
  const whiteboard = { token: owner.token, json: { type: 'whiteboard' } };
  await service.call('POST', `/${binderId}/pages`, whiteboard);
  const list = await service.call('GET', `/${binderId}/pages`, { token: owner.token });
  const [{ thumbnail_uri: link }] = list.body.data.pages;
  const address = newAddress();
  const load = (path: string, caller = address) => fetch(service.origin + path, { headers: from(caller) });
  const forged = link.replace(/signature=.{4}/, 'signature=aaaa');
  const paths = [link, `/v1${link}`, forged, `/board/production/x/${'1'.repeat(30)}/thumbnail`];
  for (let call = 0; call < LINK_CALLS; call++) {
    const answer = await load(paths[call % 4] ?? '');
    assert.equal(answer.status, [200, 200, 403, 400][call % 4]);
    assert.equal(answer.headers.get('ratelimit-remaining'), String(LINK_CALLS - call - 1));
  }
  for (const path of paths) {
    const refused = await load(path);
    assert429(
      { ...refused, status: refused.status, headers: refused.headers, body: await refused.json() } as never,
      LINK_CALLS,
    );
  }
  assert.equal((await load(link, newAddress())).status, 200, 'another address goes on');
  const missing = await service.call('GET', '/me', { headers: from(address) });
  assertLimitHeaders(missing, CALLS, CALLS - 1);
  assert.equal((await getMe(owner, from(address))).status, 200, 'and so do calls of the API');
});

async function tokenCaller(address: string) {
  const partner = await service.make.partner();
  const client = await service.make.client({ partnerId: partner.id });
  const call = (fields: Record<string, string> = {}, headers = from(address)) =>
    service.call('POST', '/oauth/token', {
      headers,
      form: {
        client_id: client.id,
        client_secret: client.secret,
        grant_type: 'http://www.service.com/auth_uniqueid',
        uniqueid: 'u',
        timestamp: String(service.clock.now()),
        ...fields,
      },
    });
  return { client, call };
}

test('[LIMIT-8] [LIMIT-5] token calls are limited for each client and address', async () => {
  const address = newAddress();
  const { call } = await tokenCaller(address);
  for (let number = 1; number <= TOKEN_CALLS; number++) {
    const answer = await call();
    assert.equal(answer.status, 200);
    assertLimitHeaders(answer, TOKEN_CALLS, TOKEN_CALLS - number);
  }
  const refused = await call();
  assert429(refused, TOKEN_CALLS);
  assert.equal(refused.body.error, 'temporarily_unavailable');
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  assert.equal((await (await tokenCaller(address)).call()).status, 200);
  assert.equal((await call({}, from(newAddress()))).status, 200);
});

test('[LIMIT-8] refused token calls are limited more strictly, and then even the right secret is not looked at', async () => {
  const address = newAddress();
  const { client, call } = await tokenCaller(address);
  for (let guess = 1; guess <= REFUSED_TOKEN_CALLS; guess++) {
    const answer = await call({ client_secret: `guess-${guess}` });
    assert.equal(answer.status, 401);
  }
  assert429(await call({ client_secret: 'guess' }), REFUSED_TOKEN_CALLS);
  assert429(await call(), REFUSED_TOKEN_CALLS);
  const { call: other } = await tokenCaller(address);
  assert.equal((await other()).status, 200);
  const query = new URLSearchParams({
    client_id: client.id,
    client_secret: 'guess',
    grant_type: 'refresh_token',
  });
  const inQuery = await service.call('POST', `/oauth/token?${query}`, { headers: from(address) });
  assert429(inQuery, REFUSED_TOKEN_CALLS);
  assert429(await call({ client_secret: 'guess' }, from(`10.0.0.1, ${address}`)), REFUSED_TOKEN_CALLS);
  assert.equal((await call({}, from(newAddress()))).status, 200);
});

test('[LIMIT-8] whoever varies client_id runs into the limit of the address', async () => {
  const headers = from(newAddress());
  const { call } = await tokenCaller('unused');
  for (let guess = 0; guess < CALLS; guess++) {
    assert.equal((await call({ client_id: `C${guess}`, client_secret: 'x' }, headers)).status, 401);
  }
  assert429(await call({ client_id: 'Cother', client_secret: 'x' }, headers), CALLS);
});

test('[LIMIT-7] of X-Forwarded-For, only what the trusted proxy added counts', async () => {
  const address = newAddress();
  for (let call = 0; call < CALLS; call++) {
    const spoofed = from(`198.51.100.${call}, ${address}`);
    assert.equal(
      (await service.call('GET', '/me', { token: `guess-${call}`, headers: spoofed })).status,
      401,
    );
  }
  const next = from(`198.51.100.99, 198.51.100.98, ${address}`);
  assert429(await service.call('GET', '/me', { token: 'guess', headers: next }), CALLS);
});
