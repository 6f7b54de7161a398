import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import type { CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type RawAnswer, sendRaw } from './testing/raw-http.ts';

let user: CreatedUser;
beforeAll(async () => {
  user = await service.make.user();
});

function assertRefusal(answer: RawAnswer | undefined, status: number, code: string): void {
  assert.ok(answer, 'there is no answer');
  assert.equal(answer.status, status);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
  const body = JSON.parse(answer.body);
  assert.equal(body.code, code);
  assert.ok(body.message.length > 0);
  assert.match(body.request_id, /^req_[0-9a-f]{24}$/);
  assert.equal(answer.headers['x-request-id'], body.request_id);
}

const INVALID = 'RESPONSE_ERROR_INVALID_REQUEST';
const head = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`;
const CLOSE = 'Connection: close';

for (const [what, text] of Object.entries({
  'no HTTP at all': 'hello\r\n\r\n',
  'an unknown version': head('GET / HTTP/9.9', 'Host: x'),
  'an unknown method': head('FETCH /v1/me HTTP/1.1', 'Host: x'),
  'a header without a colon': head('GET /v1/me HTTP/1.1', 'Host: x', 'nonsense'),
  'a NUL in a header': head('GET /v1/me HTTP/1.1', 'Host: x', 'X-A: a\0b'),
  'two lengths': `${head('POST /v1/me HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2')}ab`,
  'a length and chunks': head(
    'POST /v1/me HTTP/1.1',
    'Host: x',
    'Content-Length: 3',
    'Transfer-Encoding: chunked',
  ),
  'a broken chunk': `${head('POST /v1/oauth/token HTTP/1.1', 'Host: x', 'Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked')}zz\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
})) {
  test(`[ERR-2] [ERR-13] [HTTP-22] ${what} is 400 in the form of every error`, async () => {
    const [answer] = await sendRaw(service.origin, text);
    assertRefusal(answer, 400, INVALID);
  });
}

test('[ERR-8] [ERR-13] [ERR-22] [HTTP-22] headers that are too large are 413', async () => {
  const [answer] = await sendRaw(
    service.origin,
    head('GET /v1/me HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(100_000)}`),
  );
  assertRefusal(answer, 413, 'RESPONSE_ERROR_EXCEED_LIMIT');
  const { reason, params } = JSON.parse(answer?.body ?? '{}');
  assert.deepEqual([reason, params], ['too_large', {}]);
});

test('[TOKEN-12] a token call whose head is too large is 413 with `error` too', async () => {
  const line = `GET /v1/apps/token?client_id=${'a'.repeat(100_000)} HTTP/1.1`;
  const [answer] = await sendRaw(service.origin, head(line, 'Host: x'));
  assertRefusal(answer, 413, 'RESPONSE_ERROR_EXCEED_LIMIT');
  assert.equal(JSON.parse(answer?.body ?? '').error, 'invalid_request');
});

test('[ERR-13] what Node would answer in another form is answered in this one', async () => {
  const [withoutHost] = await sendRaw(service.origin, head('GET /v1/me HTTP/1.1', CLOSE));
  assertRefusal(withoutHost, 400, INVALID);
  const [connect] = await sendRaw(service.origin, head('CONNECT example.com:443 HTTP/1.1', 'Host: x'));
  assertRefusal(connect, 400, INVALID);
  const [expecting] = await sendRaw(
    service.origin,
    head('GET /v1/me HTTP/1.1', 'Host: x', 'Expect: tea', CLOSE, `Authorization: Bearer ${user.token}`),
  );
  assert.equal(expecting?.status, 200);
});

test('[ERR-14] [HTTP-22] every method that the path does not know is 400, also one that asks for an upgrade', async () => {
  const others = METHODS.filter((name) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT', 'POST'].includes(name));
  const answers = await Promise.all(
    others.map((name) => sendRaw(service.origin, head(`${name} /v1/me HTTP/1.1`, 'Host: x', CLOSE))),
  );
  assert.ok(answers.length > 20);
  for (const [answer] of answers) assertRefusal(answer, 400, INVALID);
  const upgrade = ['Host: x', 'Connection: Upgrade, close', 'Upgrade: websocket'];
  const [answer] = await sendRaw(service.origin, head('GET /v1/none HTTP/1.1', ...upgrade));
  assertRefusal(answer, 400, INVALID);
});

test('[ERR-14] [HTTP-22] a path that no router can read is 400', async () => {
  const paths = ['/v1/%', '/v1/%E0%A4%A', '/v1/%zz/messages', `/v1/${'a'.repeat(5000)}`, '/v1/%00', '*'];
  for (const path of [...paths, `/v1/${'B'.repeat(300)}/messages`, '/v1/me//binders', '/v1/..']) {
    const [answer] = await sendRaw(service.origin, head(`GET ${path} HTTP/1.1`, 'Host: x', CLOSE));
    assertRefusal(answer, 400, INVALID);
    assert.equal(answer?.headers['access-control-allow-origin'], '*', path);
  }
});

test('an address in absolute form is served', async () => {
  const line = 'GET http://example.com/v1/me HTTP/1.1';
  const [answer] = await sendRaw(
    service.origin,
    head(line, 'Host: x', CLOSE, `Authorization: Bearer ${user.token}`),
  );
  assert.equal(answer?.status, 200);
});

test('nothing is written into an answer that is under way when garbage follows', async () => {
  const good = head('GET /v1/me HTTP/1.1', 'Host: x', `Authorization: Bearer ${user.token}`);
  const answers = await sendRaw(service.origin, `${good}garbage\r\n\r\n`);
  assert.ok(answers.length <= 1);
  for (const { body } of answers) JSON.parse(body);
});

test('the server goes on after all of that', async () => {
  assert.equal((await service.call('GET', '/me', { token: user.token })).status, 200);
});
