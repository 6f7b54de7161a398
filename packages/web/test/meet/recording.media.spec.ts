import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { composeWaiting } from '@ringbinder/server/features/meet-recordings/index.ts';
import { until } from '@ringbinder/testkit';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { joinMeet, receivesMore, startMeet } from '../support/meet-browsers.ts';
import type { MeetPage } from '../support/meet-page.ts';
import { clockTimes, probe } from '../support/probe.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
test.skip(!hasFfmpeg && process.env.CI !== 'true', 'ffmpeg is not installed');

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

/** The rate of the recording, not of the cameras. */
const FRAMES_PER_SECOND = 20;
const ON_ITS_WAY = 0.25;

function within(value: number, expected: number, share: number, more = 0): void {
  assert.ok(Math.abs(value - expected) <= expected * share + more, `${value} is not ${expected}`);
}

const PICTURES = [0, 360].map((y) => ({ x: 320, y, width: 640, height: 360 }));

async function isWhole(path: string, seconds: number): Promise<void> {
  const recording = await probe(path);
  // Frames in transit at the end are missing.
  within(recording.seconds, seconds, 0.02, ON_ITS_WAY);
  within(recording.frames, recording.seconds * FRAMES_PER_SECOND, 0.02);
  for (const box of PICTURES) {
    // At first, one participant fills the frame.
    const times = (await clockTimes(path, box)).slice(FRAMES_PER_SECOND * 1.5);
    const back = times.findIndex((time, frame) => time < (times[frame - 1] ?? time));
    assert.equal(back, -1, `the clock goes back at frame ${back} of ${times}`);
    const passed = (times.at(-1) ?? 0) - (times[0] ?? 0);
    within(passed, (times.length / FRAMES_PER_SECOND) * 1_000, 0.05);
  }
}

test(
  '[MEET-11] a host records a meet: everybody sees it, it survives the media process, and it becomes a page that plays in full length and order',
  { tag: '@slow' },
  async ({ app, service }, testInfo) => {
    test.slow();
    const { owner, editor, binderId } = await service.make.cast();
    const sessionKey = await startMeet(service, binderId, owner);
    const first = await joinMeet(app, owner, { sessionKey, tone: 440 });
    const second = await joinMeet(app, editor, { sessionKey, tone: 1_000 });
    await receivesMore(first, editor.name);

    await test.step('only a host records, and everybody sees it', async () => {
      assert.match(await host(second, 'start_recording'), /only a host/);
      assert.match(await host(first, 'stop_recording'), /not recorded/);
      assert.equal(await host(first, 'start_recording'), 'done');
      assert.match(await host(first, 'start_recording'), /already/);
      await expect.poll(() => isRecorded(second)).toBe(true);
    });

    await test.step('the recording survives the death of the media process', async () => {
      await receivesMore(first, editor.name, 12);
      const { pid } = service.env.meetEngine;
      assert.ok(pid);
      process.kill(pid, 'SIGKILL');
      await until('the old process is gone', () => service.env.meetEngine.pid !== pid);
      await receivesMore(first, editor.name, 12);
      assert.equal(await host(first, 'stop_recording'), 'done');
      await expect.poll(() => isRecorded(second)).toBe(false);
    });

    await test.step('another one is recorded without disturbance', async () => {
      assert.equal(await host(first, 'start_recording'), 'done');
      await receivesMore(first, editor.name, 75);
      assert.equal(await host(first, 'stop_recording'), 'done');
      await first.close();
      await second.close();
    });

    const composed = async () => {
      await composeWaiting(service.env);
      const { body } = await service.call('GET', `/meets/recordings/${sessionKey}`, { token: owner.token });
      return body.data.recordings;
    };
    await expect.poll(async () => (await composed()).length, { timeout: 180_000 }).toBe(2);
    const [whole, recording] = await composed();
    const addressOf = ({ download_url }: { download_url: string }) =>
      download_url.replace(/^https?:\/\/[^/]+/, service.origin);
    const lengthOf = ({ started_time, ended_time }: { started_time: string; ended_time: string }) =>
      Date.parse(ended_time) - Date.parse(started_time);

    await test.step('the second one holds all that was sent, in order', async () => {
      const path = testInfo.outputPath('recording.webm');
      await writeFile(path, Buffer.from(await (await fetch(addressOf(whole))).arrayBuffer()));
      await isWhole(path, lengthOf(whole) / 1_000);
    });

    await test.step('the first one is a page with chapters, and plays', async () => {
      const pages = `/${binderId}/pages`;
      const { body: paged } = await service.call('GET', `${pages}?filter=${recording.page_id}`, {
        token: owner.token,
      });
      const [page] = paged.data.pages;
      const took = lengthOf(recording);
      assert.ok(Math.abs(page.duration - took) < took * 0.2 + 1_000, `${page.duration} ms of ${took} ms`);
      const { body: found } = await service.call('GET', `${pages}/${page.id}/chapters`, {
        token: owner.token,
      });
      const names = found.data.chapters.map(({ name }: { name: string }) => name);
      assert.deepEqual(new Set(names), new Set([owner.name, editor.name]));
      const player = await app.newPage({ bypassCSP: true });
      await player.goto(`${service.origin}/healthz`);
      const played = await player.evaluate(
        `new Promise((resolve) => {
        const video = document.createElement('video');
        video.muted = true;
        video.src = ${JSON.stringify(addressOf(recording))};
        video.onerror = () => resolve(video.error.message);
        video.onseeked = () => resolve([video.videoWidth, video.videoHeight, Math.round(video.currentTime)]);
        video.onloadedmetadata = () => { video.currentTime = 1; };
      })`,
      );
      assert.deepEqual(played, [1280, 720, 1]);
    });
  },
);
