import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { writeRtp } from '../worker/testing/packets.ts';
import { recordTrack } from './recorded-track.ts';

const folder = mkdtempSync(join(tmpdir(), 'rb-track-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Records sound, of which each packet lasts 20 ms. */
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

async function timesOf(path: string): Promise<number[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const track = await input.getPrimaryAudioTrack();
  assert.ok(track);
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
  return times;
}

test('[MEET-11] a track keeps 20 s of sound until its file is open, and no more', async () => {
  const { path, track, push, begun, failures } = startTrack();
  // Nothing is opened before this turn of the loop is over.
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

test('[MEET-11] a file that cannot be made is reported once', async () => {
  const { track, push, failures } = startTrack();
  rmSync(folder, { recursive: true });
  for (let index = 0; index < 5; index++) push(index);
  await track.close();
  assert.equal(failures.length, 1);
});
