import assert from 'node:assert/strict';
import type { CallOptions, Cast } from '@ringbinder/testkit';
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
const sendMessage = (options: CallOptions) =>
  service.call('POST', messages(), { token: cast.owner.token, ...options });
const sendText = (body: string | Buffer) => sendMessage({ body, headers: JSON_TYPE });

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

test('[LIMIT-2] a JSON body that comes in chunks is bounded too', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(`{"message":{"text":"x"},"pad":"${'p'.repeat(1024 ** 2)}"}`));
      controller.close();
    },
  });
  assert.equal((await sendMessage({ body, headers: JSON_TYPE })).status, 413);
  assert.equal((await sendMessage({ json: { message: { text: 'next' } } })).status, 200);
});

test('[LIMIT-2] a JSON body of a call without a token is bounded at 64 KiB', async () => {
  const bodyOf = (bytes: number) => `{"token":"${'x'.repeat(bytes - 12)}"}`;
  for (const [bytes, expected] of [
    [64 * 1024, 400],
    [64 * 1024 + 1, 413],
  ] as const) {
    const answer = await service.call('POST', '/setup', { body: bodyOf(bytes), headers: JSON_TYPE });
    assert.equal(answer.status, expected, JSON.stringify(answer.body));
  }
});

test('[HTTP-10] no JSON at all gets anything but 200 or 400', async () => {
  const body = fc.oneof(
    fc.json(),
    fc.record({ message: fc.record({ text: fc.jsonValue() }) }).map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (text) => [200, 400].includes((await sendText(text)).status)),
    { numRuns: 100, interruptAfterTimeLimit: 2_000 },
  );
});
