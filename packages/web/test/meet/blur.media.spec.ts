import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit';
import { openGallery } from '@ringbinder/testkit/gallery.ts';
import { expect, type Page, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';

/** The model needs head, hair, eyes and shoulders. */
const SOMEBODY = `{
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  const pen = canvas.getContext('2d');
  const oval = (colour, x, y, width, height) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.ellipse(x, y, width, height, 0, 0, 7);
    pen.fill();
  };
  setInterval(() => {
    for (let x = 0; x < 640; x += 8) for (let y = 0; y < 360; y += 8) {
      pen.fillStyle = (x + y) % 16 ? '#406080' : '#90b0d0';
      pen.fillRect(x, y, 8, 8);
    }
    oval('#224', 320, 340, 140, 130);
    oval('#e0b090', 320, 130, 60, 80);
    oval('#321', 320, 80, 64, 45);
    for (const x of [298, 342]) oval('#222', x, 125, 8, 5);
    pen.fillStyle = '#822';
    pen.fillRect(300, 170, 40, 5);
  }, 100);
  const stream = canvas.captureStream();
  navigator.mediaDevices.getUserMedia = async ({ video }) => {
    if (video) return new MediaStream(stream.getVideoTracks().map((track) => track.clone()));
    throw new DOMException('', 'NotFoundError');
  };
}`;

/** The mean difference of neighbouring pixels, or undefined if the preview is missing or black. */
const contrast = (x: number, y: number, width: number, height: number) => `(() => {
  const video = document.querySelector('.meet-preview video');
  if (!video?.videoWidth) return;
  const pen = Object.assign(document.createElement('canvas'), { width: 640, height: 360 }).getContext('2d');
  pen.drawImage(video, 0, 0, 640, 360);
  const { data } = pen.getImageData(${[x, y, width, height].join()});
  if (data[2] === 0) return;
  let sum = 0;
  for (let at = 4; at < data.length; at += 4) sum += Math.abs(data[at] - data[at - 4]);
  return sum / (data.length / 4);
})()`;
const WALL = contrast(20, 20, 120, 80);
const EYES = contrast(285, 118, 70, 14);
const see = (page: Page, part: string) => page.evaluate<number | undefined>(part);
const boxOf = (page: Page) => page.getByRole('checkbox', { name: 'Blur my background' });

const isBelow = (page: Page, part: string, limit: number, message: string) =>
  expect.poll(async () => (await see(page, part)) ?? Infinity, message).toBeLessThan(limit);
const isAbove = (page: Page, part: string, limit: number, message: string) =>
  expect.poll(async () => (await see(page, part)) ?? 0, message).toBeGreaterThan(limit);

test('[MEETVIEW-9] the background is blurred and the face is not, with a model from this server that loads once it is wanted', {
  tag: '@slow',
}, async ({ app, service }) => {
  // MediaPipe logs information as errors.
  app.allowErrors(/^INFO: /);
  app.allowErrors(/503/);
  const page = await app.newPage();
  await page.addInitScript(SOMEBODY);
  await openGallery(page, service.origin, '?meet=ready');
  const wall = await until('the camera is seen', () => see(page, WALL));
  const eyes = await until('the face is seen', () => see(page, EYES));
  assert.ok(wall > 5 && eyes > 2, `${wall}, ${eyes}`);
  const requests = app.requestsOf(page);
  assert.deepEqual(
    requests.filter((each) => each.includes('/segmentation/')),
    [],
  );

  await test.step('the wall is blurred, the eyes are sharp, and pictures continue', async () => {
    await boxOf(page).check();
    await isBelow(page, WALL, wall / 4, 'the wall is blurred');
    await saveScreenshot(page, 'meet ready, blurred');
    await isAbove(page, EYES, eyes / 2, 'the face is as it was');
    assert.ok(requests.every((each) => each.startsWith(service.origin)));
    const frames = () =>
      page.evaluate<number>(
        `document.querySelector('.meet-preview video').getVideoPlaybackQuality().totalVideoFrames`,
      );
    const first = await frames();
    await expect.poll(frames, 'pictures continue').toBeGreaterThan(first + 10);
  });

  await test.step('a reload remembers it', async () => {
    await page.reload();
    await isBelow(page, WALL, wall / 4, 'the wall is blurred');
    await boxOf(page).uncheck();
    await isAbove(page, WALL, wall / 2, 'the wall is seen');
  });

  await test.step('the camera continues when the model does not load', async () => {
    await page.route('**/segmentation/person.tflite', (route) => route.fulfill({ status: 503 }));
    await boxOf(page).check();
    await page.getByText('The background can’t be blurred').waitFor();
    await expect(boxOf(page)).not.toBeChecked();
    await isAbove(page, WALL, wall / 2, 'the wall is seen');
  });
});
