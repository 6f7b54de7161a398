import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { openGallery } from '@ringbinder/testkit/gallery.ts';
import { inspectEverywhere } from './testing/console-page.ts';
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

test(
  '[MEETVIEW-2] each view of a meet is usable by all, at both widths and in both schemes',
  browser.needed,
  async () => {
    const { page, errors } = await browser.newPage();
    for (const scene of scenes) {
      await openGallery(page, service.origin, `?meet=${scene}`);
      await page.locator('.meet h1').waitFor();
      const pictures = () =>
        page.evaluate<number[]>("[...document.querySelectorAll('video')].map((v) => v.videoWidth)");
      await until('pictures are shown', async () => (await pictures()).every((width) => width > 0));
      await inspectEverywhere(page, `meet ${scene}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

/** Makes the browser refuse a device, as it does when somebody or something is in the way. */
const refuse = (kind: 'video' | 'audio', name: string) => `{
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (wanted.${kind}) throw new DOMException('', '${name}');
    return ask(wanted);
  };
}`;

test(
  '[MEETVIEW-6] a camera that is busy, a microphone that is missing, and one that is unplugged in the middle are told, and one goes on without',
  browser.needed,
  async () => {
    const { page, errors } = await browser.newPage();
    await page.addInitScript(refuse('video', 'NotReadableError'));
    await openGallery(page, service.origin, '?meet=ready');
    const busy = page.getByText('Another program uses the camera.');
    await busy.waitFor();
    await inspectEverywhere(page, 'meet ready, busy');
    await page.getByRole('button', { name: 'Go on without camera' }).click();
    await busy.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Join', exact: true }).waitFor();
    await page.addInitScript(refuse('audio', 'NotFoundError'));
    await page.reload();
    await page.getByText('No microphone was found.').waitFor();
    await page.getByRole('button', { name: 'Camera', exact: true }).click();
    await page.getByRole('button', { name: 'Join without camera and microphone' }).click();
    await page.getByRole('toolbar', { name: 'Controls of the meet' }).waitFor();
    await page.context().close();

    const other = await browser.newPage();
    await openGallery(other.page, service.origin, '?meet=grid&people=2');
    const camera = other.page.getByRole('button', { name: 'Camera', exact: true });
    const pressed = () => camera.getAttribute('aria-pressed');
    await until('the camera is on', async () => (await pressed()) === 'true');
    const unplug = () =>
      other.page.evaluate(`(() => {
        const videos = [...document.querySelectorAll('video[data-mirrored=true]')];
        const [track] = videos.at(-1).srcObject.getTracks();
        track.stop();
        track.dispatchEvent(new Event('ended'));
      })()`);
    await other.page.locator('video[data-mirrored=true]').waitFor();
    await unplug();
    await other.page.getByText(/^Unplugged: .+ is used now\.$/).waitFor();
    await until('the camera is on again', async () => (await pressed()) === 'true');
    await other.page.evaluate('navigator.mediaDevices.enumerateDevices = async () => []');
    await unplug();
    await other.page.getByText('The camera was unplugged.').waitFor();
    await until('it is off', async () => (await pressed()) === 'false');
    assert.deepEqual([...errors, ...other.errors], []);
    await other.page.context().close();
  },
);

test(
  '[MEETVIEW-8] what was refused is asked for again by the button of the browser where it has one, and told in words elsewhere',
  browser.needed,
  async () => {
    const { page, errors } = await browser.newPage();
    // As the browser refuses by itself what was refused once, until a press of its own button.
    await page.addInitScript(`{
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      let isAllowed = false;
      addEventListener('stream', () => (isAllowed = true), true);
      mediaDevices.getUserMedia = async (wanted) => {
        if (!isAllowed) throw new DOMException('', 'NotAllowedError');
        return ask(wanted);
      };
    }`);
    await openGallery(page, service.origin, '?meet=ready');
    await page.getByText('Camera and microphone are not allowed for this site.').waitFor();
    await inspectEverywhere(page, 'meet ready, refused');
    // The browser heeds no press of a button that has only just been drawn.
    await until('the button was heeded', async () => {
      if ((await page.locator('usermedia').count()) === 0) return true;
      await page
        .locator('usermedia')
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      return false;
    });
    await page.locator('.meet-preview video').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Microphone' }).getAttribute('aria-pressed'), 'true');

    await page.addInitScript('delete window.HTMLUserMediaElement');
    await page.reload();
    for (const name of ['camera', 'microphone'])
      await page
        .getByText(`The ${name} was not allowed. Try again, and allow it when the browser asks.`)
        .waitFor();
    assert.equal(await page.locator('usermedia').count(), 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
