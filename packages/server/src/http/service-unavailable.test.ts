import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, test } from 'vitest';
import { serviceUnavailablePage } from '../html/index.ts';
import { answerServiceUnavailable } from './service-unavailable.ts';

const server = createServer((request, response) =>
  answerServiceUnavailable(request, response, serviceUnavailablePage),
);
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method, path, headers: { ...headers, connection: 'close' } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

test('[LOAD-13] a program that is refused is told so in the form of its errors, and when to come again', async () => {
  for (const path of ['/v1/me', '/v1/oauth/token', '/sign-in']) {
    const { status, headers, body } = await send(
      'POST',
      path,
      { accept: 'text/html, */*' },
      'x'.repeat(100_000),
    );
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '1');
    assert.equal(headers.refresh, undefined);
    assert.deepEqual(JSON.parse(body), {
      code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
      message: 'the server is overloaded, try again',
      request_id: headers['x-request-id'],
      ...(path.includes('oauth') && { error: 'temporarily_unavailable' }),
    });
  }
});

test('[LOAD-13] a person who is refused gets a page, which loads again by itself unless a form was sent', async () => {
  const inWindow = { 'sec-fetch-dest': 'document', accept: 'text/html' };
  for (const [method, refresh] of [
    ['GET', '3'],
    ['POST', undefined],
  ] as const) {
    const { status, headers, body } = await send(method, '/sign-in', inWindow);
    assert.equal(status, 503);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['retry-after'], '1');
    assert.equal(headers.refresh, refresh);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    assert.match(body, /<h1>The service is busy<\/h1>/);
    assert.doesNotMatch(body, /<script/);
  }
});
