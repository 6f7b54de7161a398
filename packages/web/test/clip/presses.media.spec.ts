import assert from 'node:assert/strict';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { beginRecording, openClip, stopRecording, untilRecorded } from '../support/clip-page.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

/** Finds the corners of the camera's bubble by its white ring. */
const BUBBLE_AT = `(() => {
  const canvas = document.querySelector('.clip-stage canvas');
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const radius = (Math.min(width, height) * 0.26) / 2;
  const inset = radius + Math.min(width, height) * 0.03;
  const isWhite = (x, y) => context.getImageData(Math.round(x), Math.round(y), 1, 1).data.every((value) => value > 180);
  const places = {
    'bottom-left': [inset, height - inset],
    'top-left': [inset, inset],
    'top-right': [width - inset, inset],
    'bottom-right': [width - inset, height - inset],
  };
  return Object.keys(places).filter((name) => {
    const [x, y] = places[name];
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].every(([right, down]) =>
      [-1, 0, 1].some((by) => isWhite(x + right * (radius + by), y + down * (radius + by))),
    );
  }).join();
})()`;

test('[CLIP-17] [CLIP-18] single presses move the camera bubble, and cut a clip at both ends', {
  tag: '@slow',
}, async ({ app, org }) => {
  const id = await org.addBinder('Loan 4711', org.ada);
  const page = await app.open(org.ada, { path: `/b/${id}/pages`, scripts: [SMALL_MEDIA] });
  const dialog = await openClip(page);
  await dialog.getByRole('checkbox', { name: 'Camera bubble' }).check();
  await beginRecording(page);

  await test.step('a press on the bubble acts when it ends there', async () => {
    const stage = await dialog.getByRole('img', { name: 'Recording area' }).boundingBox();
    assert.ok(stage);
    const corner = [stage.x + stage.height / 6, stage.y + (stage.height * 5) / 6] as const;
    await expect.poll(() => page.evaluate(BUBBLE_AT)).toBe('bottom-left');
    await page.mouse.move(...corner);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2);
    await page.mouse.up();
    await page.mouse.move(...corner);
    await page.mouse.down();
    await expect.poll(() => page.evaluate(BUBBLE_AT)).toBe('bottom-left');
    await page.mouse.up();
    await expect.poll(() => page.evaluate(BUBBLE_AT)).toBe('top-left');
  });

  await untilRecorded(page, 5);
  await stopRecording(page);
  const [start, end] = ['Start', 'End'].map((name) => dialog.getByRole('slider', { name, exact: true }));
  assert.ok(start && end);
  const most = Number(await end.getAttribute('max'));
  const strip = await dialog.locator('.clip-strip').boundingBox();
  assert.ok(strip);
  const press = (part: number) => page.mouse.click(strip.x + strip.width * part, strip.y + strip.height / 2);

  await test.step('a press on the track moves the nearer end', async () => {
    await press(0.2);
    await expect.poll(async () => Math.abs(Number(await start.inputValue()) - most * 0.2) < 0.3).toBe(true);
    await press(0.9);
    await expect.poll(async () => Math.abs(Number(await end.inputValue()) - most * 0.9) < 0.3).toBe(true);
  });
  await test.step('“Start here” and “End here” cut at the position of the player', async () => {
    const seek = (seconds: number) =>
      page.evaluate(`new Promise((resolve) => {
        const player = document.querySelector('.clip-preview video');
        player.addEventListener('seeked', resolve, { once: true });
        player.currentTime = ${seconds};
      })`);
    await seek(1.5);
    await dialog.getByRole('button', { name: 'Start here' }).press('Enter');
    await expect(start).toHaveValue('1.5');
    await seek(3);
    await dialog.getByRole('button', { name: 'End here' }).press('Enter');
    await expect(end).toHaveValue('3');
    await dialog.getByText('0:01.5 selected').waitFor();
  });
  await inspectEverywhere(page, 'clip presses');
});
