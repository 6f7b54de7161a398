import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, test } from 'vitest';
import {
  createMediaEngine,
  type InspectedFile,
  MediaBusy,
  type MediaEngine,
  MediaTimeout,
  MediaUnreadable,
} from './index.ts';
import { withEngine } from './testing/engine-watch.ts';
import { createUploadFolder, truncated, type UploadFolder } from './testing/fixtures.ts';
import { makeLiveRecording, makeRecording, makeWav } from './testing/recording-fixtures.ts';

const HOUR_MS = 3_600_000;
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const CUES = Buffer.from('1c53bb6b', 'hex');

let uploads: UploadFolder;
let engine: MediaEngine;
beforeAll(async () => {
  uploads = await createUploadFolder();
  engine = createMediaEngine({ workers: 1 });
});
afterAll(async () => {
  await engine.close();
  await uploads.remove();
});

const whole = { start: 0, end: null };

async function remux(bytes: Buffer, part: { start: number; end: number | null } = whole, maxMs = HOUR_MS) {
  const path = await uploads.put(bytes);
  const target = `${path}-new`;
  const remuxed = await engine.remux(path, { target, part, maxMs });
  const inspection = await engine.inspect(target, { fileName: 'clip' });
  return { ...remuxed, target, inspection };
}

const durationOf = (inspection: InspectedFile) => (inspection.ok && inspection.duration) || 0;

test('[CLIP-6] a recording without duration gets one, and can be sought in', async () => {
  for (const format of ['webm', 'mp4'] as const) {
    const { start, end, mimeType, inspection, target } = await remux(
      await makeLiveRecording({ format, seconds: 12 }),
    );
    assert.deepEqual([start, mimeType], [0, 'video/webm']);
    assert.ok(Math.abs(end - 12_000) <= 150, `${end}`);
    assert.equal(inspection.ok && inspection.pageType, 'PAGE_TYPE_VIDEO');
    assert.ok(Math.abs(durationOf(inspection) - 12_000) <= 150, JSON.stringify(inspection));
    assert.ok((await readFile(target)).includes(CUES));
  }
});

test('[CLIP-6] ffprobe agrees', { skip: !hasFfmpeg }, async () => {
  const probe = (target: string) =>
    spawnSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', target]);
  const webm = await remux(await makeLiveRecording({ format: 'webm', seconds: 12 }));
  assert.ok(Math.abs(Number(probe(webm.target).stdout) - 12) <= 0.15);
  const path = await uploads.put('');
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=4', '-c:v', 'libx264'];
  const live = ['-movflags', 'frag_keyframe+empty_moov', '-g', '10', '-bf', '0', '-f', 'mp4'];
  const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...source, ...live, path]);
  assert.equal(result.status, 0, result.stderr.toString());
  const mp4 = await remux(await readFile(path), { start: 1_900, end: null });
  assert.deepEqual([mp4.mimeType, mp4.start], ['video/mp4', 2_000]);
  assert.ok(Math.abs(Number(probe(mp4.target).stdout) - 2) <= 0.15);
});

test('[CLIP-6] what the browser was killed in the middle of is there up to the last whole picture', async () => {
  const live = await makeLiveRecording({ format: 'webm', seconds: 20 });
  for (const share of [0.35, 0.7, 0.999]) {
    const { end } = await remux(truncated(live, share));
    assert.ok(end >= share * 20_000 - 2_000 && end <= 20_000, `${share}: ${end}`);
  }
});

test('[CLIP-7] a part begins at the key frame next to where it is to, and ends at the picture before', async () => {
  const live = await makeLiveRecording({ format: 'webm', seconds: 12, keyEverySeconds: 1 });
  for (const [requestedRange, producedRange] of [
    [{ start: 3_400, end: 7_250 }, 3_000],
    [{ start: 3_600, end: 7_250 }, 4_000],
  ] as const) {
    const { start, end, inspection } = await remux(live, requestedRange);
    assert.deepEqual([start, Math.abs(end - 7_250) <= 100], [producedRange, true], `${end}`);
    assert.ok(Math.abs(durationOf(inspection) - (end - start)) <= 110, JSON.stringify(inspection));
  }
});

test('[CLIP-7] with ffmpeg a part begins at the very picture, whatever its key frames; what follows is copied', {
  skip: !hasFfmpeg,
}, async () => {
  const [WIDTH, HEIGHT] = [160, 90];
  const ffmpeg = (...command: string[]) => {
    const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...command], { maxBuffer: 64 * 1024 ** 2 });
    assert.equal(`${result.stderr}`, '', command.join(' '));
    return result.stdout;
  };
  const picturesOf = (path: string) => {
    const levels = ffmpeg(
      ...['-xerror', '-i', path, '-map', '0', '-f', 'null', '-'],
      ...['-map', '0:v', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    );
    const size = WIDTH * HEIGHT;
    return Array.from({ length: levels.length / size }, (_, at) =>
      levels.subarray(at * size, (at + 1) * size),
    );
  };
  const differenceOf = (one: Buffer | undefined, other: Buffer | undefined) => {
    assert.ok(one && other);
    return one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) / one.length;
  };
  for (const encoder of ['libvpx', 'libvpx-vp9']) {
    const path = `${await uploads.put('')}.webm`;
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${WIDTH}x${HEIGHT}:rate=30:duration=8`];
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=8'];
    const video = ['-c:v', encoder, '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', '-g', '90'];
    ffmpeg(...picture, ...sound, ...video, '-c:a', 'libopus', '-f', 'webm', '-live', '1', path);
    const source = picturesOf(path);
    const cases = [
      { start: 1_400, end: 6_500 },
      { start: 4_233, end: 4_900 },
      { start: 6_900, end: null },
      { start: 3_000, end: null },
    ];
    for (const part of cases) {
      const { start, end, target, inspection } = await remux(await readFile(path), part);
      assert.equal(start, part.start, JSON.stringify(part));
      assert.ok(Math.abs(end - (part.end ?? 8_000)) <= 50, `${end}`);
      assert.ok(Math.abs(durationOf(inspection) - (end - start)) <= 50, JSON.stringify(inspection));
      const pictures = picturesOf(target);
      const first = Math.round((start * 30) / 1000);
      for (const at of [0, Math.floor(pictures.length / 2), pictures.length - 1]) {
        const difference = differenceOf(source[first + at], pictures[at]);
        assert.ok(difference < 1.5, `${encoder} ${start}, picture ${at}: ${difference}`);
      }
    }
  }
});

test('[CLIP-6] sound alone is sound', async () => {
  const sound = await makeRecording({ format: 'webm', seconds: 6 });
  const { mimeType, inspection } = await remux(sound, { start: 1_500, end: 4_500 });
  assert.equal(mimeType, 'audio/webm');
  assert.equal(inspection.ok && inspection.pageType, 'PAGE_TYPE_AUDIO');
  assert.ok(Math.abs(durationOf(inspection) - 3_000) <= 400, JSON.stringify(inspection));
});

test('[CLIP-8] what is no recording, lies about its times, or lasts too long is refused', async () => {
  const live = await makeLiveRecording({ format: 'webm', seconds: 12 });
  const lying = await makeLiveRecording({ format: 'webm', seconds: 40 * 24 * 3_600 });
  const late = { start: 60_000, end: null };
  for (const [what, bytes, part, maxMs] of [
    ['nothing', Buffer.alloc(0), whole, HOUR_MS],
    ['no recording', Buffer.from('words'.repeat(500)), whole, HOUR_MS],
    ['a picture of sound', makeWav({ seconds: 1 }), whole, HOUR_MS],
    ['only a head', live.subarray(0, 200), whole, HOUR_MS],
    ['40 days', lying, whole, HOUR_MS],
    ['too long', live, whole, 5_000],
    ['a part behind the end', live, late, HOUR_MS],
  ] as const)
    await assert.rejects(remux(bytes, part, maxMs), MediaUnreadable, what);
});

test('[CLIP-8] a recording that takes too long to read is ended', async () => {
  const path = await uploads.put(await makeLiveRecording({ format: 'webm', seconds: 12 }));
  const options = { target: `${path}-new`, part: whole, maxMs: HOUR_MS };
  await withEngine({ workers: 1, remuxMs: 1 }, async (hasty) => {
    await assert.rejects(
      hasty.remux(path, options),
      (error) => error instanceof MediaTimeout || error instanceof MediaBusy,
    );
  });
});

test('[CLIP-8] recordings whose bytes were changed break nothing', async () => {
  const live = await makeLiveRecording({ format: 'webm', seconds: 4 });
  for (let seed = 1; seed <= 30; seed++) {
    const bytes = Buffer.from(live);
    for (let at = seed * 13; at < bytes.length; at += 97 + seed) bytes[at] = (at * seed) & 0xff;
    const outcome = await remux(bytes).catch((error) => error);
    assert.ok(outcome instanceof MediaUnreadable || outcome.end <= HOUR_MS, String(outcome));
  }
});
