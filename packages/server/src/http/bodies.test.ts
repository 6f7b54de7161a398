import assert from 'node:assert/strict';
import type { Answer, CallOptions, Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { isTooDeep } from './json-body.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const messages = () => `/${cast.binderId}/messages`;
const say = (options: CallOptions) =>
  service.call('POST', messages(), { token: cast.owner.token, ...options });
const sayText = (body: string | Buffer) => say({ body, headers: JSON_TYPE });
const nested = (levels: number) =>
  `{"message":{"text":"x"},"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

function assertInvalid(answer: Answer, path: string): void {
  assert.equal(answer.status, 400, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'RESPONSE_ERROR_INVALID_REQUEST');
  assert.equal(answer.body.errors[0].path, path);
  assert.ok(answer.body.message.includes(path || 'body'), answer.body.message);
}

test('[HTTP-8] broken JSON is 400', async () => {
  for (const text of [
    '{',
    '}',
    '{"message":{"text":"x"}',
    '{"message":{"text":"x"},}',
    "{'message':{'text':'x'}}",
    '{"message":{"text":"\\x"}}',
    '{"message":{"text":"\n"}}',
    'undefined',
    ' ',
    '{"message":{"text":"x"}}{}',
    '\u0000',
  ]) {
    assertInvalid(await sayText(text), 'body');
  }
  assertInvalid(
    await sayText(Buffer.from('7b226d657373616765223a7b2274657874223a22ff227d7d', 'hex')),
    'body',
  );
});

test('[HTTP-8] JSON of 64 levels is read; 65 levels, and 100,000, are 400', async () => {
  assert.equal((await sayText(nested(64))).status, 200);
  assertInvalid(await sayText(nested(65)), 'body');
  assertInvalid(await sayText('['.repeat(100_000)), 'body');
  assertInvalid(await sayText('{"a":'.repeat(100_000)), 'body');
  assert.equal((await say({ json: { message: { text: '['.repeat(1000) } } })).status, 200);
});

test('[HTTP-8] the depth counted is the depth that a parser finds', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  const wrapped = fc
    .tuple(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 55, max: 66 }), fc.string())
    .map(([value, levels, text]) => {
      let json: unknown = value;
      for (let level = 0; level < levels; level++) json = level % 2 ? { [text]: json } : [text, json];
      return json;
    });
  fc.assert(
    fc.property(wrapped, (json) => isTooDeep(JSON.stringify(json)) === depthOf(json) > 64),
    { numRuns: 100 },
  );
});

test('[HTTP-8] a body that would reach into a prototype is 400, and harmless', async () => {
  for (const text of [
    '{"message":{"text":"x"},"__proto__":{"admin":true}}',
    '{"__proto__":1,"__proto__":2,"message":{"text":"x"}}',
    '{"message":{"text":"x","\\u005f_proto__":{}}}',
  ]) {
    assertInvalid(await sayText(text), 'body');
  }
  assert.equal((await sayText('{"message":{"text":"x"},"constructor":{"prototype":{}}}')).status, 200);
  assert.equal(({} as { admin?: boolean }).admin, undefined);
});

test('[HTTP-10] what is wrong with a field is said with its name', async () => {
  const rename = (json: unknown) =>
    service.call('POST', `/${cast.binderId}`, { token: cast.owner.token, json });
  const invite = (json: unknown) =>
    service.call('POST', `/${cast.binderId}/inviteuser`, { token: cast.owner.token, json });
  assertInvalid(await say({ json: {} }), 'message');
  assertInvalid(await say({ json: { message: {} } }), 'message.text');
  assertInvalid(await say({ json: { message: 'x' } }), 'message');
  for (const text of [7, null, true, ['x'], { a: 1 }, '', 'x'.repeat(65_537)]) {
    assertInvalid(await say({ json: { message: { text } } }), 'message.text');
  }
  for (const json of [null, [], 'x', 7]) assertInvalid(await say({ json }), '');
  assertInvalid(await rename({ name: 'x'.repeat(256) }), 'name');
  const users = [{ user: { id: cast.stranger.id } }, { user: { id: cast.stranger.id }, type: 'BOARD_KING' }];
  assertInvalid(await invite({ users }), 'users[1].type');
  assertInvalid(await invite({ users: [] }), 'users');
  const list = await service.call('GET', `${messages()}?before=0`, { token: cast.owner.token });
  assertInvalid(list, 'before');
});

test('[HTTP-10] text that cannot be stored is 400', async () => {
  for (const text of ['a\u0000b', '\ud800', '\udc00 low', 'high \ud83d']) {
    assertInvalid(await sayText(JSON.stringify({ message: { text } })), 'message.text');
  }
  assert.equal((await say({ json: { message: { text: '👋\u{10ffff}\u0001\u2028' } } })).status, 200);
});

test('[HTTP-11] unknown fields and unknown query parameters are ignored', async () => {
  const json = { message: { text: 'x', colour: 'red', constructor: 1 }, later: { deep: [1, null] } };
  assert.equal((await say({ json })).status, 200);
  const query = 'colour=red&colour=blue&__proto__=1&%00=%00&limit[]=2&a%5Bb%5D=c&%';
  const list = await service.call('GET', `${messages()}?${query}`, { token: cast.owner.token });
  assert.equal(list.status, 200);
});

test('[LIMIT-2] [LIMIT-1] [ERR-8] a JSON body of 1 MiB is read, one byte more is 413', async () => {
  const bodyOf = (bytes: number) => {
    const frame = JSON.stringify({ message: { text: 'x' }, pad: '' });
    return frame.replace('"pad":""', `"pad":"${'p'.repeat(bytes - frame.length)}"`);
  };
  const mebibyte = 1024 ** 2;
  assert.equal((await sayText(bodyOf(mebibyte))).status, 200);
  for (const bytes of [mebibyte + 1, 2 * mebibyte]) {
    const answer = await sayText(bodyOf(bytes));
    assert.equal(answer.status, 413);
    assert.equal(answer.body.code, 'RESPONSE_ERROR_EXCEED_LIMIT');
    assert.equal(answer.body.errors[0].path, 'body');
  }
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(bodyOf(mebibyte + 1)));
      controller.close();
    },
  });
  assert.equal((await say({ body: chunked, headers: JSON_TYPE })).status, 413);
  assert.equal((await say({ json: { message: { text: 'next' } } })).status, 200);
});

test('[HTTP-10] no JSON at all gets anything but 200 or 400', async () => {
  const body = fc.oneof(
    fc.json(),
    fc.record({ message: fc.record({ text: fc.jsonValue() }) }).map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (text) => [200, 400].includes((await sayText(text)).status)),
    { numRuns: 100, interruptAfterTimeLimit: 2_000 },
  );
});
