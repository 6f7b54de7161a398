import assert from 'node:assert/strict';
import type { Answer, Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let base: string;
beforeAll(async () => {
  cast = await service.make.cast();
  base = `/${cast.binderId}`;
});

const get = (path: string, token = cast.owner.token) => service.call('GET', path, { token });

const fetchAs = (token: string, method: string, path: string) =>
  fetch(service.base + path, { method, headers: { authorization: `Bearer ${token}` } });

function assertRefusal(answer: Answer, status: number, code: string, path?: string): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  assert.ok(answer.body.message.length > 0);
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  assert.match(answer.body.request_id, /^req_[0-9a-f]{24}$/);
  if (path !== undefined) assert.equal(answer.body.errors[0].path, path);
}

const INVALID = 'RESPONSE_ERROR_INVALID_REQUEST';

test('[HTTP-1] [VER-1] the API answers under /v1/, and no other version', async () => {
  assert.equal(service.env.baseUrl(), `${service.origin}/v1/`);
  assert.equal((await get('/me')).status, 200);
  for (const path of ['/v2/me', '/V1/me', '/api/v1/me']) {
    const answer = await fetch(service.origin + path, {
      headers: { authorization: `Bearer ${cast.owner.token}` },
    });
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { code: string }).code, INVALID);
  }
});

test('[HTTP-22] a caller cannot choose the request id', async () => {
  const headers = { 'x-request-id': 'req_mine', 'request-id': 'req_mine' };
  const answer = await service.call('GET', '/me', { token: cast.owner.token, headers });
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{24}$/);
});

test('[ERR-1] [ERR-13] an error has status, code, words and the request id', async () => {
  assertRefusal(await get('/Bshort'), 400, INVALID, 'binder_id');
  assertRefusal(await service.call('GET', '/me', { token: 'unknown' }), 401, 'RESPONSE_ERROR_INVALID_TOKEN');
  assertRefusal(await get(base, cast.sameOrg.token), 403, 'RESPONSE_ERROR_PERMISSION');
});

test('HEAD answers as GET does, without a body', async () => {
  const matchingAnswer = await fetchAs(cast.owner.token, 'HEAD', '/me');
  assert.equal(matchingAnswer.status, 200);
  assert.equal(matchingAnswer.headers.get('content-length'), String((await get('/me')).bytes.length));
  assert.equal(await matchingAnswer.text(), '');
  assert.equal((await fetchAs(cast.owner.readToken, 'HEAD', '/me')).status, 200);
  const refused = await fetchAs('unknown', 'HEAD', '/me');
  assert.equal(refused.status, 401);
  assert.ok(refused.headers.get('x-request-id'));
  assert.equal((await fetchAs(cast.owner.token, 'HEAD', '/nothing')).status, 400);
});
