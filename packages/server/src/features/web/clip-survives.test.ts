import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, startBrowserProcess, testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import {
  agreesWithFfprobe,
  beginRecording,
  clipOf as dialogOf,
  lastPage,
  openClip,
  playsAndSeeks,
  recordedSeconds,
  saveRecording,
  stopRecording,
  untilRecorded,
} from './testing/clip-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { buildPages, PASSWORD } from './testing/fixture.ts';

const browser = testBrowser(process.env, fakeMedia);
let service: TestService;
let fixture: AppFixture;
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

/** Signs in as a person does, and goes to a page of the app. */
async function signIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(service.origin + path);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.app').waitFor();
}

test(
  '[CLIP-4] after the browser was killed the next visit offers what was recorded: nine tenths of it, and it plays and can be sought in',
  browser.needed,
  async (t) => {
    const { ada } = fixture;
    const binderId = await fixture.addBinder('Killed browser', ada);
    const path = `/b/${binderId}/pages`;
    const profile = await mkdtemp(join(tmpdir(), 'ringbinder-profile-'));
    t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const killed = await startBrowserProcess(profile, fakeMedia);
    t.after(() => killed.kill());
    const page = await killed.newPage();
    await signIn(page, ada.email, path);
    // A small picture: an encoder that has too few cores is seconds behind, and what it holds is lost with its browser.
    await page.evaluate(`navigator.mediaDevices.getUserMedia = ({ audio, video }) =>
      MediaDevices.prototype.getUserMedia.call(navigator.mediaDevices, {
        ...(audio && { audio }), ...(video && { video: { width: 320, height: 240 } }),
      })`);
    await openClip(page);
    await dialogOf(page)
      .getByRole('radio', { name: /^Camera/ })
      .check();
    await beginRecording(page);
    await untilRecorded(page, 20);
    const recorded = await recordedSeconds(page);
    await killed.kill();

    const again = await startBrowserProcess(profile, fakeMedia);
    t.after(() => again.kill());
    const next = await again.newPage();
    // Its cookie may have come to the disk in time, or not.
    await next.goto(service.origin + path);
    await next.locator('.app, #email').waitFor();
    if ((await next.locator('#email').count()) > 0) await signIn(next, ada.email, path);
    const dialog = await openClip(next);
    const left = dialog.getByRole('region', { name: 'Not saved yet' });
    await left.getByRole('button', { name: 'Look at it' }).waitFor();
    await inspectEverywhere(next, 'clip left');
    // What is half sent of it is told of by Clip alone.
    const { body } = await service.call('GET', `/${binderId}/uploads`, { token: ada.token });
    assert.equal(body.data.uploads.length, 1);
    assert.equal(await next.locator('.page-upload').count(), 0);
    await left.getByRole('button', { name: 'Look at it' }).click();
    await dialog.getByRole('button', { name: 'Save' }).waitFor();
    await saveRecording(next);
    const made = await lastPage(service, binderId, ada);
    t.diagnostic(`${made.duration} ms of ${recorded} s`);
    assert.ok(made.duration >= recorded * 900, `${made.duration} ms of ${recorded} s`);
    await playsAndSeeks(next, made);
    await agreesWithFfprobe(service, made);
    // It is saved, and not offered again.
    await dialog.getByRole('button', { name: 'Record another one' }).click();
    await dialog.getByRole('button', { name: 'Start recording' }).waitFor();
    await left.waitFor({ state: 'detached' });
  },
);

test(
  '[CLIP-1] [CLIP-2] [CLIP-5] the camera is recorded on without a connection; a pause leaves nothing in it; all of it is sent when there is a connection again',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const binderId = await fixture.addBinder('Lost connection', ada);
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${binderId}/pages` });
    const dialog = await openClip(page);
    await dialog.getByRole('radio', { name: /^Camera/ }).check();
    await beginRecording(page);
    const meter = dialog.getByRole('meter', { name: 'Level of the microphone' });
    await until('the meter moves', async () => Number(await meter.getAttribute('value')) > 5);
    await untilRecorded(page, 2);
    await page.context().setOffline(true);
    await dialog.getByText('No connection. Recording goes on').waitFor();
    await untilRecorded(page, 4);
    await dialog.getByRole('button', { name: 'Pause' }).click();
    const paused = await recordedSeconds(page);
    const begun = Date.now();
    await until('three seconds have passed', () => Date.now() - begun > 3_000);
    assert.ok((await recordedSeconds(page)) <= paused + 1, 'it stands still');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await untilRecorded(page, paused + 2);
    const recorded = await recordedSeconds(page);
    const read = Date.now();
    await stopRecording(page);
    const stoppedAfter = Date.now() - read;
    await page.context().setOffline(false);
    await saveRecording(page);
    const made = await lastPage(service, binderId, ada);
    assert.ok(
      made.duration >= recorded * 1000 - 500 && made.duration <= recorded * 1000 + 2_500 + stoppedAfter,
      `${made.duration} ms of ${recorded} s`,
    );
    await playsAndSeeks(page, made);
    await page.context().close();
  },
);

test(
  '[CLIP-2] the limit is said before; at the limit it stops by itself and says so; thrown away, nothing stays',
  browser.needed,
  async () => {
    const small = { dataDir: service.directory, maxUploadBytes: 2_300_000 };
    const beside = await startService({ beside: service, config: small });
    try {
      const { ada } = fixture;
      const binderId = await fixture.addBinder('Small server', ada);
      const { page, errors } = await openApp(browser, beside, ada.email, { path: `/b/${binderId}/pages` });
      const dialog = await openClip(page);
      await dialog.getByText(/^Up to 6 seconds/).waitFor();
      await beginRecording(page);
      await dialog.getByText('The time was up, so it stopped.').waitFor({ timeout: 120_000 });
      await dialog.getByRole('button', { name: 'Throw away' }).click();
      await dialog.getByRole('alertdialog').getByRole('button', { name: 'Throw away' }).click();
      await dialog.getByRole('button', { name: 'Start recording' }).waitFor();
      await until('the server has forgotten it', async () => {
        const { body } = await service.call('GET', `/${binderId}/uploads`, { token: ada.token });
        return body.data.uploads.length === 0;
      });
      await page.reload();
      await openClip(page);
      assert.equal(await dialog.getByRole('region', { name: 'Not saved yet' }).count(), 0);
      assert.deepEqual(errors, []);
      await page.context().close();
    } finally {
      await beside.close();
    }
  },
);
