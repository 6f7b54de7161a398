import assert from 'node:assert/strict';
import { test } from 'vitest';
import { rtp } from '../worker/testing/packets.ts';
import { createReorder, type OrderedPacket } from './reorder.ts';

function startReorder() {
  const reorder = createReorder();
  const read = (ordered: OrderedPacket[]) => ordered.map(({ packet, missing }) => [packet.sequence, missing]);
  return {
    push: (sequence: number, at: number) => read(reorder.push(rtp({ ssrc: 1, sequence }), at)),
    flush: () => read(reorder.flush()),
  };
}

test('[MEET-11] packets come out in the order of their numbers, each once', () => {
  const { push } = startReorder();
  assert.deepEqual(push(65_534, 0), [[65_534, 0]]);
  assert.deepEqual(push(0, 10), []);
  assert.deepEqual(push(0, 11), []);
  assert.deepEqual(push(65_534, 12), [], 'it came before');
  assert.deepEqual(push(65_535, 20), [
    [65_535, 0],
    [0, 0],
  ]);
  assert.deepEqual(push(1, 30), [[1, 0]]);
});

test('[MEET-11] a recording waits 500 ms for a missing packet, and says how many never came', () => {
  const { push } = startReorder();
  push(10, 0);
  assert.deepEqual(push(13, 1_000), []);
  assert.deepEqual(push(14, 1_500), []);
  assert.deepEqual(push(16, 1_501), [
    [13, 2],
    [14, 0],
  ]);
  assert.deepEqual(push(12, 1_510), [], 'it comes too late');
  assert.deepEqual(push(15, 1_520), [
    [15, 0],
    [16, 0],
  ]);
});

test('[MEET-11] a leap of 2,000 numbers or more is another run, before which all that is held comes out', () => {
  const near = startReorder();
  near.push(10, 0);
  assert.deepEqual(near.push(11 + 1_999, 0), []);
  const far = startReorder();
  far.push(10, 0);
  far.push(12, 0);
  assert.deepEqual(far.push(11 + 2_000, 0), [
    [12, 1],
    [2_011, 1],
  ]);
  assert.deepEqual(far.push(2_012, 0), [[2_012, 0]]);
  const back = startReorder();
  back.push(5_000, 0);
  assert.deepEqual(back.push(5_001 - 1_999, 0), []);
  assert.deepEqual(back.push(5_001 - 2_000, 0), [[3_001, 1]]);
});

test('[MEET-11] at the end all that is held comes out, whatever is missing', () => {
  const { push, flush } = startReorder();
  push(65_533, 0);
  for (const sequence of [2, 65_535, 3]) push(sequence, 0);
  assert.deepEqual(flush(), [
    [65_535, 1],
    [2, 2],
    [3, 0],
  ]);
  assert.deepEqual(flush(), []);
});
