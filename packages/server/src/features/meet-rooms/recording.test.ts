import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { becomes, type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { composeWaiting } from '../meet-recordings/index.ts';
import { joinInBrowser, type MeetPage } from './testing/meet-page.ts';
import { clockTimes, probe } from './testing/probe.ts';

let service: TestService;
let cast: Cast;
const browser = testBrowser(process.env, fakeMedia);
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const needed = hasFfmpeg || process.env.CI === 'true' ? browser.needed : { skip: 'ffmpeg is not installed' };
const folder = mkdtempSync(join(tmpdir(), 'rb-recorded-'));
before(async () => {
  service = await startService();
  cast = await service.make.cast();
});
after(async () => {
  await browser.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const framesOf = (page: MeetPage, name: string) => page.run((window, who) => window.seen(who).frames, name);
const isRecorded = (page: MeetPage) => page.run((window) => window.meet.state.isRecording);
const host = (page: MeetPage, action: string) =>
  page.run(
    (window, what) =>
      window.meet.host(what).then(
        () => 'done',
        (error) => String(error.message),
      ),
    action,
  );

async function seesMore(page: MeetPage, name: string, frames: number): Promise<void> {
  const before = await framesOf(page, name);
  await until(`${name} is seen`, async () => (await framesOf(page, name)) > before + frames);
}

const FRAMES_PER_SECOND = 20;
/** Seconds. */
const ON_ITS_WAY = 0.25;

/** @param more than that share, in the unit of the value */
function within(value: number, wanted: number, share: number, more = 0): void {
  assert.ok(Math.abs(value - wanted) <= wanted * share + more, `${value} is not ${wanted}`);
}

/** One picture below the other, as two people are laid out. */
const PICTURES = [0, 360].map((y) => ({ x: 320, y, width: 640, height: 360 }));

/** Holds a recording to what was seen: its length, its frames, and the clocks that its people sent. */
async function isWhole(
  t: TestContext,
  recording: { download_url: string; started_time: string; ended_time: string },
): Promise<void> {
  const path = join(folder, 'recording.webm');
  const address = recording.download_url.replace(/^https?:\/\/[^/]+/, service.origin);
  await writeFile(path, Buffer.from(await (await fetch(address)).arrayBuffer()));
  const { seconds, frames } = await probe(path);
  const took = (Date.parse(recording.ended_time) - Date.parse(recording.started_time)) / 1_000;
  t.diagnostic(`${seconds} s in ${frames} frames, of ${took} s`);
  // What was on its way when it was stopped is not in it.
  within(seconds, took, 0.02, ON_ITS_WAY);
  within(frames, seconds * FRAMES_PER_SECOND, 0.02);
  for (const box of PICTURES) {
    // One of them is there first, and has the whole picture for a moment.
    const times = (await clockTimes(path, box)).slice(FRAMES_PER_SECOND * 1.5);
    const back = times.findIndex((time, frame) => time < (times[frame - 1] ?? time));
    assert.equal(back, -1, `the clock goes back at frame ${back} of ${times}`);
    const passed = (times.at(-1) ?? 0) - (times[0] ?? 0);
    within(passed, (times.length / FRAMES_PER_SECOND) * 1_000, 0.05);
  }
}

test(
  '[MEET-11] a host records: everybody sees it, it survives the media process, and becomes a page that plays, as long and in the order as it was',
  needed,
  async (t) => {
    const { owner, editor } = cast;
    const { body } = await service.call('POST', `/${cast.binderId}/meets`, {
      token: owner.token,
      json: { name: 'Recorded' },
    });
    const sessionKey = body.data.session_key;
    const first = await joinInBrowser(service, browser, { token: owner.token, sessionKey, tone: 440 });
    const second = await joinInBrowser(service, browser, { token: editor.token, sessionKey, tone: 1_000 });
    await seesMore(first, editor.name, 5);
    assert.match(await host(second, 'start_recording'), /only a host/);
    assert.match(await host(first, 'stop_recording'), /not recorded/);
    assert.equal(await host(first, 'start_recording'), 'done');
    assert.match(await host(first, 'start_recording'), /already/);
    await becomes(() => isRecorded(second), true);
    await seesMore(first, editor.name, 12);
    const { pid } = service.env.meetEngine;
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await until('the old process is gone', () => service.env.meetEngine.pid !== pid);
    await seesMore(first, editor.name, 12);
    assert.equal(await host(first, 'stop_recording'), 'done');
    await becomes(() => isRecorded(second), false);
    // Another one, undisturbed.
    assert.equal(await host(first, 'start_recording'), 'done');
    await seesMore(first, editor.name, 150);
    assert.equal(await host(first, 'stop_recording'), 'done');
    await first.close();
    await second.close();

    await composeWaiting(service.env);
    const { body: listed } = await service.call('GET', `/meets/recordings/${sessionKey}`, {
      token: owner.token,
    });
    assert.equal(listed.data.count, 2);
    const [whole, recording] = listed.data.recordings;
    await isWhole(t, whole);
    const { body: paged } = await service.call('GET', `/${cast.binderId}/pages?filter=${recording.page_id}`, {
      token: owner.token,
    });
    const [page] = paged.data.pages;
    const took = Date.parse(recording.ended_time) - Date.parse(recording.started_time);
    assert.ok(Math.abs(page.duration - took) < took * 0.2 + 1_000, `${page.duration} ms of ${took} ms`);
    const { body: found } = await service.call('GET', `/${cast.binderId}/pages/${page.id}/chapters`, {
      token: owner.token,
    });
    const names = found.data.chapters.map(({ name }: { name: string }) => name);
    assert.deepEqual(new Set(names), new Set([owner.name, editor.name]));
    const { page: player } = await browser.newPage({ bypassCSP: true });
    await player.goto(`${service.origin}/healthz`);
    const played = await player.evaluate(
      `new Promise((resolve) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = ${JSON.stringify(recording.download_url.replace(/^https?:\/\/[^/]+/, service.origin))};
      video.onerror = () => resolve(video.error.message);
      video.onseeked = () => resolve([video.videoWidth, video.videoHeight, Math.round(video.currentTime)]);
      video.onloadedmetadata = () => { video.currentTime = 1; };
    })`,
    );
    assert.deepEqual(played, [1280, 720, 1]);
  },
);
