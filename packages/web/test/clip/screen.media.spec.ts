import assert from 'node:assert/strict';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import {
  beginRecording,
  hasFfprobe,
  lastPage,
  openClip,
  playsAndSeeks,
  saveRecording,
  untilRecorded,
} from '../support/clip-page.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

function timeOf(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, '0');
  return `${Math.floor(tenths / 600)}:${seconds}.${tenths % 10}`;
}

test('[CLIP-1] [CLIP-12] [CLIP-16] by keyboard the screen is recorded with a camera bubble, cut, and saved to another binder', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  test.slow();
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711 · Almond Insurance', ada);
  const other = await org.addBinder('Onboarding', ada, [ben]);
  const page = await app.open(ada, { path: `/b/${binderId}/pages`, scripts: [SMALL_MEDIA] });
  const dialog = await openClip(page);

  await test.step('it records', async () => {
    await inspectEverywhere(page, 'clip setup');
    await dialog.getByRole('checkbox', { name: 'Camera bubble' }).press('Space');
    await beginRecording(page, (button) => button.press('Enter'));
    await untilRecorded(page, 4);
    await inspectEverywhere(page, 'clip recording');
    await dialog.getByRole('button', { name: 'Move the camera bubble' }).press('Enter');
    await dialog.getByRole('button', { name: 'Stop' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).waitFor();
  });

  const clips: Promise<{ data: { start?: number; end?: number } }>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/clips') && response.ok()) clips.push(response.json());
  });
  const link = await test.step('its beginning is cut off, and it is saved', async () => {
    await inspectEverywhere(page, 'clip review');
    const start = dialog.getByRole('slider', { name: 'Start' });
    for (let press = 0; press < 15; press++) await start.press('ArrowRight');
    await expect(start).toHaveValue('1.5');
    await dialog.getByText(/^\d+:\d\d\.\d selected$/).waitFor();
    await dialog.getByLabel('Title').fill('How to read the valuation');
    await dialog.getByLabel('Binder').selectOption({ label: 'Onboarding' });
    await dialog.getByRole('radio', { name: 'Anyone' }).check();
    return saveRecording(page);
  });

  await test.step('the page has the part that was kept, and plays', async () => {
    await inspectEverywhere(page, 'clip saved');
    const created = await lastPage(service, other, ada);
    assert.deepEqual([created.type, created.name], ['PAGE_TYPE_VIDEO', 'How to read the valuation']);
    const { start: from = -1, end: to = -1 } = (await clips.at(-1))?.data ?? {};
    // Without ffmpeg, the clip begins at the browser's key frame.
    if (hasFfprobe) assert.equal(from, 1_500);
    assert.ok(
      to - from > 1_000 && Math.abs(created.duration - (to - from)) <= 250,
      `${created.duration} ms, ${from} to ${to}`,
    );
    await dialog.getByText(`${timeOf(from)}–${timeOf(to)}`).waitFor();
    await playsAndSeeks(page, created);
  });

  const guest = await app.newPage();
  await guest.goto(link);
  await guest.getByText('How to read the valuation').first().waitFor();
});
