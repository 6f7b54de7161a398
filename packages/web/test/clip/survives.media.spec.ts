import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { startService, until } from '@ringbinder/testkit';
import { fakeMedia, startBrowserProcess } from '@ringbinder/testkit/browser.ts';
import { createApp } from '@ringbinder/testkit/playwright/app.ts';
import {
  expect,
  inspectEverywhere,
  PASSWORD,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
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
} from '../support/clip-page.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

async function signIn(page: Page, email: string, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.app').waitFor();
}

test(
  '[CLIP-4] after the browser was killed the next visit offers the recording without its last two seconds at most, and it plays and seeks',
  { tag: '@slow' },
  async ({ org, service }, testInfo) => {
    const { ada } = org;
    const binderId = await org.addBinder('Killed browser', ada);
    const address = `${service.origin}/b/${binderId}/pages`;
    const profile = testInfo.outputPath('profile');
    const killed = await startBrowserProcess(profile, fakeMedia);
    let recorded = 0;
    try {
      const page = await killed.newPage();
      // On few cores, encoding lags by seconds, and a crash loses queued frames.
      await page.addInitScript(SMALL_MEDIA);
      await signIn(page, ada.email, address);
      await openClip(page);
      await dialogOf(page)
        .getByRole('radio', { name: /^Camera/ })
        .check();
      await beginRecording(page);
      await untilRecorded(page, 6);
      recorded = await recordedSeconds(page);
    } finally {
      await killed.kill();
    }

    const again = await startBrowserProcess(profile, fakeMedia);
    try {
      const page = await again.newPage();
      // The browser may have crashed before it stored its cookie.
      await page.goto(address);
      await page.locator('.app, #email').waitFor();
      if ((await page.locator('#email').count()) > 0) await signIn(page, ada.email, address);
      const dialog = await openClip(page);
      const left = dialog.getByRole('region', { name: 'Not saved yet' });
      const review = left.getByRole('button', { name: 'Review' });
      await review.waitFor();
      await inspectEverywhere(page, 'clip left');
      const { body } = await service.call('GET', `/${binderId}/uploads`, { token: ada.token });
      assert.equal(body.data.uploads.length, 1);
      assert.equal(await page.locator('.page-upload').count(), 0);
      await review.click();
      await dialog.getByRole('button', { name: 'Save' }).waitFor();
      await saveRecording(page);
      const created = await lastPage(service, binderId, ada);
      testInfo.annotations.push({ type: 'kept', description: `${created.duration} ms of ${recorded} s` });
      assert.ok(created.duration >= recorded * 1_000 - 2_000, `${created.duration} ms of ${recorded} s`);
      await playsAndSeeks(page, created);
      await agreesWithFfprobe(service, created);
      await dialog.getByRole('button', { name: 'Record another' }).click();
      await dialog.getByRole('button', { name: 'Start recording' }).waitFor();
      await left.waitFor({ state: 'detached' });
    } finally {
      await again.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

test('[CLIP-1] [CLIP-2] [CLIP-5] the camera is recorded without a connection and sent when there is one; a pause leaves nothing in it', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { ada } = org;
  const binderId = await org.addBinder('Lost connection', ada);
  const page = await app.open(ada, { path: `/b/${binderId}/pages`, scripts: [SMALL_MEDIA] });
  const dialog = await openClip(page);
  await dialog.getByRole('radio', { name: /^Camera/ }).check();
  await beginRecording(page);
  const meter = dialog.getByRole('meter', { name: 'Microphone level' });
  // The fake microphone beeps once a second, so a longer interval can miss all beeps.
  await expect
    .poll(async () => Number(await meter.getAttribute('value')), {
      message: 'the meter moves',
      intervals: [70],
    })
    .toBeGreaterThan(5);
  await untilRecorded(page, 2);
  await page.context().setOffline(true);
  await dialog.getByText('No connection. Recording continues').waitFor();
  await untilRecorded(page, 4);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  const paused = await recordedSeconds(page);
  const begun = Date.now();
  await until('three seconds have passed', () => Date.now() - begun > 3_000);
  assert.ok((await recordedSeconds(page)) <= paused + 1, 'it stands still');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await untilRecorded(page, paused + 2);
  const recorded = await recordedSeconds(page);
  const read = Date.now();
  await stopRecording(page);
  const stoppedAfter = Date.now() - read;
  await page.context().setOffline(false);
  await saveRecording(page);
  const created = await lastPage(service, binderId, ada);
  assert.ok(
    created.duration >= recorded * 1000 - 500 && created.duration <= recorded * 1000 + 2_500 + stoppedAfter,
    `${created.duration} ms of ${recorded} s`,
  );
  await playsAndSeeks(page, created);
});

test('[CLIP-2] the limit is shown before, a recording stops at it and says so, and nothing stays of one that is thrown away', {
  tag: '@slow',
}, async ({ browser, org, service }) => {
  const config = { dataDir: service.directory, maxUploadBytes: 2_300_000 };
  const beside = await startService({ beside: service, config });
  const app = createApp(browser, beside, org);
  try {
    const { ada } = org;
    const binderId = await org.addBinder('Small server', ada);
    const page = await app.open(ada, { path: `/b/${binderId}/pages`, scripts: [SMALL_MEDIA] });
    const dialog = await openClip(page);
    await dialog.getByText(/^Up to 6 seconds/).waitFor();
    await dialog.getByRole('radio', { name: /^Camera/ }).check();
    await beginRecording(page);
    await dialog.getByText('The time limit was reached.').waitFor({ timeout: 120_000 });
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Start recording' }).waitFor();
    const uploads = async () =>
      (await service.call('GET', `/${binderId}/uploads`, { token: ada.token })).body.data.uploads;
    await expect.poll(uploads, 'the server has removed it').toEqual([]);
    await page.reload();
    await openClip(page);
    assert.equal(await dialog.getByRole('region', { name: 'Not saved yet' }).count(), 0);
    await app.finish();
  } finally {
    await beside.close();
  }
});
