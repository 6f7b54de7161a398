import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';
import { detailsOf, showModule } from './testing/shown-module.ts';

const { browser, service, fixture } = await startApp({}, [
  ...fakeMedia,
  '--test-third-party-cookie-phaseout',
]);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;
const tags = ['one', 'two', 'three', 'four'];
host.put('/', pageWith(service, tags.map((tag) => `<div id="${tag}"></div>`).join('')));

const options = { mode: 'production', client_id: fixture.client.id, access_token: ada.token };

/** Opens a page that has called `init`. */
async function openReady(more: object = {}) {
  const opened = await openHost(browser, `${host.origin}/`);
  await opened.page.evaluate(`Service.init(${JSON.stringify({ ...options, sdk_version: 4, ...more })})`);
  return opened;
}

/** Width, height and title of the frame in an element. */
const sizeOf = (page: Page, tag: string) =>
  page.locator(`#${tag} iframe`).evaluate((frame) => {
    const { style, title } = frame as unknown as { style: Record<string, string>; title: string };
    return [style.width, style.height, title];
  });

test(
  '[SDK-14] pages, to-dos and Draw stand in a page, each in a size of its own',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Plans', ada, [ben]);
    const made = await service.call('POST', `/${binderId}/pages`, {
      token: ada.token,
      json: { type: 'whiteboard', name: 'Sketch' },
    });
    const { page_id } = made.body.data;
    await service.call('POST', `/${binderId}/todos`, { token: ada.token, json: { name: 'Book the notary' } });
    const { page, errors } = await openReady();
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
    await becomes(() => detailsOf(page, 'view_binder_page'), [{ binder_id: binderId, page_id }]);

    await showModule(page, 'annotate', 'three', { binder_id: binderId });
    await frameIn(page, 'three').locator('.draw').waitFor();
    assert.deepEqual(await sizeOf(page, 'three'), ['850px', '500px', 'Draw']);
    assert.deepEqual(await detailsOf(page, 'start_annotate'), [{ binder_id: binderId, page_id }]);
    await frameIn(page, 'three').getByRole('button', { name: 'Done' }).click();
    await until('drawing has ended', async () => (await toldOf(page, 'stop_annotate')).length > 0);
    const [stopped] = await detailsOf(page, 'stop_annotate');
    assert.equal(stopped?.share_url, `${service.origin}/b/${binderId}/pages/${page_id}`);
    assert.equal((await fetch(String(stopped?.download_url))).status, 200);
    await becomes(() => page.locator('#three iframe').count(), 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-31] [SDK-14] Timeline shows the binders, and leaves it to the page to open one or opens it itself',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Offers', ada, [ben]);
    const { page, errors } = await openReady();
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
    await becomes(() => detailsOf(page, 'view_binder'), [{ binder_id: binderId }]);
    const said = await fixture.post(binderId, ben, 'The offer is in.');
    assert.ok(said > 0);
    await until(
      'both Timelines told of it',
      async () =>
        (await detailsOf(page, 'receive_feed')).filter((each) => each.title === 'Offers').length === 2,
    );
    // Where there is room for one thing at a time, there is a way back.
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await frameIn(page, 'two').getByRole('link', { name: 'All binders' }).click();
    await frameIn(page, 'two')
      .getByRole('link', { name: /^Offers/ })
      .waitFor();
    if (wide) await page.setViewportSize(wide);
    const length = await page.evaluate('history.length');
    assert.equal(length, 2, 'nothing was added to the history of the page: about:blank and the page itself');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-17] Clip records, saves and says so; closed without that it was cancelled',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Recorded', ada);
    const { page, errors } = await openReady();
    await showModule(page, 'note', 'one', { binder_id: binderId });
    assert.deepEqual(await sizeOf(page, 'one'), ['1024px', '768px', 'Clip']);
    const frame = frameIn(page, 'one');
    await frame.getByRole('radio', { name: /^Voice/ }).check();
    await frame.getByRole('button', { name: 'Start recording' }).click();
    await frame.getByRole('button', { name: 'Begin now' }).click();
    await frame
      .getByRole('timer')
      .getByText(/^0:0[2-9]/)
      .waitFor();
    const [begun] = await toldOf(page, 'start_note');
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
    assert.deepEqual(await toldOf(page, 'cancel_note'), []);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test('[SDK-9] [SDK-13] an element is used again, and removeWidget empties it', browser.needed, async () => {
  const [one, two] = [await fixture.addBinder('First', ada), await fixture.addBinder('Second', ada)];
  await fixture.post(one, ada, 'in the first');
  await fixture.post(two, ada, 'in the second');
  const { page, errors } = await openReady();
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
  assert.deepEqual(errors, []);
  await page.context().close();
});
