import { openGallery } from '@ringbinder/testkit/gallery.ts';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';

const REFUSED = `{
  const { mediaDevices } = navigator;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  let isAllowed = false;
  addEventListener('stream', () => (isAllowed = true), true);
  mediaDevices.getUserMedia = async (wanted) => {
    if (!isAllowed) throw new DOMException('', 'NotAllowedError');
    return ask(wanted);
  };
}`;

test('[MEETVIEW-8] refused devices are asked for again by the browser’s own button, or by instructions where it has none', async ({
  app,
  service,
}) => {
  const page = await app.newPage();
  await page.addInitScript(REFUSED);
  await openGallery(page, service.origin, '?meet=ready');
  await page.getByText('Camera and microphone access is not allowed for this site.').waitFor();
  await inspectEverywhere(page, 'meet ready, refused');
  const button = page.locator('usermedia');
  // Browsers ignore presses of a new button.
  await expect(async () => {
    if ((await button.count()) > 0) await button.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(button).toHaveCount(0, { timeout: 100 });
  }).toPass({ timeout: 60_000 });
  await page.locator('.meet-preview video').waitFor();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Microphone' })).toHaveAttribute('aria-pressed', 'true');

  await page.addInitScript('delete window.HTMLUserMediaElement');
  await page.reload();
  for (const name of ['camera', 'microphone'])
    await page
      .getByText(
        `${name === 'camera' ? 'Camera' : 'Microphone'} access was denied. Try again and allow it when the browser asks.`,
      )
      .waitFor();
  await expect(page.locator('usermedia')).toHaveCount(0);
});
