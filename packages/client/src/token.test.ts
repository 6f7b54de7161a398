import assert from 'node:assert/strict';
import { test } from 'vitest';
import { getToken, tokenSource } from './token.ts';

const MINUTE = 60_000;

function startSource(lifetimeMs: number) {
  let count = 0;
  const source = tokenSource(async () => {
    count++;
    return { accessToken: `T${count}`, expiresAt: Date.now() + lifetimeMs, scope: 'read' };
  });
  return { source, count: () => count };
}

test('[CONF-3] calls at the same time share one request for a token', async () => {
  const { source, count } = startSource(10 * MINUTE);
  assert.deepEqual(await Promise.all([source(), source(), source()]), ['T1', 'T1', 'T1']);
  assert.equal(await source(), 'T1');
  assert.equal(count(), 1);
});

test('[CONF-3] calls that are refused together renew the token once, and one that is late does not renew it again', async () => {
  const { source, count } = startSource(10 * MINUTE);
  await source();
  assert.deepEqual(await Promise.all([source('T1'), source('T1'), source()]), ['T2', 'T2', 'T2']);
  assert.equal(await source('T1'), 'T2');
  assert.equal(count(), 2);
});

test('[CONF-3] a token is renewed a minute before it ends', async () => {
  assert.equal(await twice(MINUTE - 1_000), 2);
  assert.equal(await twice(MINUTE + 5_000), 1);
  async function twice(lifetimeMs: number) {
    const { source, count } = startSource(lifetimeMs);
    await source();
    await source();
    return count();
  }
});

test('[CONF-3] a request that failed is made again by the next call', async () => {
  let count = 0;
  const source = tokenSource(async () => {
    if (count++ === 0) throw new Error('no network');
    return { accessToken: 'T2', expiresAt: Date.now() + 10 * MINUTE, scope: 'read' };
  });
  await assert.rejects(source(), /no network/);
  assert.equal(await source(), 'T2');
});

test('[CONF-3] the grant carries what it is given and nothing else, and knows when the token ends', async () => {
  const forms: URLSearchParams[] = [];
  const urls: string[] = [];
  const send = (async (url: string, { body }: { body: URLSearchParams }) => {
    urls.push(url);
    forms.push(body);
    return Response.json({ access_token: 'T', expires_in: 90, scope: 'read' });
  }) as unknown as typeof fetch;
  const before = Date.now();
  const token = await getToken(
    'http://fake.test/v1//',
    { clientId: 'c', clientSecret: 's', uniqueId: 'u', orgId: 'o', lastName: 'l', scope: 'read' },
    send,
  );
  assert.deepEqual(urls, ['http://fake.test/v1/oauth/token']);
  const { timestamp, ...sent } = Object.fromEntries(forms[0] ?? []);
  assert.deepEqual(sent, {
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: 'c',
    client_secret: 's',
    uniqueid: 'u',
    orgid: 'o',
    lastname: 'l',
    scope: 'read',
  });
  assert.match(timestamp ?? '', /^\d{13}$/);
  assert.deepEqual([token.accessToken, token.scope], ['T', 'read']);
  assert.ok(token.expiresAt >= before + 90_000 && token.expiresAt <= Date.now() + 90_000);
});

test('[CONF-3] a grant that is refused, or answered by a proxy, is an error with its status', async () => {
  const answers = [
    [Response.json({ code: 'RESPONSE_ERROR_PERMISSION', message: 'no' }, { status: 403 }), 403, 'no'],
    [new Response('<html>', { status: 502 }), 502, 'the server responded with 502'],
    [new Response('<html>', { status: 200 }), 200, 'the server responded with 200'],
  ] as const;
  for (const [answer, status, message] of answers) {
    const grant = { clientId: 'c', clientSecret: 's', uniqueId: 'u' };
    await assert.rejects(
      getToken('http://fake.test/v1', grant, async () => answer),
      { name: 'RingbinderError', status, message },
    );
  }
});
