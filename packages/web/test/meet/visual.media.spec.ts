import { openGallery } from '@ringbinder/testkit/gallery.ts';
import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

const scenes = [
  'grid&people=9',
  'grid&people=2&recorded',
  'grid&people=25&panel=people&waiting=2',
  'speaker&people=5&shared',
  'speaker&people=4&shared&controlled&asked&captions',
  'grid&people=1&panel=quality',
  'lobby',
  'removed',
  'ready',
];

for (const scene of scenes)
  test(`[MEETVIEW-2] the view ${scene} is accessible at both widths and in both schemes`, {
    tag: scene === scenes[0] ? [] : '@slow',
  }, async ({ app, service }) => {
    const page = await app.newPage();
    await page.addInitScript(SMALL_MEDIA);
    await openGallery(page, service.origin, `?meet=${scene}`);
    await page.locator('.meet h1').waitFor();
    const widths = () =>
      page.evaluate<number[]>("[...document.querySelectorAll('video')].map((v) => v.videoWidth)");
    await expect
      .poll(async () => (await widths()).every((width) => width > 0), 'pictures are shown')
      .toBe(true);
    await inspectEverywhere(page, `meet ${scene}`);
  });

test('[MEETVIEW-2] beside an open panel, all controls are in reach in a small window and on a turned phone', async ({
  app,
  service,
}) => {
  const page = await app.newPage();
  await page.addInitScript(SMALL_MEDIA);
  await openGallery(page, service.origin, '?meet=grid&people=2&panel=people');
  const controls = page.getByRole('toolbar', { name: 'Meeting controls' }).getByRole('button');
  for (const size of [
    { width: 1024, height: 700 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole('complementary', { name: 'People' })).toBeVisible();
    for (const control of await controls.all()) await control.click({ trial: true });
  }
});

const refuse = (kind: 'video' | 'audio', name: string) => `{
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (wanted.${kind}) throw new DOMException('', '${name}');
    return ask(wanted);
  };
}`;

test('[MEETVIEW-6] a busy camera and a missing microphone are reported, and you join without them', async ({
  app,
  service,
}) => {
  const page = await app.newPage();
  await page.addInitScript(refuse('video', 'NotReadableError'));
  await openGallery(page, service.origin, '?meet=ready');
  const busy = page.getByText('Another program is using the camera.');
  await busy.waitFor();
  await inspectEverywhere(page, 'meet ready, busy');
  await page.getByRole('button', { name: 'Continue without camera' }).click();
  await busy.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  await page.addInitScript(refuse('audio', 'NotFoundError'));
  await page.reload();
  await page.getByText('No microphone was found.').waitFor();
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
  await page.getByRole('button', { name: 'Join without camera and microphone' }).click();
  await page.getByRole('toolbar', { name: 'Meeting controls' }).waitFor();
});

const unplug = (page: Page) =>
  page.evaluate(`(() => {
    const videos = [...document.querySelectorAll('video[data-mirrored=true]')];
    const [track] = videos.at(-1).srcObject.getTracks();
    track.stop();
    track.dispatchEvent(new Event('ended'));
  })()`);

test('[MEETVIEW-6] an unplugged camera is replaced by another one, and the meet continues without any', async ({
  app,
  service,
}) => {
  const page = await app.newPage();
  await page.addInitScript(SMALL_MEDIA);
  await openGallery(page, service.origin, '?meet=grid&people=2');
  const camera = page.getByRole('button', { name: 'Camera', exact: true });
  await expect(camera).toHaveAttribute('aria-pressed', 'true');
  await page.locator('video[data-mirrored=true]').waitFor();
  await unplug(page);
  await page.getByText(/^Device unplugged\. Now using .+\.$/).waitFor();
  await expect(camera, 'the camera is on again').toHaveAttribute('aria-pressed', 'true');
  await page.evaluate('navigator.mediaDevices.enumerateDevices = async () => []');
  await unplug(page);
  await page.getByText('The camera was unplugged.').waitFor();
  await expect(camera).toHaveAttribute('aria-pressed', 'false');
});
