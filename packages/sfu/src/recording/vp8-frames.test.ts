import assert from 'node:assert/strict';
import { test } from 'vitest';
import { rtp } from '../worker/testing/packets.ts';
import { createVp8Frames } from './vp8-frames.ts';

const KEY = Buffer.from('0001029d012a40012c010000', 'hex');
const DELTA = Buffer.from('0101029d012a40012c010000', 'hex');

function startFrames() {
  let requests = 0;
  let sequence = 0;
  const frames = createVp8Frames(() => requests++);
  const push = (
    timestamp: number,
    payload: Buffer,
    { isStart = true, isMarked = true, missing = 0 } = {},
  ) => {
    const packet = rtp({
      ssrc: 1,
      sequence: sequence++,
      timestamp,
      isMarked,
      payload: Buffer.concat([Buffer.from([isStart ? 0x10 : 0]), payload]),
    });
    return frames.push({ packet, missing });
  };
  return {
    push,
    get requests() {
      return requests;
    },
  };
}

test('[MEET-11] a frame is made of all its packets, a key frame with its size', () => {
  const frames = startFrames();
  assert.equal(frames.push(1, KEY.subarray(0, 5), { isMarked: false }), undefined);
  const frame = frames.push(1, KEY.subarray(5), { isStart: false });
  assert.deepEqual(frame, { data: KEY, isKey: true, timestamp: 1, size: { width: 320, height: 300 } });
  assert.deepEqual(frames.push(2, DELTA), { data: DELTA, isKey: false, timestamp: 2 });
  assert.equal(frames.requests, 0);
});

test('[MEET-11] nothing is written before the first key frame, which somebody else requests', () => {
  const frames = startFrames();
  assert.equal(frames.push(1, DELTA), undefined);
  assert.equal(frames.push(2, DELTA, { missing: 3 }), undefined);
  assert.equal(frames.requests, 0);
  assert.equal(frames.push(3, KEY)?.isKey, true);
});

test('[MEET-11] after a loss one key frame is requested, and nothing is written until it comes', () => {
  const frames = startFrames();
  frames.push(1, KEY);
  assert.equal(frames.push(2, DELTA, { missing: 1 }), undefined, 'a whole frame may be missing before it');
  assert.equal(frames.requests, 1);
  assert.equal(frames.push(3, DELTA, { missing: 1 }), undefined);
  assert.equal(frames.requests, 1);
  assert.equal(frames.push(4, KEY, { missing: 2 })?.isKey, true, 'a whole key frame needs nothing before it');
  assert.equal(frames.push(5, DELTA)?.timestamp, 5);
});

test('[MEET-11] a frame without its beginning, its middle or its end is left out', () => {
  const beginning = startFrames();
  beginning.push(1, KEY);
  assert.equal(beginning.push(2, DELTA, { isStart: false }), undefined);
  assert.equal(beginning.requests, 1);
  const middle = startFrames();
  middle.push(1, KEY);
  middle.push(2, KEY.subarray(0, 5), { isMarked: false });
  assert.equal(middle.push(2, KEY.subarray(5), { isStart: false, missing: 1 }), undefined);
  assert.equal(middle.requests, 1);
  const end = startFrames();
  end.push(1, KEY);
  end.push(2, DELTA, { isMarked: false });
  assert.equal(end.push(3, DELTA), undefined);
  assert.equal(end.requests, 1);
  assert.equal(end.push(4, KEY)?.isKey, true);
});

test('[MEET-11] a frame of less than ten bytes is none', () => {
  const frames = startFrames();
  frames.push(1, KEY);
  assert.equal(frames.push(2, DELTA.subarray(0, 9)), undefined);
  assert.equal(frames.requests, 1);
  const exact = startFrames();
  exact.push(1, KEY);
  assert.equal(exact.push(2, DELTA.subarray(0, 10))?.timestamp, 2);
});
