import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type InspectedFile, MediaBusy, type MediaEngine } from '../../index.ts';
import { createUploadFolder, makeImage, truncated, type UploadFolder } from '../../testing/fixtures.ts';
import { makeRecording, makeWav } from '../../testing/recording-fixtures.ts';

let uploads: UploadFolder;
let engine: MediaEngine;

beforeAll(async () => {
  uploads = await createUploadFolder();
  engine = createMediaEngine({ workers: 1, searchPath: '' });
});
afterAll(async () => {
  await engine.close();
  await uploads.remove();
});

async function inspect(bytes: Buffer, fileName = 'recording'): Promise<InspectedFile> {
  return engine.inspect(await uploads.put(bytes), { fileName });
}

const audio = (mimeType: string, duration: number) => ({
  ok: true,
  mimeType,
  pageType: 'PAGE_TYPE_AUDIO',
  pages: [{ width: 640, height: 360 }],
  duration,
});

const damaged = { ok: false, reason: 'the recording is cut off or damaged', kind: 'invalid' };

test('[FILE-8] sound is a page with its duration', async () => {
  assert.deepEqual(await inspect(makeWav({ seconds: 2.5 })), audio('audio/wav', 2_500));
  // WebM does not store the last packet's duration.
  assert.deepEqual(
    await inspect(await makeRecording({ format: 'webm', seconds: 3 })),
    audio('audio/webm', 2_850),
  );
  assert.deepEqual(
    await inspect(await makeRecording({ format: 'mp4', seconds: 3 })),
    audio('audio/mp4', 3_000),
  );
});

test('[FILE-8] video is a page with its size as it is shown, and its duration', async () => {
  for (const [format, duration] of [
    ['mp4', 4_000],
    ['webm', 3_800],
  ] as const) {
    const video = await inspect(await makeRecording({ format, seconds: 4, width: 320, height: 180 }));
    const expected = { ok: true, mimeType: `video/${format}`, pageType: 'PAGE_TYPE_VIDEO', duration };
    assert.deepEqual(video, { ...expected, pages: [{ width: 320, height: 180 }] });
  }
  const upright = await inspect(
    await makeRecording({ format: 'mp4', seconds: 1, width: 320, height: 180, rotation: 90 }),
  );
  assert.deepEqual(upright.ok && upright.pages, [{ width: 180, height: 320 }]);
});

test('[FILE-8] a name says nothing: a video is one whatever it is called', async () => {
  const bytes = await makeRecording({ format: 'mp4', seconds: 1, width: 32, height: 18 });
  assert.deepEqual(await inspect(bytes, 'song.mp3'), await inspect(bytes, 'film.mp4'));
});

test('[FILE-8] a recording that is cut off is refused', async () => {
  for (const fastStart of [true, false]) {
    const whole = await makeRecording({ format: 'mp4', seconds: 4, width: 64, height: 64, fastStart });
    for (const share of [0.05, 0.3, 0.6, 0.95])
      assert.deepEqual(await inspect(truncated(whole, share)), damaged, `${fastStart} ${share}`);
  }
  const webm = await makeRecording({ format: 'webm', seconds: 4, width: 64, height: 64 });
  assert.deepEqual(await inspect(webm.subarray(0, 300)), damaged);
  assert.deepEqual(await inspect(makeWav({ seconds: 1 }).subarray(0, 20)), damaged);
});

test('[FILE-8] what lies about itself is refused or kept as a file, and breaks nothing', async () => {
  const video = await makeRecording({ format: 'mp4', seconds: 1, width: 64, height: 64 });
  const webm = await makeRecording({ format: 'webm', seconds: 1, width: 64, height: 64 });
  const hasty = createMediaEngine({ workers: 2, searchPath: '', timeoutMs: 1_000, maxWaiting: 200 });
  const spoiled = [video, webm].flatMap((whole) =>
    Array.from({ length: 20 }, (_, at) => spoil(whole, at + 1)),
  );
  try {
    await Promise.all(
      spoiled.map(async (bytes, at) => {
        const path = await uploads.put(bytes);
        const inspection = await judged(() => hasty.inspect(path, { fileName: 'a.mp4' }));
        const isSane =
          inspection.ok === false || inspection.pages.every(({ width, height }) => width > 0 && height > 0);
        assert.ok(isSane, `${at}: ${JSON.stringify(inspection)}`);
      }),
    );
  } finally {
    await hasty.close();
  }
  assert.equal((await inspect(await makeImage({ format: 'png', width: 9, height: 9 }))).ok, true);
});

async function judged(inspect: () => Promise<InspectedFile>): Promise<InspectedFile> {
  for (;;) {
    try {
      return await inspect();
    } catch (error) {
      if (!(error instanceof MediaBusy)) throw error;
    }
  }
}

function spoil(whole: Buffer, seed: number): Buffer {
  const bytes = Buffer.from(whole);
  for (let at = seed * 13; at < bytes.length; at += 97 + seed) bytes[at] = (at * seed) & 0xff;
  return bytes;
}

test('[FILE-12] recordings of formats that are not read are kept as files', async () => {
  const amr = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(500, 0x04)]);
  assert.deepEqual(await inspect(amr), { ok: true, mimeType: 'audio/amr', pageType: null, pages: [] });
  const avi = Buffer.alloc(600);
  avi.write('RIFF\u0040\u0002\0\0AVI LIST', 'latin1');
  assert.deepEqual(await inspect(avi), { ok: true, mimeType: 'video/vnd.avi', pageType: null, pages: [] });
});

test('[FILE-12] a playlist is a text: nothing that it names is read', async () => {
  const list = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${await uploads.put(makeWav({ seconds: 1 }))}\n`;
  const inspection = await inspect(Buffer.from(list), 'list.m3u8');
  assert.equal(inspection.ok && inspection.pageType, 'PAGE_TYPE_NOTE');
});
