import assert from 'node:assert/strict';
import { expect, type Page, SCREENS, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';
import { makeBoard, openDraw } from '../support/draw-page.ts';
import { joinByPath, meetButton, startMeet } from '../support/meet-people.ts';

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

const captionsOf = (page: Page) => page.getByRole('log', { name: 'Captions' });
const recognise = (page: Page, words: string, isFinal = true) =>
  expect.poll(() => page.evaluate<boolean>(`window.say(${JSON.stringify(words)}, ${isFinal})`)).toBe(true);

test('[STAGE-10] your device writes down what you say, and others see it only when a host wants captions', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Pier', ada, [ben]);
  const { path } = await startMeet(app, binderId);
  const [one, two] = await Promise.all([joinByPath(app, path, ada), joinByPath(app, path, ben, [SPEECH])]);
  const searchHits = async (words: string) =>
    (await service.call('GET', `/${binderId}/search?q=${words}`, { token: ada.token })).body.data.results
      .length;

  await meetButton(two, 'More').click();
  await two.getByRole('menuitemcheckbox', { name: 'Transcribe my speech' }).click();
  await recognise(two, 'only for me');
  await captionsOf(two).getByText('only for me').waitFor();
  await meetButton(one, 'More').click();
  await one.getByRole('menuitem', { name: 'Save captions to the meeting log' }).click();
  await two.locator('.meet-locked', { hasText: 'Captions' }).waitFor();
  await recognise(two, 'not yet all', false);
  await recognise(two, 'the pier is valued');
  for (const page of [one, two]) await captionsOf(page).getByText('Ben Okafor the pier is valued').waitFor();
  await saveScreenshot(one, 'meet captions');
  await expect(captionsOf(one).getByText('only for me')).toHaveCount(0);
  assert.deepEqual(
    [await searchHits('valued'), await searchHits('yet'), await searchHits('only')],
    [1, 0, 0],
  );
});

test('[MEETVIEW-7] in a meet you choose another camera, blur your background, and open and close reactions with one button', async ({
  app,
  org,
}) => {
  const { path } = await startMeet(app, await org.addBinder('Pier', org.ada));
  const page = await joinByPath(app, path, org.ada, [BLUR]);
  const cameras = page.getByRole('button', { name: 'Choose camera' });
  const label = () =>
    page.evaluate<string>(
      `document.querySelector('video[data-mirrored=true]')?.srcObject?.getTracks()[0]?.label ?? ''`,
    );
  await expect.poll(label).toMatch(/^fake_device/);
  const before = await label();
  await cameras.click();
  const others = page.getByRole('menuitemradio', { name: /^fake_device/ });
  await others.first().waitFor();
  const names = await others.allInnerTexts();
  const other = names.map((each) => each.trim()).find((each) => each !== before);
  assert.ok(other, `there are ${names.join()}`);
  await page.getByRole('menuitemradio', { name: other, exact: true }).click();
  await expect.poll(label).toBe(other);
  await cameras.click();
  await page.getByRole('menuitemcheckbox', { name: 'Blur my background' }).click();
  await expect.poll(() => page.evaluate<boolean>('window.isBlurred')).toBe(true);

  const reactions = page.getByRole('dialog', { name: 'Reactions' });
  await meetButton(page, 'React').click();
  await reactions.waitFor();
  await meetButton(page, 'React').click();
  await reactions.waitFor({ state: 'detached' });
});

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

test('[STAGE-10] captions cover no button of the stage or the meet, and move no picture', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Harbour', ada, [ben]);
  await makeBoard(service, binderId, ada);
  const { path } = await startMeet(app, binderId);
  const pages = await Promise.all([
    joinByPath(app, path, ada, [SPEECH]),
    joinByPath(app, path, ben, [SPEECH]),
  ]);
  const [one, two] = pages;
  await two.setViewportSize(SCREENS['phone, light'].viewport);
  await meetButton(one, 'More').click();
  await one.getByRole('menuitem', { name: 'Save captions to the meeting log' }).click();
  for (const page of pages) await page.getByRole('button', { name: 'Transcribe my speech' }).click();
  await meetButton(one, 'Show a page').click();
  await one.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
  const onStage = two.getByRole('toolbar', { name: 'Shared page' });
  await onStage.getByRole('button', { name: 'Draw', exact: true }).click();
  await openDraw(two);
  const surface = two.locator('.draw-surface');
  const before = await surface.boundingBox();
  for (const page of pages) await recognise(page, LONG);
  for (const page of pages) {
    const captions = captionsOf(page);
    await expect(captions.getByText('the valuation')).toHaveCount(2);
    assert.deepEqual(await page.evaluate(COVERED), []);
    const [log, last] = [await captions.boundingBox(), await captions.locator('p').last().boundingBox()];
    assert.ok(log && last && last.y + last.height <= log.y + log.height + 1, 'the last words are seen');
  }
  await saveScreenshot(two, 'meet captions and tools');
  assert.deepEqual(await surface.boundingBox(), before);
});
