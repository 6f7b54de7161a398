import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { startApp } from './testing/app-page.ts';
import { keep, SCREENS } from './testing/console-page.ts';
import { makeBoard, openDraw } from './testing/draw-page.ts';
import { bar, joinByPath, startMeet } from './testing/meet-people.ts';

/** With two cameras, to choose another one. */
const media = fakeMedia.map((each) =>
  each.startsWith('--use-fake-device-for-media-stream=') ? `${each},device-count=2` : each,
);
const app = await startApp({}, media);
const { browser, service, fixture } = app;
const { ada, ben } = fixture;

/** A browser that understands speech on the device: what is told to `say` is a result, as the standard has it. */
const SPEECH = `(() => {
  let current;
  class SpeechRecognition extends EventTarget {
    static available = async ({ processLocally }) => (processLocally ? 'available' : 'unavailable');
    set processLocally(is) { this.isLocal = is; }
    get processLocally() { return this.isLocal; }
    start(track) { if (track.kind === 'audio') current = this; }
    abort() { current = undefined; this.dispatchEvent(new Event('end')); }
  }
  window.SpeechRecognition = SpeechRecognition;
  window.say = (transcript, isFinal) => {
    if (!current?.isLocal) return false;
    const result = Object.assign([{ transcript }], { isFinal });
    return current.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [result] }));
  };
})()`;

/** A camera whose background the system can blur. */
const BLUR = `(() => {
  const { getSettings, getCapabilities } = MediaStreamTrack.prototype;
  window.isBlurred = false;
  MediaStreamTrack.prototype.getCapabilities = function () {
    return { ...getCapabilities.call(this), backgroundBlur: [false, true] };
  };
  MediaStreamTrack.prototype.getSettings = function () {
    return { ...getSettings.call(this), backgroundBlur: window.isBlurred };
  };
  MediaStreamTrack.prototype.applyConstraints = async ({ backgroundBlur }) => {
    window.isBlurred = backgroundBlur.exact;
  };
})()`;

test(
  '[STAGE-10] [MEETVIEW-7] what one says is written down by one’s own device and given away by a host’s wish alone; another camera, a blurred background, and reactions that are opened and closed by one button',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Pier', ada, [ben]);
    const { path } = await startMeet(app, binderId);
    const one = await joinByPath(app, path, ada.email);
    const two = await joinByPath(app, path, ben.email, [SPEECH, BLUR]);
    const captions = (page: Page) => page.getByRole('log', { name: 'Captions' });
    const say = (words: string, isFinal = true) =>
      until('the microphone is listened to', () =>
        two.page.evaluate<boolean>(`window.say(${JSON.stringify(words)}, ${isFinal})`),
      );
    const found = async (words: string) =>
      (await service.call('GET', `/${binderId}/search?q=${words}`, { token: ada.token })).body.data.results
        .length;

    // By oneself it is seen by oneself alone.
    await bar(two.page, 'More').click();
    await two.page.getByRole('menuitemcheckbox', { name: 'Write down what I say' }).click();
    await say('only for me');
    await captions(two.page).getByText('only for me').waitFor();
    await bar(one.page, 'More').click();
    await one.page.getByRole('menuitem', { name: 'Captions in the log' }).click();
    await two.page.locator('.meet-locked', { hasText: 'Captions' }).waitFor();
    await say('not yet all', false);
    await say('the pier is valued');
    for (const { page } of [one, two])
      await captions(page).getByText('Ben Okafor the pier is valued').waitFor();
    await keep(one.page, 'meet captions');
    assert.equal(await captions(one.page).getByText('only for me').count(), 0);
    assert.deepEqual([await found('valued'), await found('yet'), await found('only')], [1, 0, 0]);

    // Another camera is sent from now on; what is behind one is blurred where the system can.
    const cameras = two.page.getByRole('button', { name: 'Choose camera' });
    const label = () =>
      two.page.evaluate<string>(
        `document.querySelector('video[data-mirrored=true]')?.srcObject?.getTracks()[0]?.label ?? ''`,
      );
    const before = await label();
    await cameras.click();
    const others = two.page.getByRole('menuitemradio', { name: /^fake_device/ });
    await others.first().waitFor();
    const names = await others.allInnerTexts();
    const other = names.find((each) => each.trim() !== before);
    assert.ok(other, `there are ${names.join()}`);
    await two.page.getByRole('menuitemradio', { name: other.trim(), exact: true }).click();
    await becomes(label, other.trim());
    await cameras.click();
    await two.page.getByRole('menuitemcheckbox', { name: 'Blur my background' }).click();
    await becomes(() => two.page.evaluate<boolean>('window.isBlurred'), true);

    const reactions = two.page.getByRole('dialog', { name: 'Reactions' });
    await bar(two.page, 'React').click();
    await reactions.waitFor();
    await bar(two.page, 'React').click();
    await reactions.waitFor({ state: 'detached' });
    assert.deepEqual(
      [one, two].flatMap(({ errors }) => errors),
      [],
    );
    for (const { page } of [one, two]) await page.context().close();
  },
);

/** The buttons that lie below a caption, by their names. */
const COVERED = `(() => {
  const meets = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const captions = document.querySelector('.meet-captions').getBoundingClientRect();
  return [...document.querySelectorAll('.meet button, .meet [role=toolbar]')]
    .filter((each) => each.checkVisibility() && meets(captions, each.getBoundingClientRect()))
    .map((each) => each.getAttribute('aria-label') ?? each.textContent);
})()`;
const LONG =
  'the valuation of the pier, which the notary asked for last week, is ready, and all can look at it now '.repeat(
    2,
  );

test(
  '[STAGE-10] captions cover no button of the stage nor of the meet, and move no picture',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Harbour', ada, [ben]);
    await makeBoard(service, binderId, ada);
    const { path } = await startMeet(app, binderId);
    const one = await joinByPath(app, path, ada.email, [SPEECH]);
    const two = await joinByPath(app, path, ben.email, [SPEECH]);
    await two.page.setViewportSize(SCREENS['phone, light'].viewport);
    await bar(one.page, 'More').click();
    await one.page.getByRole('menuitem', { name: 'Captions in the log' }).click();
    for (const { page } of [one, two])
      await page.getByRole('button', { name: 'Write down what I say' }).click();
    await bar(one.page, 'Show a page').click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
    const onStage = two.page.getByRole('toolbar', { name: 'The page on the stage' });
    await onStage.getByRole('button', { name: 'Draw', exact: true }).click();
    await openDraw(two.page);
    const surface = two.page.locator('.draw-surface');
    const before = await surface.boundingBox();
    for (const { page } of [one, two])
      await until('all is heard', () => page.evaluate<boolean>(`window.say(${JSON.stringify(LONG)}, true)`));
    for (const { page } of [one, two]) {
      const captions = page.getByRole('log', { name: 'Captions' });
      await becomes(() => captions.getByText('the valuation').count(), 2);
      assert.deepEqual(await page.evaluate(COVERED), []);
      const [log, last] = [await captions.boundingBox(), await captions.locator('p').last().boundingBox()];
      assert.ok(log && last && last.y + last.height <= log.y + log.height + 1, 'the last words are seen');
    }
    await keep(two.page, 'meet captions and tools');
    assert.deepEqual(await surface.boundingBox(), before);
    for (const { page } of [one, two]) await page.context().close();
  },
);
