import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { post } from './post.ts';
import { openRelay } from './relay.ts';
import type { Settings } from './settings.ts';

const settings = { origin: 'https://binder.test', base: '/sandbox/v1' } as Settings;
const turns = async () => {
  for (let each = 0; each < 10; each++) await new Promise((resolve) => setImmediate(resolve));
};

interface Call {
  url: string;
  init: RequestInit;
  body: { key?: string; after?: number; frames?: unknown[] };
  answer(status: number, body: object): Promise<void>;
  fail(): Promise<void>;
}

function startNetwork() {
  const calls: Call[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init: RequestInit = {}) => {
    const url = String(input);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    calls.push({
      url,
      init,
      body: JSON.parse(String(init.body)),
      async answer(status, body) {
        resolve(Response.json(body, { status }));
        await turns();
      },
      async fail() {
        reject(new Error('no network'));
        await turns();
      },
    });
    return promise;
  });
  return calls;
}

const frames = (...numbers: number[]) => ({
  data: { frames: numbers.map((seq) => ({ seq, frame: { type: 'size', height: seq } })) },
});

test('[SDK-26] a relay gives each frame once and in order, and goes on behind the last', async () => {
  const calls = startNetwork();
  const received: unknown[] = [];
  const relay = openRelay({ settings, key: 'K', receive: (frame) => received.push(frame) });
  assert.deepEqual(
    [calls[0]?.url, calls[0]?.body],
    ['https://binder.test/sandbox/v1/embed/frames/read', { key: 'K', after: 0 }],
  );
  await calls[0]?.answer(200, frames(1, 2, 5));
  assert.deepEqual(calls[1]?.body, { key: 'K', after: 5 });
  await calls[1]?.answer(200, frames());
  assert.deepEqual(calls[2]?.body, { key: 'K', after: 5 });
  assert.equal(received.length, 3);
  relay.close();
  await turns();
  assert.equal(calls.length, 3);
});

test('[SDK-26] a relay waits 2 s after a failure, and ends where the server has forgotten it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const calls = startNetwork();
  openRelay({ settings, key: 'K', receive: () => undefined });
  await calls[0]?.answer(200, frames(3));
  await calls[1]?.fail();
  vi.advanceTimersByTime(1_999);
  await turns();
  assert.equal(calls.length, 2);
  vi.advanceTimersByTime(1);
  await turns();
  assert.deepEqual(calls[2]?.body, { key: 'K', after: 3 });
  await calls[2]?.answer(503, { error_code: 503 });
  vi.advanceTimersByTime(2_000);
  await turns();
  await calls[3]?.answer(404, { error_code: 404 });
  vi.advanceTimersByTime(60_000);
  await turns();
  assert.equal(calls.length, 4);
});

test('[SDK-26] a relay that is closed gives nothing more of an answer that comes, and what was sent goes', async () => {
  const calls = startNetwork();
  const received: unknown[] = [];
  const relay = openRelay({
    settings,
    key: 'K',
    receive(frame) {
      received.push(frame);
      relay.close();
    },
  });
  relay.send({ type: 'close' });
  await calls[0]?.answer(200, frames(1, 2));
  assert.equal(received.length, 1);
  assert.equal(calls.length, 2);
});

test('[SDK-26] frames go to a window one after the other, and one that fails does not keep the next', async () => {
  const calls = startNetwork();
  const relay = openRelay({ settings, key: 'K', receive: () => undefined });
  for (const message of ['one', 'two']) relay.send({ type: 'problem', message });
  await turns();
  const sent = () => calls.filter(({ url }) => url.endsWith('/frames'));
  assert.deepEqual(
    sent().map(({ body }) => body),
    [{ key: 'K', frames: [{ type: 'problem', message: 'one' }] }],
  );
  await sent()[0]?.fail();
  assert.deepEqual(sent()[1]?.body.frames, [{ type: 'problem', message: 'two' }]);
  relay.close();
});

test('[SDK-26] what is posted goes without cookies, and a refusal or no answer is an error with its code', async () => {
  const calls = startNetwork();
  const gave = post<{ a: number }>(settings, 'x', { b: 1 });
  const { credentials, method, headers } = calls[0]?.init ?? {};
  assert.deepEqual([credentials, method, headers], ['omit', 'POST', { 'content-type': 'application/json' }]);
  await calls[0]?.answer(200, { data: { a: 1 } });
  assert.deepEqual(await gave, { a: 1 });
  const refused = post(settings, 'x', {});
  const isRefused = assert.rejects(refused, { error_code: 'origin not registered', error_message: 'no' });
  await calls[1]?.answer(403, { error_code: 'origin not registered', message: 'no' });
  await isRefused;
  const broken = post(settings, 'x', {});
  const isBroken = assert.rejects(broken, { error_code: 'unreachable' });
  await calls[2]?.fail();
  await isBroken;
});
