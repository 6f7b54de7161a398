import assert from 'node:assert/strict';
import { test } from 'vitest';
import { judge } from './judge.ts';
import type { Sample } from './samples.ts';

const run = (change: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    seconds: minute * 60,
    server: 200 + (minute % 3) * 5,
    external: 21 + (minute % 3),
    meets: 180 + (minute % 2),
    workers: minute % 3,
    descriptors: 300 + (minute % 7),
    connections: 14,
    disk: 50 + minute * 2,
    posts: minute * 1_000,
    ...change(minute),
  }));
const grown = (samples: Sample[]) => judge(samples).flatMap(({ name, isFlat }) => (isFlat ? [] : [name]));

test('what goes up and down is flat, and so is what only grows while caches fill', () => {
  assert.deepEqual(grown(run(() => ({}))), []);
  assert.deepEqual(grown(run((minute) => ({ server: 150 + 60 * Math.min(1, minute / 10) }))), []);
});

test('what grows all the time is told by its name', () => {
  assert.deepEqual(grown(run((minute) => ({ server: 200 + minute }))), ['memory of the server']);
  // Buffers once grew by 0.8 MB per minute. The check must also detect half of that.
  assert.deepEqual(grown(run((minute) => ({ external: 57 + 0.8 * minute }))), ['buffers of the server']);
  assert.deepEqual(grown(run((minute) => ({ external: 21 + 0.4 * minute }))), ['buffers of the server']);
  assert.deepEqual(grown(run((minute) => ({ meets: 180 + minute }))), ['memory of the processes of meets']);
  assert.deepEqual(grown(run((minute) => ({ workers: Math.floor(minute / 10) }))), ['workers for files']);
  assert.deepEqual(grown(run((minute) => ({ descriptors: 300 + minute }))), ['descriptors']);
  assert.deepEqual(grown(run((minute) => ({ connections: 14 + minute / 5 }))), ['processes of PostgreSQL']);
  assert.deepEqual(grown(run((minute) => ({ disk: 50 + minute ** 2 / 4 }))), ['disk for a message']);
});

test('a run that is too short is not judged', () => {
  assert.throws(() => judge(run(() => ({})).slice(0, 7)), /too few/);
});
