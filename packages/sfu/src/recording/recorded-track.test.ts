import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { afterAll, expect, test } from 'vitest';
import { writeRtp } from '../worker/testing/packets.ts';
import { recordTrack } from './recorded-track.ts';

const folder = mkdtempSync(join(tmpdir(), 'rb-track-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const KEY = Buffer.from('100001029d012a40012c010000', 'hex');
const DELTA = Buffer.from('100101029d012a40012c010000', 'hex');

function startPictures() {
  const path = join(folder, `${files++}.webm`);
  let requests = 0;
  const track = recordTrack(path, 'vp8', {
    askForKeyFrame: () => requests++,
    onBegun: () => undefined,
    onFailed: (error) => assert.fail(String(error)),
  });
  const push = (index: number, payload: Buffer, seconds = 7 + index * 0.04) =>
    track.push(
      writeRtp({ ssrc: 1, sequence: index, timestamp: index * 3_600, payload, isMarked: true }),
      seconds,
    );
  return { path, track, push, requests: () => requests };
}

function startTrack() {
  const path = join(folder, `${files++}.webm`);
  const begun: number[] = [];
  const failures: unknown[] = [];
  const track = recordTrack(path, 'opus', {
    askForKeyFrame: () => assert.fail('sound has no key frames'),
    onBegun: (seconds) => begun.push(seconds),
    onFailed: (error) => failures.push(error),
  });
  const push = (index: number, payload = Buffer.from([0xf8, 0xff, 0xfe])) =>
    track.push(writeRtp({ ssrc: 1, sequence: index, timestamp: index * 960, payload }), 7 + index * 0.02);
  return { path, track, push, begun, failures };
}

async function framesOf(path: string): Promise<{ time: number; isKey: boolean }[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const track = (await input.getPrimaryAudioTrack()) ?? (await input.getPrimaryVideoTrack());
  assert.ok(track);
  const frames: { time: number; isKey: boolean }[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(track).packets())
    frames.push({ time: timestamp, isKey: type === 'key' });
  return frames;
}

const timesOf = async (path: string) => (await framesOf(path)).map(({ time }) => time);

test('[MEET-11] a track keeps 20 s of sound until its file is open, and no more', async () => {
  const { path, track, push, begun, failures } = startTrack();
  for (let index = 0; index < 1_200; index++) push(index);
  await track.close();
  const times = await timesOf(path);
  assert.equal(times.length, 1_000);
  assert.ok(times.every((time, index) => Math.abs(time - index * 0.02) < 0.002));
  assert.deepEqual([begun, track.begun, failures], [[7], 7, []]);
});

test('[MEET-11] a track without a frame makes no file', async () => {
  const { path, track, push, begun } = startTrack();
  push(0, Buffer.alloc(0));
  track.push(Buffer.from('no packet'), 7);
  await track.close();
  assert.deepEqual([existsSync(path), begun, track.begun], [false, [], undefined]);
});

test('[MEET-11] what waits for a missing packet is written at the end', async () => {
  const { path, track, push } = startTrack();
  for (const index of [0, 1, 3, 4]) push(index);
  await track.close();
  assert.deepEqual(
    (await timesOf(path)).map((time) => Math.round(time * 50)),
    [0, 1, 3, 4],
  );
});

test('[MEET-11] pictures are written at their times, from the first key frame, also after the file is open', async () => {
  const { path, track, push, requests } = startPictures();
  push(0, DELTA);
  for (const index of [1, 2, 3]) push(index, index === 1 ? KEY : DELTA);
  assert.equal(track.begun, 7.04);
  await expect.poll(() => existsSync(path) && statSync(path).size > 0).toBe(true);
  for (const index of [4, 5, 6]) push(index, index === 5 ? KEY : DELTA);
  await track.close();
  assert.deepEqual(
    (await framesOf(path)).map(({ time, isKey }) => [Math.round(time / 0.04), isKey]),
    [0, 1, 2, 3, 4, 5].map((index) => [index, index === 0 || index === 4]),
  );
  assert.equal(requests(), 0);
});

test('[MEET-11] a missing packet is waited for half a second, and then a key frame is requested', async () => {
  const { path, track, push, requests } = startPictures();
  push(0, KEY, 7);
  for (const index of [2, 3]) push(index, DELTA, 7.04 + index * 0.01);
  push(4, DELTA, 7.56);
  assert.equal(requests(), 0, 'half a second');
  push(5, DELTA, 7.57);
  assert.equal(requests(), 1);
  push(6, KEY, 7.6);
  await track.close();
  assert.deepEqual(
    (await framesOf(path)).map(({ time }) => Math.round(time / 0.04)),
    [0, 6],
  );
});

test('[MEET-11] silence of one byte is sound', async () => {
  const { path, track, push } = startTrack();
  for (const index of [0, 1, 2]) push(index, index === 1 ? Buffer.from([0xf8]) : undefined);
  await track.close();
  assert.equal((await timesOf(path)).length, 3);
});

test('[MEET-11] a file that cannot be made is reported once', async () => {
  const { track, push, failures } = startTrack();
  rmSync(folder, { recursive: true });
  for (let index = 0; index < 5; index++) push(index);
  await track.close();
  assert.equal(failures.length, 1);
});
