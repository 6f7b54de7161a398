import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import { test } from 'vitest';
import { createPoller } from './poller.ts';

test('a poller goes on after a poll that rejects, never overlaps, and ends', async () => {
  let polls = 0;
  let running = 0;
  let mostRunning = 0;
  const poller = createPoller(async () => {
    polls++;
    mostRunning = Math.max(mostRunning, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (polls === 2) throw new Error('away');
  }, 1);
  poller.start();
  poller.start();
  await until('it has polled again after the error', () => polls >= 5);
  poller.stop();
  assert.equal(mostRunning, 1);
  await until('the last poll has ended', () => running === 0);
  const ended = polls;
  poller.start();
  await until('it has begun again', () => polls > ended);
  poller.stop();
});

test('a stop and a start amid a poll leave one loop', async () => {
  let polls = 0;
  let release: () => void = () => {};
  const poller = createPoller(() => {
    polls++;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  }, 1);
  poller.start();
  await until('it polls', () => polls === 1);
  poller.stop();
  poller.start();
  release();
  await until('it polls again', () => polls === 2);
  poller.stop();
  release();
});
