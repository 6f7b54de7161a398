import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { uploadFile } from '@ringbinder/testkit';
import { expect, inspectEverywhere, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';
import {
  beginRecording,
  clipOf,
  lastPage,
  openClip,
  playFrom,
  recordedSeconds,
  saveRecording,
  skipCountdown,
  stopRecording,
  untilRecorded,
} from '../support/clip-page.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

const PDF = new URL('../../../../docs/assets/loan-agreement.pdf', import.meta.url);

test('[CLIP-1] [CLIP-3] pages are recorded with the pen over them, and turned', { tag: '@slow' }, async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const binderId = await org.addBinder('Loan 4711', ada);
  const { pages } = await uploadFile(
    service,
    { binderId, token: ada.token },
    await readFile(PDF),
    'Loan.pdf',
  );
  const page = await app.open(ada, { path: `/b/${binderId}/pages`, scripts: [SMALL_MEDIA] });
  const dialog = await openClip(page);
  await dialog.getByRole('radio', { name: /^Pages/ }).check();
  await dialog.getByRole('checkbox', { name: 'Microphone' }).uncheck();
  await beginRecording(page);
  await dialog.getByText(`1 of ${pages.length}`).waitFor();
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await dialog.getByText(`2 of ${pages.length}`).waitFor();
  await dialog.getByRole('button', { name: 'Pen' }).click();
  const stage = await dialog.getByRole('img', { name: 'Recording area' }).boundingBox();
  assert.ok(stage);
  const at = (x: number, y: number) => [stage.x + stage.width * x, stage.y + stage.height * y] as const;
  await page.mouse.move(...at(0.2, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.55), { steps: 8 });
  await page.mouse.move(...at(0.8, 0.5), { steps: 8 });
  await page.mouse.up();
  await untilRecorded(page, (await recordedSeconds(page)) + 3);
  await inspectEverywhere(page, 'clip pages');
  await stopRecording(page);
  await saveRecording(page);
  const created = await lastPage(service, binderId, ada);
  assert.equal(created.type, 'PAGE_TYPE_VIDEO');
  const first = await playFrom(page, created.page_uri, 0);
  // A busy browser reports a seek before it can draw the frame.
  await expect
    .poll(async () => (await playFrom(page, created.page_uri, 0.95)).red, { message: 'the pen is red' })
    .toBeGreaterThan(first.red + 500);
});

const refuse = (what: 'getUserMedia' | 'getDisplayMedia', name: string, message = '') =>
  `navigator.mediaDevices.${what} = async (wanted) => {
    if ('${what}' === 'getUserMedia' && !wanted.video) return MediaDevices.prototype.getUserMedia.call(navigator.mediaDevices, wanted);
    throw new DOMException('${message}', '${name}');
  }`;

test('[CLIP-1] [CLIP-13] what is refused, blocked, busy or missing is named, with an offer to record without it, down to the voice alone', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const binderId = await org.addBinder('Voice', org.ada);
  const page = await app.open(org.ada, { path: `/b/${binderId}/pages`, ...SCREENS['phone, light'] });
  const dialog = await openClip(page);
  const start = dialog.getByRole('button', { name: 'Start recording' });
  for (const [script, words] of [
    [refuse('getDisplayMedia', 'NotAllowedError'), 'Nothing was selected.'],
    [
      refuse('getDisplayMedia', 'NotAllowedError', 'Permission denied by system'),
      'Your computer does not let the browser',
    ],
    [
      refuse('getDisplayMedia', 'NotAllowedError', 'Disallowed by permissions policy'),
      'does not allow screen recording',
    ],
    [refuse('getDisplayMedia', 'NotReadableError'), 'The screen can’t be captured right now.'],
  ] as const) {
    await page.evaluate(script);
    await start.click();
    await dialog.getByRole('alert').getByText(words).waitFor();
  }
  await inspectEverywhere(page, 'clip refused');
  await page.evaluate(refuse('getUserMedia', 'NotReadableError'));
  await dialog.getByRole('button', { name: 'Record the camera' }).click();
  await dialog.getByRole('alert').getByText('Another program is using the camera').waitFor();
  await page.evaluate(refuse('getUserMedia', 'NotFoundError'));
  await start.click();
  await dialog.getByRole('alert').getByText('No camera was found.').waitFor();
  await dialog.getByRole('button', { name: 'Record voice only' }).click();
  await skipCountdown(dialog);
  await untilRecorded(page, 2);
  await inspectEverywhere(page, 'clip voice');
  await stopRecording(page);
  await saveRecording(page);
  const created = await lastPage(service, binderId, org.ada);
  assert.equal(created.type, 'PAGE_TYPE_AUDIO');
  assert.ok(created.duration > 1_500, `${created.duration}`);
});

const SHARED = `{
  const { getDisplayMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getDisplayMedia = async function (wanted) {
    const stream = await getDisplayMedia.call(this, wanted);
    const [track] = stream.getTracks();
    window.stopSharing = () => {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    };
    return stream;
  };
}`;
const HELD_FILE = `{
  const Opened = Worker;
  window.Worker = class extends Opened {
    postMessage(message, ...others) {
      const send = () => super.postMessage(message, ...others);
      if (message?.op === 'open') window.openFile = send;
      else send();
    }
  };
}`;
const HELD_CAMERA = `{
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function (wanted) {
    if (wanted.video) await new Promise((resolve) => { window.openCamera = resolve; });
    return getUserMedia.call(this, wanted);
  };
}`;

test('[CLIP-2] who stops sharing while the recorder starts is back at the setup, and nothing is left of the recording', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada } = org;
  const binderId = await org.addBinder('Stopped', ada);
  const scripts = [SMALL_MEDIA, SHARED, HELD_FILE];
  const page = await app.open(ada, { path: `/b/${binderId}/pages`, scripts });
  const dialog = await openClip(page);
  const start = dialog.getByRole('button', { name: 'Start recording' });
  await start.click();
  await expect.poll(() => page.evaluate('window.openFile !== undefined')).toBe(true);
  await page.evaluate('stopSharing()');
  await start.waitFor();
  await page.evaluate('openFile()');
  const stored = `(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('ringbinder-clips-${ada.id}');
    return (await Array.fromAsync(folder.keys())).length;
  })()`;
  await expect.poll(() => page.evaluate(`${stored}.catch(() => -1)`), 'the files are removed').toBe(0);
  assert.equal(await dialog.getByRole('timer').count(), 0);
  assert.equal(await dialog.getByRole('region', { name: 'Not saved yet' }).count(), 0);
  const uploads = async () =>
    (await service.call('GET', `/${binderId}/uploads`, { token: ada.token })).body.data.uploads;
  await expect.poll(uploads, 'the server has none').toEqual([]);
  await expect(start).toBeVisible();
});

test('[CLIP-13] who stops sharing while the browser asks for the camera can start again', {
  tag: '@slow',
}, async ({ app, org }) => {
  const binderId = await org.addBinder('Asked', org.ada);
  const scripts = [SMALL_MEDIA, SHARED, HELD_CAMERA];
  const page = await app.open(org.ada, { path: `/b/${binderId}/pages`, scripts });
  const dialog = await openClip(page);
  await dialog.getByRole('checkbox', { name: 'Camera bubble' }).check();
  const start = dialog.getByRole('button', { name: 'Start recording' });
  await start.click();
  await expect.poll(() => page.evaluate('window.openCamera !== undefined')).toBe(true);
  await page.evaluate('stopSharing(); openCamera()');
  await dialog.getByRole('alert').getByText('Nothing was selected.').waitFor();
  await expect(start).toBeVisible();
});

test('[CLIP-13] a phone, which cannot record its screen, records pages, and an old browser is told that it records nothing', {
  tag: '@slow',
}, async ({ app, org }) => {
  const binderId = await org.addBinder('Phone', org.ada);
  const page = await app.open(org.ada, {
    path: `/b/${binderId}/pages`,
    ...SCREENS['phone, light'],
    scripts: ['delete MediaDevices.prototype.getDisplayMedia'],
  });
  const dialog = await openClip(page);
  await dialog.getByText('Phones can’t record their screen in a browser.').waitFor();
  await expect(dialog.getByRole('radio', { name: /^Screen/ })).toBeDisabled();
  await expect(dialog.getByRole('radio', { name: /^Pages/ })).toBeChecked();
  await page.addInitScript('delete window.MediaRecorder');
  await page.reload();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await clipOf(page).getByText('This browser can’t record.').waitFor();
});
