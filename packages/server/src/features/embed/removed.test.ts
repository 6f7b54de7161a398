import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

/* What ends by itself, fails, or is taken out of the page, and what can be called after it. */

const { browser, service, fixture } = await startApp({}, fakeMedia);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;
const clientId = fixture.client.id;

/** Counts the listeners that a page has added and not removed, on its window and on media queries. */
const COUNT = `<script>
  window.listening = 0;
  for (const target of [EventTarget.prototype, MediaQueryList.prototype]) {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = function (...values) {
      if (this === undefined || this === window || this instanceof MediaQueryList) listening += 1;
      return addEventListener.apply(this ?? window, values);
    };
    target.removeEventListener = function (...values) {
      if (this === undefined || this === window || this instanceof MediaQueryList) listening -= 1;
      return removeEventListener.apply(this ?? window, values);
    };
    if (target !== EventTarget.prototype) break;
    delete MediaQueryList.prototype.addEventListener;
  }
</script>`;
host.put(
  '/',
  pageWith(service, `<div id="one"></div><div id="two"></div><button onclick="act()">Go</button>`, COUNT),
);

async function openReady(): Promise<Page> {
  const { page } = await openHost(browser, `${host.origin}/`);
  await page.evaluate(
    `Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 4 })`,
  );
  return page;
}
const inFrame = (tag: string) =>
  `...callbacks, close: tell('close'), end_meet: tell('end_meet'), exit_meet: tell('exit_meet'), iframe: true, tagid4iframe: '${tag}'`;
const codesOf = async (page: Page) => (await toldOf(page, 'error')).map(({ error_code }) => error_code);
const joinable = (page: Page, tag: string) => frameIn(page, tag).getByRole('button', { name: /^Join/ });

test(
  '[SDK-65] after a meet that has failed, has ended or was taken out of the page another one is shown',
  browser.needed,
  async () => {
    const page = await openReady();
    // Without an address it is in a binder of its own.
    await page.evaluate(`Service.meet({ ${inFrame('one')} }); undefined`);
    await joinable(page, 'one').waitFor();
    const [{ binder_id } = {}] = await toldOf(page, 'create_binder');
    const { body } = await service.call('GET', `/${binder_id}/meets`, { token: ada.token });
    assert.equal(body.data.meets[0].status, 'SESSION_STARTED');
    // A second one while it is open is none.
    await page.evaluate(`Service.meet({ ${inFrame('two')}, topic: 'Second' }); undefined`);
    assert.equal(await page.locator('#two iframe').count(), 0);

    // Its element is emptied, as pages do it.
    await page.evaluate(`document.querySelector('#one').innerHTML = ''`);
    await becomes(async () => (await toldOf(page, 'close')).length, 1);
    await page.evaluate(`Service.meet({ ${inFrame('two')}, topic: 'Second' }); undefined`);
    await joinable(page, 'two').waitFor();
    // It ends.
    await joinable(page, 'two').click();
    await frameIn(page, 'two').getByText('Nobody else is here yet').waitFor();
    const second = (await toldOf(page, 'create_binder'))[1]?.binder_id;
    const [meet] = (await service.call('GET', `/${second}/meets`, { token: ada.token })).body.data.meets;
    await service.call('POST', `/meets/${meet.session_key}/end`, { token: ada.token });
    await until('it is told that it has ended', async () => (await toldOf(page, 'end_meet')).length > 0);
    await page.evaluate(
      `Service.joinMeet({ ${inFrame('one')}, session_key: '${meet.session_key}' }).catch(() => {}); undefined`,
    );
    await becomes(() => codesOf(page), [412]);
    // It has failed: it is over.
    await page.evaluate(`Service.meet({ ${inFrame('one')}, topic: 'Third' }); undefined`);
    await joinable(page, 'one').waitFor();
    await page.evaluate('Service.leaveMeet()');
    await becomes(() => page.locator('#one iframe').count(), 0);
    // Clips have none of that in their way, and neither has the list of meets.
    const loan = await fixture.addBinder('Loan', ada, [ben]);
    await page.evaluate(
      `Service.meetView({ ${inFrame('one')}, binder_id: '${loan}', autostart_meet: 'true' }); undefined`,
    );
    await frameIn(page, 'one').getByText('No meets yet').waitFor();
    await page.evaluate(`Service.meet({ ${inFrame('two')}, binder_id: '${loan}' }); undefined`);
    await joinable(page, 'two').waitFor();
    const feed = (await service.call('GET', `/${loan}/messages`, { token: ada.token })).body.data.messages;
    assert.ok(feed.length <= 1, 'the list has begun no meet');
    await page.context().close();
  },
);

test(
  '[SDK-65] a meet in a window that somebody has closed makes room for another one',
  browser.needed,
  async () => {
    const page = await openReady();
    await page.evaluate(`window.act = () => { Service.meet({ ...callbacks, topic: 'In a window' }) }`);
    for (const round of [1, 2]) {
      const opening = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'Go' }).click();
      const opened = await opening;
      await opened.getByRole('button', { name: /^Join/ }).waitFor();
      await becomes(async () => (await toldOf(page, 'create_binder')).length, round);
      await opened.close();
    }
    await page.context().close();
  },
);

test(
  '[SDK-65] what is taken out of the page ends and leaves nothing behind; what is moved goes on',
  browser.needed,
  async () => {
    const page = await openReady();
    const binderId = await fixture.addBinder('Removed', ada);
    const listening = () => page.evaluate<number>('listening');
    const before = await listening();
    const show = async (tag: string) => {
      await page.evaluate(`Service.chat({ ${inFrame(tag)}, binder_id: '${binderId}' }); undefined`);
      await frameIn(page, tag).locator('[data-composer]').waitFor();
    };
    await show('one');
    assert.ok((await listening()) > before);
    // Moved within a task it is loaded anew, and goes on.
    await page.evaluate(`document.body.append(document.querySelector('#one'))`);
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    assert.deepEqual(await toldOf(page, 'close'), []);
    await page.evaluate(`document.querySelector('#one').remove()`);
    await becomes(async () => (await toldOf(page, 'close')).length, 1);
    assert.equal(await listening(), before);
    // In a shadow tree as well.
    await page.evaluate(`{
    const shadow = document.querySelector('#two').attachShadow({ mode: 'open' });
    window.inner = document.createElement('div');
    shadow.append(inner);
    Service.chat({ ${inFrame('two').replace("'two'", 'inner')}, binder_id: '${binderId}' });
  }`);
    await page.locator('#two iframe').contentFrame().locator('[data-composer]').waitFor();
    await page.evaluate('inner.remove()');
    await becomes(async () => (await toldOf(page, 'close')).length, 2);
    assert.equal(await listening(), before);
    await page.context().close();
  },
);

test(
  '[SDK-66] an empty callback takes nothing over, start_timeline tells the binder, a person is named by a number',
  browser.needed,
  async () => {
    const page = await openReady();
    const binder_id = await fixture.addBinder('Opened', ada, [ben]);
    await fixture.post(binder_id, ben, 'the newest');
    for (const empty of [
      'function () {}',
      '() => {}',
      '(event) => { /* later */ }',
      'function (event) {\n// later\n}',
      'function (event) {\n// later,\n// or never\n/* {} */\n}',
      '{ request_view_binder() {} }.request_view_binder',
    ]) {
      await page.evaluate(`window.told = []; undefined`);
      await page.evaluate(
        `Service.timeline({ ${inFrame('one')}, start_timeline: tell('start_timeline'), request_view_binder: ${empty} }); undefined`,
      );
      await frameIn(page, 'one')
        .getByRole('link', { name: /^Opened/ })
        .click();
      await becomes(
        async () => (await toldOf(page, 'view_binder')).map((told) => told.binder_id),
        [binder_id],
      );
      await frameIn(page, 'one').locator('[data-composer]').waitFor();
      assert.deepEqual(
        (await toldOf(page, 'start_timeline')).map((told) => told.binder_id),
        [binder_id],
      );
    }
    // So do listeners of an element; one that does something has the binder left to it.
    const listen = async (listener: string) => {
      await page.evaluate(`window.told = []; document.querySelector('#two').innerHTML = '<service-timeline>';
        document.querySelector('service-timeline').addEventListener('view_binder', ({ detail }) => told.push(['view_binder', detail]));
        document.querySelector('service-timeline').addEventListener('request_view_binder', ${listener}); undefined`);
      const list = page.locator('service-timeline iframe').contentFrame();
      await list.getByRole('link', { name: /^Opened/ }).click();
      return list;
    };
    for (const empty of ['() => {}', '{ handleEvent() { /* later */ } }', 'null']) {
      await (await listen(empty)).locator('[data-composer]').waitFor();
      await becomes(async () => (await toldOf(page, 'view_binder')).length, 1);
    }
    for (const taker of [
      `tell('taken')`,
      `{ handleEvent: tell('taken') }`,
      `() => window.state = tell('taken')({})`,
    ]) {
      const list = await listen(taker);
      await becomes(async () => (await toldOf(page, 'taken')).length, 1);
      assert.equal(await list.locator('[data-composer]').count(), 0, taker);
    }
    await service.env.db.query('UPDATE users SET unique_id = $2 WHERE id = $1', [ben.id, '4711']);
    await page.evaluate(`window.told = []; undefined`);
    await page.evaluate(`Service.chatView({ ${inFrame('one')}, unique_id: 4711 }); undefined`);
    await becomes(async () => (await toldOf(page, 'start_chat')).length, 1);
    await page.context().close();
  },
);

test(
  '[SDK-66] a script tag with data-client-id needs no init where each call brings its token; clientId is client_id, and a signature is explained first',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Tagged', ada);
    host.put(
      '/tagged',
      pageWith(service, '<div id="one"></div><service-chat></service-chat>').replace(
        '/sdk/service.js"',
        `/sdk/service.js" data-client-id="${clientId}"`,
      ),
    );
    const { page } = await openHost(browser, `${host.origin}/tagged`);
    await page.evaluate(
      `Service.chatView({ ${inFrame('one')}, access_token: '${ada.token}', binder_id: '${binderId}' })`,
    );
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    await page.evaluate(
      `Object.assign(document.querySelector('service-chat'), { options: { binder_id: '${binderId}' }, token: '${ada.token}' })`,
    );
    await page.locator('service-chat iframe').contentFrame().locator('[data-composer]').waitFor();
    const setup = (more: string) =>
      page.evaluate<{ error_code: string; error_message: string }>(
        `new Promise((error) => Service.setup({ uniqueid: 'ada', error, ${more} }))`,
      );
    const signed = await setup(`clientId: 'old', signature: 'bm9uZQ'`);
    assert.match(signed.error_message, /signature is not taken/);
    assert.equal((await setup(`clientId: 'old', mode: 'production'`)).error_code, 'invalid client_id');
    const refused = await setup(`clientId: '${clientId}', mode: 'production'`);
    assert.equal(refused.error_code, 'invalid_request', 'the server is asked, and wants the secret');
    await page.context().close();
  },
);
