import assert from 'node:assert/strict';
import { startService, type TestService, uploadFile } from '@ringbinder/testkit';
import { createFactory } from '@ringbinder/testkit/factory.ts';
import { afterAll, beforeAll, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'] });
});
afterAll(() => service.close());

async function call(path: string, token: string, json?: unknown) {
  const answer = await fetch(service.origin + path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body.
  return { status: answer.status, body: (await answer.json()) as any };
}

test('[HTTP-2] [VER-1] the sandbox answers under /sandbox/v1/', async () => {
  const { sandbox } = service.environments;
  assert.ok(sandbox);
  assert.equal(sandbox.baseUrl(), `${service.origin}/sandbox/v1/`);
  const user = await createFactory(sandbox).user();
  assert.equal((await call('/sandbox/v1/me', user.token)).body.data.id, user.id);
});

test('[HTTP-3] a token, client, binder or file of one environment is unknown in the other', async () => {
  const { production, sandbox } = service.environments;
  assert.ok(production && sandbox);
  const here = createFactory(production);
  const there = createFactory(sandbox);
  for (const [own, other, make, makeOther] of [
    ['/v1', '/sandbox/v1', here, there],
    ['/sandbox/v1', '/v1', there, here],
  ] as const) {
    const user = await make.user();
    const otherPartner = await makeOther.user();
    const binderId = await make.binder(user);
    assert.equal((await call(`${own}/${binderId}`, user.token)).status, 200);
    assert.equal((await call(`${other}/${binderId}`, user.token)).status, 401);
    assert.equal((await call(`${other}/${binderId}`, otherPartner.token)).status, 404);
    const invited = await call(`${own}/${binderId}/inviteuser`, user.token, {
      users: [{ user: { id: otherPartner.id } }],
    });
    assert.equal(invited.status, 404);
    const { id, secret } = await make.client({ partnerId: user.partnerId });
    const form = new URLSearchParams({
      client_id: id,
      client_secret: secret,
      grant_type: 'http://www.service.com/auth_uniqueid',
      uniqueid: 'u',
      timestamp: String(service.clock.now()),
    });
    const ask = (base: string) =>
      fetch(`${service.origin}${base}/oauth/token`, { method: 'POST', body: form });
    assert.equal((await ask(own)).status, 200);
    assert.equal((await ask(other)).status, 401);
  }
  assert.notEqual(production.secrets.fingerprint, sandbox.secrets.fingerprint);
});

test('[HTTP-3] a file and its links of one environment are unknown in the other', async () => {
  const { production } = service.environments;
  assert.ok(production);
  const user = await service.make.user();
  const binderId = await service.make.binder(user);
  const { pages } = await uploadFile(service, { binderId, token: user.token }, 'only here', 'here.txt');
  const link: string = pages[0].page_uri;
  assert.equal((await fetch(service.origin + link)).status, 200);
  const elsewhere = link.replace('/production/', '/sandbox/');
  assert.notEqual(elsewhere, link);
  assert.ok([403, 404].includes((await fetch(service.origin + elsewhere)).status));
});

test('[HTTP-3] a limit that is used up in one environment is untouched in the other', async () => {
  const small = await startService({
    environments: ['production', 'sandbox'],
    config: { callsPerMinute: 2 },
  });
  const statusOf = async (base: string) =>
    (await fetch(`${small.origin}${base}/me`, { headers: { authorization: 'Bearer guess' } })).status;
  assert.deepEqual([await statusOf('/v1'), await statusOf('/v1'), await statusOf('/v1')], [401, 401, 429]);
  assert.equal(await statusOf('/sandbox/v1'), 401);
  await small.close();
});
