import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lastTimeOf } from './webm-time.ts';

const block = (milliseconds: number, track = 0x81) => [
  ...[0xa3, 0x86, track, (milliseconds >> 8) & 0xff, milliseconds & 0xff, 0x80, 0xaa, 0xbb],
];
/** A cluster of unknown size, as in a running recording. */
const cluster = (milliseconds: number, ...blocks: number[][]) => [
  ...[0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  ...[0xe7, 0x82, milliseconds >> 8, milliseconds & 0xff, ...blocks.flat()],
];
const timeOf = (...bytes: number[]) => lastTimeOf(Uint8Array.from(bytes));

test('[CLIP-2] how far a recording has come is read from its end', () => {
  assert.equal(timeOf(...cluster(0, block(0), block(33)), ...cluster(1_000, block(0), block(466))), 1.466);
  assert.equal(timeOf(1, 2, 3, ...cluster(2_000, block(0), block(900, 0x82), block(800))), 2.9);
  // A cluster with a truncated block, and a cluster without blocks.
  assert.equal(timeOf(...cluster(3_000, block(10)), 0xa3, 0x88), 3.01);
  assert.equal(timeOf(...cluster(3_000)), 3);
  assert.equal(timeOf(), undefined);
  assert.equal(timeOf(...Array.from({ length: 500 }, (_, at) => (at * 31) & 0xff)), undefined);
});
