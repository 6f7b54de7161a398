import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { runFlood } from '../../bench/load/flood.ts';
import { type ClassCalls, callsOf } from './call-classes.ts';
import { read, tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { followBinder } from './following.ts';
import { type Call, type Outcome, send } from './keep-alive.ts';
import type { Target } from './posting.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

/** A fast server responds to all calls, so later rounds send more. */
const CALLS = 2_000;
const ENOUGH_REFUSED = 100;
const MAX_ROUNDS = 5;
const RECOVERY_MS = 5_000;

/** Concurrent requests that the server always allows. */
const FEW = 20;
/** The server must respond quickly in at least one round. */
const ROUNDS = 4;
const FLOOD_MS = 2_000;
const FACTOR = 5;

let server: Ringbinder;
let target: Target;
let channel: Awaited<ReturnType<typeof followBinder>> | undefined;
let flood: (method: 'GET' | 'POST') => Call;
let calls: ClassCalls;
let usualMs: number;

beforeAll(async () => {
  server = await startRingbinder(await usedDirectory(), {
    CALLS_PER_MINUTE: '1000000',
    TOKEN_CALLS_PER_MINUTE: '1000000',
  });
  const demo = await server.demo();
  const token = await tokenOf(demo, 0);
  target = { base: demo.base_url, token, binder: demo.binder_id };
  channel = await followBinder(target);
  const url = `${demo.base_url}${demo.binder_id}/messages`;
  flood = (method) => ({
    method,
    url,
    token,
    ...(method === 'POST' ? { body: { message: { text: 'Now' } } } : {}),
  });
  calls = await callsOf(demo, await tokenOf(demo, 1));
  await callAll();
  const begun = performance.now();
  await callAll();
  usualMs = performance.now() - begun;
});
afterAll(async () => {
  channel?.close();
  await killServers();
  await removeDirectories();
});

async function callAll(): Promise<void> {
  for (const [name, call] of Object.entries(calls))
    await call().catch((error: Error) => assert.fail(`${name}: ${error.message}`));
}

/**
 * Sends thousands of requests of one class until some are rejected. Meanwhile sends one request of each other
 * class.
 */
async function floodBeside(method: 'GET' | 'POST', ownClass: keyof ClassCalls): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS });
  const outcomes: Outcome[] = [];
  const isRefused = ({ outcome }: Outcome) => outcome === '503';
  for (let round = 0; round < MAX_ROUNDS && outcomes.filter(isRefused).length < ENOUGH_REFUSED; round++) {
    const count = CALLS * Math.min(8, 2 ** round);
    const all = Array.from({ length: count }, () => send(agent, flood(method)));
    await all[0];
    const others = Object.entries(calls).map(async ([name, call]) => {
      if (name !== ownClass) await call().catch((error: Error) => assert.fail(`${name}: ${error.message}`));
    });
    await Promise.all(others);
    outcomes.push(...(await Promise.all(all)));
  }
  agent.destroy();
  return outcomes;
}

for (const [method, ownClass] of [
  ['POST', 'posting'],
  ['GET', 'reading'],
] as const)
  test(`[LOAD-1] [LOAD-3] [LOAD-4] amid thousands of ${method} calls, one of every other class is served; the refused ones are told when to come again, and all is as before within 5 s`, async (t) => {
    const outcomes = await floodBeside(method, ownClass);
    const begun = performance.now();
    await callAll();
    const tookMs = performance.now() - begun;
    assert.ok(tookMs < RECOVERY_MS + 2 * usualMs, `${tookMs} ms, before it ${usualMs} ms`);
    const refused = outcomes.filter(({ outcome }) => outcome === '503');
    t.annotate(`${outcomes.length} ${method} calls, ${refused.length} refused`);
    assert.ok(outcomes.every(({ outcome }) => outcome === '200' || outcome === '503'));
    for (const { headers } of refused) assert.ok(Number(headers['retry-after']) >= 1);
    await assertAllReceived();
  });

async function newBinder(): Promise<string> {
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${target.base}me/binders`, {
    method: 'POST',
    headers,
    body: '{"name":"Flooded"}',
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

async function assertAllReceived(): Promise<void> {
  const posted: number[] = [];
  for (let after = 0; ; ) {
    const { entries } = await read(target.base, target.token, `${target.binder}/feed?after=${after}`);
    for (const { kind, seq } of entries) if (kind === 'message_posted') posted.push(seq);
    if (entries.length === 0) break;
    after = entries.at(-1).seq;
  }
  const { messages: received } = channel ?? assert.fail('nobody follows');
  const [first = 0] = received;
  const expected = posted.filter((seq) => seq >= first);
  await until('all is heard', () => received.length >= expected.length);
  assert.deepEqual(received, expected);
}

test('[LOAD-7] [LOAD-8] of posts at five times the capacity those that are accepted are quick, all of them are heard by who follows, and within 5 s posts are as quick as before', async (t) => {
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const binders = [target.binder];
  while (binders.length < 16) binders.push(await newBinder());
  const body = JSON.stringify({ message: { text: 'One of too many' } });
  const requests = binders.map(
    (id) => ({ method: 'POST', path: `/v1/${id}/messages`, headers, body }) as const,
  );
  const load = { port: Number(new URL(server.origin).port), calls: { requests } };
  const few = () => runFlood({ ...load, connections: FEW, rate: null, milliseconds: 700 });
  await few();
  const alone = await few();
  let rate = (FACTOR * alone.accepted) / alone.seconds;
  const floodOnce = () => runFlood({ ...load, connections: 2_000, rate, milliseconds: FLOOD_MS });
  let flood = await floodOnce();
  // While every connection is busy, requests are not sent.
  const isTooMuch = () => flood.refused + flood.unsent > 0;
  // A round may fail: a disk stalls for a second, or the machine is much faster.
  for (let round = 1; round < ROUNDS && (flood.p99Ms > 1_000 + 3 * alone.p99Ms || !isTooMuch()); round++) {
    if (!isTooMuch()) rate *= 3;
    await few();
    flood = await floodOnce();
  }
  const overAt = performance.now();
  t.annotate(
    `${Math.round(rate)} posts a second: accepted ${flood.accepted}, refused ${flood.refused}, not sent ${flood.unsent}, p99 ${flood.p99Ms} ms (${FEW} at a time: ${alone.p99Ms} ms), by ${flood.share.toFixed(2)} of a core`,
  );
  assert.ok(isTooMuch() && flood.accepted > 0);
  assert.equal(flood.withoutRetryAfter, 0);
  assert.ok(flood.p99Ms <= 1_000 + 3 * alone.p99Ms, `${flood.p99Ms} ms, ${alone.p99Ms} ms without`);
  await until('posts are as quick as before', async () => {
    const { p99Ms } = await few();
    return p99Ms <= 200 + 2 * alone.p99Ms;
  });
  const tookMs = performance.now() - overAt;
  assert.ok(tookMs < RECOVERY_MS + 2 * usualMs, `${tookMs} ms`);
  await assertAllReceived();
});
