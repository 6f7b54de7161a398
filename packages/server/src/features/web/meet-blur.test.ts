import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { openGallery } from '@ringbinder/testkit/gallery.ts';
import { keep } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';

const browser = testBrowser(process.env, fakeMedia);
let service: TestService;
before(async () => {
  buildPages();
  service = await startService();
});
after(async () => {
  await browser.close();
  await service.close();
});

/** A camera that shows somebody before a wall of checks: head, hair, eyes and shoulders, as far as the model wants them. */
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
  }, 40);
  const stream = canvas.captureStream();
  navigator.mediaDevices.getUserMedia = async ({ video }) => {
    if (video) return new MediaStream(stream.getVideoTracks().map((track) => track.clone()));
    throw new DOMException('', 'NotFoundError');
  };
}`;

/**
 * How much neighbouring pixels differ, of a part of the picture that is shown: at a wall of checks, and from eye to eye;
 * nothing where no picture is shown, or a black one.
 */
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

test(
  '[MEETVIEW-9] what is behind somebody is blurred where the system does not, and the face is not; what is needed for it is loaded then, and from the server alone',
  browser.needed,
  async () => {
    const { page, errors, requests } = await browser.newPage();
    await page.addInitScript(SOMEBODY);
    await openGallery(page, service.origin, '?meet=ready');
    const see = (part: string) => page.evaluate<number | undefined>(part);
    const wall = await until('the camera is seen', () => see(WALL));
    const eyes = await until('the face is seen', () => see(EYES));
    assert.ok(wall > 5 && eyes > 2, `${wall}, ${eyes}`);
    const asked = () => requests.filter((each) => each.includes('/segmentation/')).length;
    assert.equal(asked(), 0);
    const box = page.getByRole('checkbox', { name: 'Blur my background' });
    await box.check();
    const isBlurred = async () => {
      const seen = await see(WALL);
      return seen !== undefined && seen < wall / 4;
    };
    await until('the wall is blurred', isBlurred);
    await keep(page, 'meet ready, blurred');
    await until('the face is as it was', async () => ((await see(EYES)) ?? 0) > eyes / 2);
    assert.ok(requests.every((each) => each.startsWith(service.origin)));
    const frames = () =>
      page.evaluate<number>(
        `document.querySelector('.meet-preview video').getVideoPlaybackQuality().totalVideoFrames`,
      );
    const first = await frames();
    await until('pictures go on', async () => (await frames()) > first + 10);
    // It is remembered, and joined with.
    await page.reload();
    await until('the wall is blurred', isBlurred);
    await box.uncheck();
    await until('the wall is seen', async () => ((await see(WALL)) ?? 0) > wall / 2);
    // Where what finds persons does not load the camera goes on.
    await page.route('**/segmentation/person.tflite', (route) => route.fulfill({ status: 503 }));
    await box.check();
    await page.getByText('The background cannot be blurred').waitFor();
    assert.equal(await box.isChecked(), false);
    await until('the wall is seen', async () => ((await see(WALL)) ?? 0) > wall / 2);
    // MediaPipe tells as an error what is none.
    assert.deepEqual(
      errors.filter((each) => !each.includes('503') && !each.startsWith('INFO: ')),
      [],
    );
    await page.context().close();
  },
);
