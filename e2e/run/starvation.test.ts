import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, test } from 'node:test';
import { type ClassCalls, callsOf } from './call-classes.ts';
import { tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { type Call, type Outcome, send } from './kept-alive.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

/** Calls that arrive at once: half a second's work and more. */
const CALLS = 2_000;
/** So many are refused in a flood that is one. */
const ENOUGH_REFUSED = 100;
const MAX_ROUNDS = 8;
const RECOVERY_MS = 5_000;

let server: Ringbinder;
let flood: (method: 'GET' | 'POST') => Call;
let calls: ClassCalls;
/** How long a call of each class takes when there is no other, one after the other. */
let usualMs: number;

before(async () => {
  server = await startRingbinder(await usedDirectory(), {
    CALLS_PER_MINUTE: '1000000',
    TOKEN_CALLS_PER_MINUTE: '1000000',
  });
  const demo = await server.demo();
  const token = await tokenOf(demo, 0);
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
after(async () => {
  await killServers();
  await removeDirectories();
});

/** One call of each class after the other. */
async function callAll(): Promise<void> {
  for (const [name, call] of Object.entries(calls))
    await call().catch((error: Error) => assert.fail(`${name}: ${error.message}`));
}

/**
 * Sends thousands of calls of one class at once, again and again until some are refused, and amid each of these floods one of
 * each other class. @returns what became of the thousands
 */
async function floodBeside(method: 'GET' | 'POST', ownClass: keyof ClassCalls): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS });
  const outcomes: Outcome[] = [];
  const isRefused = ({ outcome }: Outcome) => outcome === '503';
  for (let round = 0; round < MAX_ROUNDS && outcomes.filter(isRefused).length < ENOUGH_REFUSED; round++) {
    const all = Array.from({ length: CALLS }, () => send(agent, flood(method)));
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
  test(`[LOAD-1] [LOAD-3] [LOAD-4] amid thousands of ${method} calls, one of every other class is served; the refused ones are told when to come again, and all is as before within 5 s`, async () => {
    const outcomes = await floodBeside(method, ownClass);
    const begun = performance.now();
    await callAll();
    const tookMs = performance.now() - begun;
    assert.ok(tookMs < RECOVERY_MS + 2 * usualMs, `${tookMs} ms, before it ${usualMs} ms`);
    assert.deepEqual(new Set(outcomes.map(({ outcome }) => outcome)), new Set(['200', '503']));
    for (const { outcome, headers } of outcomes)
      if (outcome === '503') assert.ok(Number(headers['retry-after']) >= 1);
  });
