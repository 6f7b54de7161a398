import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { type Outcome, send } from './keep-alive.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

/** The server rejects a request that has waited 0.3 s. No machine responds to so many in that time. */
const CALLERS = 3_000;
const MAX_MS = 30_000;

test('[STORE-23] [OPS-8] calls that arrive faster than they can be answered are 503 with Retry-After, in one line of the log; nobody is hung up on, and probes are answered', async () => {
  const directory = await usedDirectory();
  const before = readFileSync(join(directory, 'server.log'), 'utf8');
  const server = await startRingbinder(directory, { CALLS_PER_MINUTE: '1000000' });
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const url = `${demo.base_url}${demo.binder_id}/messages`;
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS + 2 });
  const outcomes: Outcome[] = [];
  const begun = performance.now();
  let isRefused = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let call = 0; !isRefused && performance.now() - begun < MAX_MS; call++) {
      const body = { message: { text: `${caller} ${call}` } };
      const outcome = await send(agent, { method: 'POST', url, token, body });
      outcomes.push(outcome);
      isRefused ||= outcome.outcome === '503';
    }
  });
  const probe = (path: string) => send(agent, { method: 'GET', url: server.origin + path, token });
  const probes = await Promise.all(['/healthz', '/metrics'].map(probe));
  await Promise.all(callers);
  agent.destroy();
  assert.deepEqual(new Set(outcomes.map(({ outcome }) => outcome)), new Set(['200', '503']));
  const refused = outcomes.filter(({ outcome }) => outcome === '503');
  for (const { headers } of refused) {
    assert.ok(Number(headers['retry-after']) >= 1);
    assert.match(headers['x-request-id'] as string, /^req_/);
  }
  assert.deepEqual(new Set(probes.map(({ outcome }) => outcome)), new Set(['200']));
  // After it has stopped, the server has written its whole log.
  await server.stop();
  const log = readFileSync(join(server.directory, 'server.log'), 'utf8').slice(before.length);
  assert.equal(log.split('overload: rejecting calls').length - 1, 1);
  // On a busy machine, the start may report a slow database.
  assert.doesNotMatch(log.slice(log.indexOf('"msg":"ready"')), /"stack"/);
});

const IMPATIENT = 3_000;
const LASTING_MS = 3_000;
const HEAP_MIB = 96;

test('[STORE-16] [LOAD-9] callers who call again at once are not refused as fast as they call, and work goes on beside it, also where memory is limited', async () => {
  const server = await startRingbinder(await usedDirectory(), {
    CALLS_PER_MINUTE: '1000000',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
  });
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const url = `${demo.base_url}${demo.binder_id}/messages`;
  const agent = new Agent({ keepAlive: true, maxSockets: IMPATIENT });
  const counts: Record<string, number> = {};
  let acceptedLate = 0;
  const begun = performance.now();
  let passed = 0;
  await Promise.all(
    Array.from({ length: IMPATIENT }, async () => {
      while (passed < LASTING_MS) {
        const call = { method: 'POST', url, token, body: { message: { text: 'Now' } } } as const;
        const { outcome } = await send(agent, call);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        passed = performance.now() - begun;
        if (outcome === '200' && passed > LASTING_MS / 2) acceptedLate++;
      }
    }),
  );
  agent.destroy();
  const { 200: _accepted, 503: refused = 0, ...others } = counts;
  assert.deepEqual(others, {});
  // Each caller may also retry once a second.
  assert.ok(refused <= Math.max(2_000, IMPATIENT) * (passed / 1_000 + 1), `${refused} in ${passed} ms`);
  // The rate depends on the machine. `npm run bench -- --only overload` compares it with the capacity.
  assert.ok(acceptedLate > 0, 'nothing is accepted any more');
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});
