import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { withRetries } from './retry.ts';

function startCall(
  answers: (Response | Error)[],
  {
    attempts = 4,
    waitMs = 200,
    random = 1,
    ...init
  }: RequestInit & { attempts?: number; waitMs?: number; random?: number } = {},
) {
  const waits: number[] = [];
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  vi.spyOn(Math, 'random').mockImplementation(() => random);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms = 0) => {
    waits.push(ms);
    setImmediate(work);
    return undefined as never;
  });
  const send = withRetries(
    async (input) => {
      const request = input as Request;
      keys.push(request.headers.get('idempotency-key'));
      bodies.push(await request.text());
      const answer = answers.shift();
      if (!(answer instanceof Response)) throw answer;
      return answer;
    },
    { attempts, waitMs },
  );
  return { call: () => send('http://fake.test/x', init), waits, keys, bodies };
}

const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('', { status: code, headers });
const keyed = { method: 'POST', headers: { 'idempotency-key': 'k' }, body: 'text' };

test('[CONF-4] each wait is twice as long as the one before, with jitter, and four attempts are made', async () => {
  const passing = [503, 429, 502, 504].map((code) => status(code));
  const { call, waits, keys, bodies } = startCall(passing, keyed);
  assert.equal((await call()).status, 504);
  assert.deepEqual(waits, [200, 400, 800]);
  assert.deepEqual(keys, ['k', 'k', 'k', 'k']);
  assert.deepEqual(bodies, ['text', 'text', 'text', 'text']);
  const least = startCall([status(503), status(200)], { random: 0 });
  await least.call();
  assert.deepEqual(least.waits, [100]);
});

test('[CONF-4] Retry-After is heard where it is longer, up to 30 s, and a date or nonsense is not', async () => {
  for (const [header, expected] of [
    ['2', 2_000],
    ['0', 200],
    ['29', 29_000],
    ['86400', 30_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
    ['soon', 200],
  ] as const) {
    const { call, waits } = startCall([status(503, { 'retry-after': header }), status(200)]);
    assert.equal((await call()).status, 200);
    assert.deepEqual(waits, [expected], header);
  }
});

test('[CONF-4] only what may be repeated is: GET, HEAD, DELETE, and POST and PUT with a key', async () => {
  for (const [init, count] of [
    [{ method: 'GET' }, 2],
    [{ method: 'HEAD' }, 2],
    [{ method: 'DELETE' }, 2],
    [keyed, 2],
    [{ method: 'POST', body: 'text' }, 1],
    [{ method: 'PUT', body: 'text' }, 1],
    [{ method: 'PATCH', body: 'text' }, 1],
  ] as const) {
    const failing = startCall([status(503), status(200)], init);
    await failing.call();
    assert.equal(failing.keys.length, count, init.method);
    const broken = startCall([new TypeError('no network'), status(200)], init);
    if (count === 1) await assert.rejects(broken.call(), /no network/);
    else assert.equal((await broken.call()).status, 200);
  }
});

test('[CONF-4] what will not become right is not repeated', async () => {
  for (const code of [200, 304, 400, 401, 403, 404, 409, 412, 500]) {
    const { call, keys } = startCall([new Response(null, { status: code }), status(200)], keyed);
    assert.equal((await call()).status, code);
    assert.equal(keys.length, 1, `${code}`);
  }
});

test('[CONF-4] a call without a network fails after its last attempt with the last error', async () => {
  const { call, waits } = startCall([new Error('first'), new Error('second')], { ...keyed, attempts: 2 });
  await assert.rejects(call(), /second/);
  assert.deepEqual(waits, [200]);
});

test('[CONF-4] a call that is aborted is not made again, whether it is under way or waits', async () => {
  for (const when of ['under way', 'waiting']) {
    const stopping = new AbortController();
    let calls = 0;
    const send = withRetries(
      async () => {
        calls++;
        if (when === 'under way') {
          stopping.abort(new Error('stopped'));
          throw new Error('aborted');
        }
        setImmediate(() => stopping.abort(new Error('stopped')));
        return status(503);
      },
      { attempts: 4, waitMs: 60_000 },
    );
    await assert.rejects(send('http://fake.test/', { signal: stopping.signal }), /stopped|aborted/);
    assert.equal(calls, 1, when);
  }
});
