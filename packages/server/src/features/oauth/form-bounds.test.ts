import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';

const MEBIBYTE = 1024 * 1024;

function post(path: string, body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`${service.origin}${path}`, { method: 'POST', headers, body });
}

const forms: [path: string, maxBytes: number][] = [
  ['/v1/oauth/token', 300_000],
  ['/v1/oauth/revoke', 16 * 1024],
  ['/v1/saml/acs', 300_000],
  ['/v1/oauth/authorize', 64 * 1024],
  ['/sign-in', 64 * 1024],
  ['/sign-out', 64 * 1024],
  ['/password', 64 * 1024],
  ['/forgotten-password', 64 * 1024],
  ['/reset-password', 64 * 1024],
  ['/setup', 64 * 1024],
];

for (const [path, maxBytes] of forms) {
  test(`[LIMIT-13] a form that is too large is not read: ${path}`, async () => {
    const { status } = await post(path, 'a'.repeat(maxBytes + 1));
    assert.equal(status, 413);
  });

  test(`[LIMIT-13] a form of many fields is not taken apart: ${path}`, async () => {
    const many = 'a&'.repeat(maxBytes / 2);
    const before = process.threadCpuUsage();
    const count = 10;
    for (let turn = 0; turn < count; turn++) {
      const answer = await post(path, many);
      assert.ok([400, 403].includes(answer.status), `${answer.status}`);
      await answer.text();
    }
    const { user, system } = process.threadCpuUsage(before);
    const cost = (user + system) / 1000 / count;
    assert.ok(cost < 20, `${cost} ms each, for client and server together`);
  });
}

test('[LIMIT-13] what was 215 ms for a mebibyte of short pairs is refused by its size', async () => {
  const pairs = Array.from({ length: 150_000 }, (_, index) => `${index.toString(36)}=1`).join('&');
  assert.ok(pairs.length > MEBIBYTE * 0.8);
  for (const path of ['/v1/oauth/token', '/v1/oauth/revoke']) {
    const answer = await post(path, pairs);
    assert.equal(answer.status, 413);
    assert.equal(((await answer.json()) as { error: string }).error, 'invalid_request');
  }
});

test('[LIMIT-13] JSON in the place of a form has the same bounds', async () => {
  const send = (fields: number, path = '/v1/oauth/token') =>
    fetch(`${service.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        Object.fromEntries(Array.from({ length: fields }, (_, index) => [`k${index}`, 1])),
      ),
    });
  assert.match(await (await send(101)).text(), /more than 100 fields/);
  assert.match(await (await send(100)).text(), /is required/);
  assert.equal((await send(70_000)).status, 413);
  assert.equal((await send(3_000, '/v1/oauth/revoke')).status, 413);
});
