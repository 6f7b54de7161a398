import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runProgram } from '@ringbinder/page-renderer';
import { until } from '@ringbinder/testkit/until.ts';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose, NotComposed } from './compose.ts';
import { startRecorder } from './recorder.ts';
import { type SentPacket, sendPictures, sendTone } from './testing/rtp-source.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const needed = { skip: !hasFfmpeg && process.env.CI !== 'true' };
const base = mkdtempSync(join(tmpdir(), 'rb-recording-'));
const searchPath = process.env.PATH ?? '';
const withFfmpeg = { ffmpeg: await findProgram(['ffmpeg'], searchPath), runProgram, searchPath };
let pictures: SentPacket[];
let larger: SentPacket[];
let tone: SentPacket[];
let tenSeconds: SentPacket[];
let folders = 0;

beforeAll(async () => {
  if (!hasFfmpeg) return;
  pictures = await sendPictures(base, '320x180', 3);
  larger = await sendPictures(base, '640x360', 2);
  tone = await sendTone(base, 440, 3);
  tenSeconds = await sendPictures(base, '1280x720', 10);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Sender {
  id: string;
  name: string;
  source: 'camera' | 'microphone' | 'screen';
  begin: number;
  packets: SentPacket[];
}

async function record(senders: Sender[], isKilled = false) {
  const folder = join(base, `recording-${folders++}`);
  mkdirSync(folder);
  let now = 0;
  const requested: string[] = [];
  const failures: unknown[] = [];
  const recorder = startRecorder(folder, {
    now: () => now,
    askForKeyFrame: (id) => requested.push(id),
    onFailed: (_id, error) => failures.push(error),
  });
  const ends = senders.map(({ begin, packets }) => begin + Math.max(...packets.map(({ at }) => at)) + 0.001);
  const events = senders
    .flatMap(({ id, name, source, begin, packets }, index) => [
      {
        at: begin,
        run: () =>
          recorder.addTrack(id, source === 'microphone' ? 'opus' : 'vp8', {
            participantId: name,
            source,
          }),
      },
      ...packets.map(({ at, packet }) => ({ at: begin + at, run: () => recorder.push(id, packet) })),
      ...(isKilled ? [] : [{ at: ends[index] ?? 0, run: () => recorder.removeTrack(id) }]),
    ])
    .toSorted((one, other) => one.at - other.at);
  for (const { at, run } of events) {
    now = at * 1000;
    run();
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!isKilled) await recorder.stop();
  assert.deepEqual(failures, []);
  return { folder, asked: requested };
}

async function timesOf(path: string, kind: 'video' | 'audio'): Promise<number[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const track = kind === 'video' ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack();
  assert.ok(track, `there is no ${kind}`);
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(track).packets()) times.push(timestamp);
  return times;
}

const near = (value: number | undefined, expected: number, by: number) =>
  assert.ok(value !== undefined && Math.abs(value - expected) <= by, `${value} is not near ${expected}`);

test('what came is written, though out of order and twice', needed, async () => {
  const shuffled = pictures.map((each, index, all) => (index < 2 ? each : (all[index ^ 1] ?? each)));
  const twice = shuffled.flatMap((each, index) => (index % 7 === 0 ? [each, each] : [each]));
  const { folder } = await record([{ id: 'a', name: 'Ann', source: 'camera', begin: 0, packets: twice }]);
  const times = await timesOf(join(folder, '0001.webm'), 'video');
  const sent = new Set(pictures.map(({ at }) => at));
  assert.ok(sent.size >= 30, `${sent.size} pictures were sent`);
  assert.equal(times.length, sent.size);
  near(times.at(-1), Math.max(...sent) - Math.min(...sent), 0.02);
});

test('a lost packet costs the pictures up to the next key frame, which is asked for', needed, async () => {
  const lost = pictures.filter((_, index) => index !== 40);
  const { folder, asked } = await record([
    { id: 'a', name: 'Ann', source: 'camera', begin: 0, packets: lost },
  ]);
  const times = await timesOf(join(folder, '0001.webm'), 'video');
  assert.ok(times.length >= 3 * 15 - 16 && times.length < 3 * 15, `${times.length} pictures`);
  assert.ok(asked.length >= 3, `${asked.length} times`);
});

function following(before: SentPacket[], after: SentPacket[]): SentPacket[] {
  const last = before.at(-1);
  const first = after[0];
  assert.ok(last && first);
  const frame = 1 / 15;
  return after.map(({ at, packet }) => {
    const moved = Buffer.from(packet);
    const sequence = packet.readUInt16BE(2) - first.packet.readUInt16BE(2) + last.packet.readUInt16BE(2) + 1;
    moved.writeUInt16BE((sequence + 65_536) % 65_536, 2);
    const ticks = Math.round((at + frame) * 90_000) + last.packet.readUInt32BE(4);
    moved.writeUInt32BE(ticks % 2 ** 32, 4);
    return { at: last.at + frame + at, packet: moved };
  });
}

test('a picture may become larger in the middle', needed, async () => {
  const packets = [...pictures, ...following(pictures, larger)];
  const { folder } = await record([{ id: 'a', name: 'Ann', source: 'camera', begin: 0, packets }]);
  const times = await timesOf(join(folder, '0001.webm'), 'video');
  assert.equal(times.length, 5 * 15);
  const { path, seconds } = await compose(folder, withFfmpeg);
  near(seconds, 5, 0.1);
  near((await timesOf(path, 'video')).length, 5 * 20, 4);
  const detect = ['-i', path, '-an', '-vf', 'freezedetect=noise=0.001:duration=0.7', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', ['-nostdin', ...detect], { encoding: 'utf8' });
  assert.doesNotMatch(stderr, /freeze_start/);
});

test('all voices and pictures become one file, which has its duration', needed, async () => {
  const { folder } = await record([
    { id: 'a', name: 'Ann', source: 'camera', begin: 0, packets: pictures },
    { id: 'b', name: 'Ann', source: 'microphone', begin: 0, packets: tone },
    { id: 'c', name: 'Ben', source: 'screen', begin: 1, packets: larger },
    { id: 'd', name: 'Ben', source: 'microphone', begin: 1, packets: tone },
  ]);
  const parts: number[] = [];
  const { path, seconds, hasPicture } = await compose(folder, {
    ...withFfmpeg,
    onProgress: (part) => parts.push(part),
  });
  near(seconds, 4, 0.15);
  assert.ok(hasPicture);
  assert.deepEqual(
    parts,
    parts.toSorted((one, other) => one - other),
  );
  assert.equal(parts.at(-1), 1);
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  near(await input.computeDuration(), 4, 0.15);
  const times = await timesOf(path, 'video');
  near(times.length, 4 * 20, 6);
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
  near((await timesOf(path, 'audio')).at(-1), 4, 0.2);
});

test('a scene that lasts reports its progress while it is drawn', needed, async () => {
  const { folder } = await record([
    { id: 'a', name: 'Ann', source: 'camera', begin: 0, packets: tenSeconds },
  ]);
  const parts: number[] = [];
  await compose(folder, { ...withFfmpeg, onProgress: (part) => parts.push(part) });
  const within = parts.filter((part) => part > 0 && part < 0.85);
  assert.ok(within.length > 0, `${parts}`);
});

test('whoever records may be killed: what was written until a moment before is there', needed, async () => {
  const { folder } = await record(
    [
      { id: 'a', name: 'Ann', source: 'camera', begin: 0, packets: pictures },
      { id: 'b', name: 'Ann', source: 'microphone', begin: 0, packets: tone },
    ],
    true,
  );
  await expect.poll(() => readdirSync(folder).sort()).toEqual(['0001.webm', '0002.webm', 'journal.jsonl']);
  let written = -1;
  await until('what was to be written by then is there', () => {
    const before = written;
    written = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return written === before;
  });
  const { seconds } = await compose(folder, withFfmpeg);
  assert.ok(seconds > 1.5 && seconds <= 3.1, `${seconds} s`);
});

test('nothing at all, and a machine without ffmpeg, are told', needed, async () => {
  const { folder } = await record([]);
  await assert.rejects(compose(folder, withFfmpeg), NotComposed);
  await assert.rejects(compose(folder, { ...withFfmpeg, ffmpeg: null }), /ffmpeg is not installed/);
});
