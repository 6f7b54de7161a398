import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import {
  beginRecording,
  clipOf,
  hasFfprobe,
  lastPage,
  openClip,
  playFrom,
  playsAndSeeks,
  recordedSeconds,
  saveRecording,
  stopRecording,
  untilRecorded,
} from './testing/clip-page.ts';
import { inspectEverywhere, SCREENS } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';
import { fillBinder, type WorkedBinder } from './testing/work-fixture.ts';

const browser = testBrowser(process.env, fakeMedia);
let service: TestService;
let fixture: AppFixture;
let binder: WorkedBinder;
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
  binder = await fillBinder(service, fixture);
});
after(async () => {
  await browser.close();
  await service.close();
});

/** A slow machine encodes for most of its time meanwhile. */
const encoding = { ...browser.needed, timeout: 400_000 };

const open = (options = {}, binderId = binder.id) =>
  openApp(browser, service, fixture.ada.email, { path: `/b/${binderId}/pages`, ...options });

test(
  '[CLIP-1] [CLIP-12] [CLIP-16] the screen is recorded with a camera bubble, cut, and saved to another binder, by keyboard and at both widths',
  encoding,
  async () => {
    const { page, errors } = await open();
    const other = await fixture.addBinder('Onboarding', fixture.ada, [fixture.ben]);
    const dialog = await openClip(page);
    await inspectEverywhere(page, 'clip setup');
    await dialog.getByRole('checkbox', { name: 'Camera bubble' }).press('Space');
    await dialog.getByRole('button', { name: 'Start recording' }).press('Enter');
    await dialog.getByRole('button', { name: 'Begin now' }).waitFor();
    // The countdown may be over before.
    await dialog
      .getByRole('button', { name: 'Begin now' })
      .press('Enter', { timeout: 1_000 })
      .catch(() => undefined);
    await untilRecorded(page, 4);
    await inspectEverywhere(page, 'clip recording');
    await dialog.getByRole('button', { name: 'Move the camera bubble' }).press('Enter');
    await dialog.getByRole('button', { name: 'Stop' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).waitFor();
    await inspectEverywhere(page, 'clip review');
    const start = dialog.getByRole('slider', { name: 'Beginning' });
    for (let press = 0; press < 15; press++) await start.press('ArrowRight');
    assert.equal(await start.inputValue(), '1.5');
    await dialog.getByText(/^\d+:\d\d\.\d is kept$/).waitFor();
    const clips: Promise<{ data: { start?: number; end?: number } }>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/clips') && response.ok()) clips.push(response.json());
    });
    await dialog.getByLabel('Title').fill('How to read the valuation');
    await dialog.getByLabel('Binder').selectOption({ label: 'Onboarding' });
    await dialog.getByRole('radio', { name: 'Anyone' }).check();
    const link = await saveRecording(page);
    await inspectEverywhere(page, 'clip saved');
    const made = await lastPage(service, other, fixture.ada);
    assert.deepEqual([made.type, made.name], ['PAGE_TYPE_VIDEO', 'How to read the valuation']);
    const { start: from = -1, end: to = -1 } = (await clips.at(-1))?.data ?? {};
    // Without ffmpeg it begins at a key frame, wherever the browser has made one.
    if (hasFfprobe) assert.equal(from, 1_500);
    assert.ok(
      to - from > 1_000 && Math.abs(made.duration - (to - from)) <= 250,
      `${made.duration} ms, ${from} to ${to}`,
    );
    const timeOf = (milliseconds: number) => {
      const tenths = Math.round(milliseconds / 100);
      const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, '0');
      return `${Math.floor(tenths / 600)}:${seconds}.${tenths % 10}`;
    };
    await dialog.getByText(`from ${timeOf(from)} to ${timeOf(to)}`).waitFor();
    await playsAndSeeks(page, made);
    const stranger = await browser.newPage();
    await stranger.page.goto(link);
    await stranger.page.getByText('How to read the valuation').first().waitFor();
    await stranger.page.context().close();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test('[CLIP-1] [CLIP-3] pages are recorded with the pen over them, and turned', browser.needed, async () => {
  const { page, errors } = await open();
  const dialog = await openClip(page);
  await dialog.getByRole('radio', { name: /^Pages/ }).check();
  await dialog.getByRole('checkbox', { name: 'Microphone' }).uncheck();
  await beginRecording(page);
  await dialog.getByText('1 of 5').waitFor();
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await dialog.getByText('2 of 5').waitFor();
  await dialog.getByRole('button', { name: 'Pen' }).click();
  const stage = await dialog.getByRole('img', { name: 'What is recorded' }).boundingBox();
  assert.ok(stage);
  const at = (x: number, y: number) => [stage.x + stage.width * x, stage.y + stage.height * y] as const;
  await page.mouse.move(...at(0.2, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.55), { steps: 8 });
  await page.mouse.move(...at(0.8, 0.5), { steps: 8 });
  await page.mouse.up();
  // Pages may have taken most of the time to be turned: the lines are to be seen for a while.
  await untilRecorded(page, (await recordedSeconds(page)) + 3);
  await inspectEverywhere(page, 'clip pages');
  await stopRecording(page);
  await saveRecording(page);
  const made = await lastPage(service, binder.id, fixture.ada);
  assert.equal(made.type, 'PAGE_TYPE_VIDEO');
  const first = await playFrom(page, made.page_uri, 0);
  const last = await playFrom(page, made.page_uri, 0.95);
  assert.ok(last.red > first.red + 500, `${first.red} red points became ${last.red}`);
  assert.deepEqual(errors, []);
  await page.context().close();
});

/** Makes the browser refuse, as it does when somebody or something is in the way. */
const refuse = (what: 'getUserMedia' | 'getDisplayMedia', name: string, message = '') =>
  `navigator.mediaDevices.${what} = async (wanted) => {
    if ('${what}' === 'getUserMedia' && !wanted.video) return MediaDevices.prototype.getUserMedia.call(navigator.mediaDevices, wanted);
    throw new DOMException('${message}', '${name}');
  }`;

test(
  '[CLIP-1] [CLIP-13] what cannot be had is named, and what can be recorded without it is offered, down to the voice alone',
  browser.needed,
  async () => {
    const { page, errors } = await open(SCREENS['phone, light']);
    const dialog = await openClip(page);
    const start = dialog.getByRole('button', { name: 'Start recording' });
    for (const [script, words] of [
      [refuse('getDisplayMedia', 'NotAllowedError'), 'Nothing was chosen to record.'],
      [
        refuse('getDisplayMedia', 'NotAllowedError', 'Permission denied by system'),
        'Your computer keeps the browser',
      ],
      [
        refuse('getDisplayMedia', 'NotAllowedError', 'Disallowed by permissions policy'),
        'does not let it record the screen',
      ],
      [refuse('getDisplayMedia', 'NotReadableError'), 'The screen cannot be read just now.'],
    ] as const) {
      await page.evaluate(script);
      await start.click();
      await dialog.getByRole('alert').getByText(words).waitFor();
    }
    await inspectEverywhere(page, 'clip refused');
    await page.evaluate(refuse('getUserMedia', 'NotReadableError'));
    await dialog.getByRole('button', { name: 'Record the camera' }).click();
    await dialog.getByRole('alert').getByText('The camera is busy').waitFor();
    await page.evaluate(refuse('getUserMedia', 'NotFoundError'));
    await start.click();
    await dialog.getByRole('alert').getByText('No camera was found.').waitFor();
    await dialog.getByRole('button', { name: 'Record only the voice' }).click();
    await dialog.getByRole('button', { name: 'Begin now' }).click();
    await untilRecorded(page, 2);
    await inspectEverywhere(page, 'clip voice');
    await stopRecording(page);
    await saveRecording(page);
    const made = await lastPage(service, binder.id, fixture.ada);
    assert.equal(made.type, 'PAGE_TYPE_AUDIO');
    assert.ok(made.duration > 1_500, `${made.duration}`);
    assert.deepEqual(errors, []);

    // A phone has no screen to give; an old browser has nothing.
    await page.addInitScript('delete MediaDevices.prototype.getDisplayMedia');
    await page.reload();
    await openClip(page);
    await dialog.getByText('Phones do not let a page record their screen.').waitFor();
    assert.equal(await dialog.getByRole('radio', { name: /^Screen/ }).isDisabled(), true);
    assert.equal(await dialog.getByRole('radio', { name: /^Pages/ }).isChecked(), true);
    await page.addInitScript('delete window.MediaRecorder');
    await page.reload();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await clipOf(page).getByText('This browser cannot record.').waitFor();
    await page.context().close();
  },
);
