import assert from 'node:assert/strict';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { addWhiteboard, detailsOf, eventsOf, expect, frameIn, showModule, test } from './support/embed.ts';

const sizeOf = (page: Page, tag: string) =>
  page.locator(`#${tag} iframe`).evaluate((frame) => {
    const { style, title } = frame as unknown as { style: Record<string, string>; title: string };
    return [style.width, style.height, title];
  });

test('[SDK-14] pages, to-dos and Draw are shown in the sizes that the page sets, or in their own', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Plans', ada, [ben]);
  const page_id = await addWhiteboard(service, binderId, ada, 'Sketch');
  await service.call('POST', `/${binderId}/todos`, { token: ada.token, json: { name: 'Book the notary' } });
  const page = await openReady();
  await showModule(page, 'todoView', 'one', { binder_id: binderId });
  await frameIn(page, 'one').getByText('Book the notary').waitFor();
  assert.deepEqual(await detailsOf(page, 'start_todo'), [{ binder_id: binderId }]);
  assert.deepEqual(await sizeOf(page, 'one'), ['850px', '500px', 'To-dos']);

  await showModule(page, 'pageView', 'two', {
    binder_id: binderId,
    page_id,
    iframewidth: '100%',
    iframeheight: '640',
  });
  await frameIn(page, 'two').locator('.viewer').waitFor();
  assert.deepEqual(await sizeOf(page, 'two'), ['100%', '640px', 'Pages']);
  await expect.poll(() => detailsOf(page, 'view_binder_page')).toEqual([{ binder_id: binderId, page_id }]);

  await showModule(page, 'annotate', 'three', { binder_id: binderId });
  await frameIn(page, 'three').locator('.draw').waitFor();
  assert.deepEqual(await sizeOf(page, 'three'), ['850px', '500px', 'Draw']);
  assert.deepEqual(await detailsOf(page, 'start_annotate'), [{ binder_id: binderId, page_id }]);
  await frameIn(page, 'three').getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(async () => (await eventsOf(page, 'stop_annotate')).length > 0, 'drawing has ended')
    .toBeTruthy();
  const [stopped] = await detailsOf(page, 'stop_annotate');
  assert.equal(stopped?.share_url, `${service.origin}/b/${binderId}/pages/${page_id}`);
  assert.equal((await fetch(String(stopped?.download_url))).status, 200);
  await expect(page.locator('#three iframe')).toHaveCount(0);
});

test('[WORK-13] a new note opens in its editor in the embedded Pages', async ({ org, openReady }) => {
  const binder_id = await org.addBinder('Notes', org.ada);
  const page = await openReady();
  await showModule(page, 'pageView', 'one', { binder_id });
  const frame = frameIn(page, 'one');
  await frame.getByRole('button', { name: 'Add', exact: true }).click();
  await frame.getByRole('menuitem', { name: 'Note' }).click();
  await expect(frame.getByRole('textbox', { name: 'Text of the note' })).toBeFocused();
  await page.keyboard.type('Who signs when');
  await page.keyboard.press('Escape');
  await frame.getByRole('region', { name: 'Text of Who signs when' }).getByText('Who signs when').waitFor();
});

test('[SDK-31] [SDK-14] Timeline lists the binders, and opens one itself or reports the click', async ({
  org,
  openReady,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Offers', ada, [ben]);
  const page = await openReady();
  await showModule(page, 'timelineView', 'one', {});
  await frameIn(page, 'one')
    .getByRole('link', { name: /^Offers/ })
    .waitFor();
  assert.deepEqual(await sizeOf(page, 'one'), ['330px', '768px', 'Timeline']);
  await showModule(page, 'timeline', 'two', {});
  await frameIn(page, 'two')
    .getByRole('link', { name: /^Offers/ })
    .click();
  await frameIn(page, 'two').getByRole('heading', { name: 'Offers' }).waitFor();
  await frameIn(page, 'two').locator('[data-composer]').waitFor();
  assert.deepEqual(await sizeOf(page, 'two'), ['1024px', '768px', 'Timeline']);
  await expect.poll(() => detailsOf(page, 'view_binder')).toEqual([{ binder_id: binderId }]);
  const message = await org.post(binderId, ben, 'The offer is in.');
  assert.ok(message > 0);
  await expect
    .poll(
      async () =>
        (await detailsOf(page, 'receive_feed')).filter((each) => each.title === 'Offers').length === 2,
      'both Timelines told of it',
    )
    .toBeTruthy();
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await frameIn(page, 'two').getByRole('link', { name: 'All binders' }).click();
  await frameIn(page, 'two')
    .getByRole('link', { name: /^Offers/ })
    .waitFor();
  if (wide) await page.setViewportSize(wide);
  const length = await page.evaluate('history.length');
  assert.equal(length, 2, 'nothing was added to the history of the page: about:blank and the page itself');
});

test('[SDK-17] Clip reports the start and the saved recording, and removeWidget leaves it in place', async ({
  org,
  openReady,
}) => {
  const { ada } = org;
  const binderId = await org.addBinder('Recorded', ada);
  const page = await openReady();
  await showModule(page, 'note', 'one', { binder_id: binderId });
  assert.deepEqual(await sizeOf(page, 'one'), ['1024px', '768px', 'Clip']);
  const frame = frameIn(page, 'one');
  await frame.getByRole('radio', { name: /^Voice/ }).check();
  await frame.getByRole('button', { name: 'Start recording' }).click();
  await frame.getByRole('button', { name: 'Start now' }).click();
  await frame
    .getByRole('timer')
    .getByText(/^0:0[2-9]/)
    .waitFor();
  const [begun] = await eventsOf(page, 'start_note');
  assert.match(String(begun?.session_key), /^[0-9a-f-]{36}$/);
  await frame.getByRole('button', { name: 'Stop' }).click();
  await frame.getByRole('button', { name: 'Save' }).click();
  await frame.getByLabel('Link', { exact: true }).waitFor();
  const [saved] = await detailsOf(page, 'save_note');
  assert.equal(saved?.destination_binder_id, binderId);
  assert.equal((await fetch(String(saved?.download_url))).status, 200);
  await showModule(page, 'clip', 'two', { binder_id: binderId });
  await page.evaluate(`Service.removeWidget('two')`);
  assert.equal(await page.locator('#two iframe').count(), 1, 'removeWidget leaves Clip alone');
  assert.deepEqual(await eventsOf(page, 'cancel_note'), []);
});

test('[SDK-9] [SDK-13] another call uses the frame in the element again, and removeWidget and logout remove it', async ({
  org,
  openReady,
}) => {
  const { ada } = org;
  const [one, two] = [await org.addBinder('First', ada), await org.addBinder('Second', ada)];
  await org.post(one, ada, 'in the first');
  await org.post(two, ada, 'in the second');
  const page = await openReady();
  await showModule(page, 'chat', 'one', { binder_id: one, border: 'false' });
  await frameIn(page, 'one').getByText('in the first').first().waitFor();
  await page.evaluate(`window.kept = document.querySelector('#one iframe')`);
  await showModule(page, 'chatView', 'one', { binder_id: two });
  await frameIn(page, 'one').getByText('in the second').first().waitFor();
  assert.equal(await page.evaluate(`window.kept === document.querySelector('#one iframe')`), true);
  assert.equal(await page.locator('#one iframe').count(), 1);
  assert.equal(await page.evaluate('history.length'), 2);
  await page.evaluate(
    `Service.removeWidget('one'); Service.removeWidget('one'); Service.removeWidget('none')`,
  );
  assert.equal(await page.locator('iframe').count(), 0);
  await showModule(page, 'todoView', 'one', { binder_id: two });
  await page.evaluate('Service.logout()');
  assert.equal(await page.locator('iframe').count(), 0);
  const refused = await page.evaluate<string>(
    `Service.chat({ iframe: true, tagid4iframe: 'one', binder_id: '${two}' }).catch((error) => error.error_code)`,
  );
  assert.equal(refused, 'invalid access_token');
});
