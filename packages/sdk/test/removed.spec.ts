import assert from 'node:assert/strict';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import {
  codesOf,
  eventsOf,
  expect,
  frameIn,
  type OpenReady,
  openHost,
  pageWith,
  test,
} from './support/embed.ts';

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

const openCounting = (openReady: OpenReady) =>
  openReady(
    {},
    {
      body: '<div id="one"></div><div id="two"></div><button onclick="act()">Go</button>',
      head: COUNT,
    },
  );
const inFrame = (tag: string) =>
  `...callbacks, close: tell('close'), end_meet: tell('end_meet'), exit_meet: tell('exit_meet'), iframe: true, tagid4iframe: '${tag}'`;
const joinable = (page: Page, tag: string) => frameIn(page, tag).getByRole('button', { name: /^Join/ });

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-65] another meet can be shown after one has failed, has ended or was removed from the page', async ({
  org,
  service,
  openReady,
}) => {
  const { ada } = org;
  const page = await openCounting(openReady);
  await page.evaluate(`Service.meet({ ${inFrame('one')} }); undefined`);
  await joinable(page, 'one').waitFor();
  const [{ binder_id } = {}] = await eventsOf(page, 'create_binder');
  const { body } = await service.call('GET', `/${binder_id}/meets`, { token: ada.token });
  assert.equal(body.data.meets[0].status, 'SESSION_STARTED');
  await page.evaluate(`Service.meet({ ${inFrame('two')}, topic: 'Second' }); undefined`);
  assert.equal(await page.locator('#two iframe').count(), 0);

  await page.evaluate(`document.querySelector('#one').innerHTML = ''`);
  await expect.poll(async () => (await eventsOf(page, 'close')).length).toEqual(1);
  await page.evaluate(`Service.meet({ ${inFrame('two')}, topic: 'Second' }); undefined`);
  await joinable(page, 'two').waitFor();
  await joinable(page, 'two').click();
  await frameIn(page, 'two').getByText('No one else is here yet').waitFor();
  const second = (await eventsOf(page, 'create_binder'))[1]?.binder_id;
  const [meet] = (await service.call('GET', `/${second}/meets`, { token: ada.token })).body.data.meets;
  await service.call('POST', `/meets/${meet.session_key}/end`, { token: ada.token });
  await expect
    .poll(async () => (await eventsOf(page, 'end_meet')).length > 0, 'it is told that it has ended')
    .toBeTruthy();
  await page.evaluate(
    `Service.joinMeet({ ${inFrame('one')}, session_key: '${meet.session_key}' }).catch(() => {}); undefined`,
  );
  await expect.poll(() => codesOf(page)).toEqual([412]);
  await page.evaluate(`Service.meet({ ${inFrame('one')}, topic: 'Third' }); undefined`);
  await joinable(page, 'one').waitFor();
  await page.evaluate('Service.leaveMeet()');
  await expect(page.locator('#one iframe')).toHaveCount(0);
});

test('[SDK-65] the list of meets starts no meet and does not count as one', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const page = await openCounting(openReady);
  const loan = await org.addBinder('Loan', ada, [ben]);
  await page.evaluate(
    `Service.meetView({ ${inFrame('one')}, binder_id: '${loan}', autostart_meet: 'true' }); undefined`,
  );
  await frameIn(page, 'one').getByText('No meetings yet').waitFor();
  await page.evaluate(`Service.meet({ ${inFrame('two')}, binder_id: '${loan}' }); undefined`);
  await joinable(page, 'two').waitFor();
  const feed = (await service.call('GET', `/${loan}/messages`, { token: ada.token })).body.data.messages;
  assert.ok(feed.length <= 1, 'the list has started no meet');
});

test('[SDK-65] another meet can be shown after the window of the first was closed', async ({ openReady }) => {
  const page = await openCounting(openReady);
  await page.evaluate(`window.act = () => { Service.meet({ ...callbacks, topic: 'Open in a window' }) }`);
  for (const round of [1, 2]) {
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Go' }).click();
    const opened = await opening;
    await opened.getByRole('button', { name: /^Join/ }).waitFor();
    await expect.poll(async () => (await eventsOf(page, 'create_binder')).length).toEqual(round);
    await opened.close();
  }
});

test('[SDK-65] a removed module closes and leaves no listeners behind; a moved module continues', async ({
  org,
  openReady,
}) => {
  const { ada } = org;
  const page = await openCounting(openReady);
  const binderId = await org.addBinder('Removed', ada);
  const listening = () => page.evaluate<number>('listening');
  const before = await listening();
  const show = async (tag: string) => {
    await page.evaluate(`Service.chat({ ${inFrame(tag)}, binder_id: '${binderId}' }); undefined`);
    await frameIn(page, tag).locator('[data-composer]').waitFor();
  };
  await show('one');
  assert.ok((await listening()) > before);
  await page.evaluate(`document.body.append(document.querySelector('#one'))`);
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
  assert.deepEqual(await eventsOf(page, 'close'), []);
  await page.evaluate(`document.querySelector('#one').remove()`);
  await expect.poll(async () => (await eventsOf(page, 'close')).length).toEqual(1);
  assert.equal(await listening(), before);
  await page.evaluate(`{
    const shadow = document.querySelector('#two').attachShadow({ mode: 'open' });
    window.inner = document.createElement('div');
    shadow.append(inner);
    Service.chat({ ${inFrame('two').replace("'two'", 'inner')}, binder_id: '${binderId}' });
  }`);
  await page.locator('#two iframe').contentFrame().locator('[data-composer]').waitFor();
  await page.evaluate('inner.remove()');
  await expect.poll(async () => (await eventsOf(page, 'close')).length).toEqual(2);
  assert.equal(await listening(), before);
});

test('[SDK-66] a callback with an empty body leaves the action to the module', async ({ org, openReady }) => {
  const { ada, ben } = org;
  const page = await openCounting(openReady);
  const binder_id = await org.addBinder('Opened', ada, [ben]);
  await org.post(binder_id, ben, 'the newest');
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
    await expect
      .poll(async () => (await eventsOf(page, 'view_binder')).map((event) => event.binder_id))
      .toEqual([binder_id]);
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    assert.deepEqual(
      (await eventsOf(page, 'start_timeline')).map((event) => event.binder_id),
      [binder_id],
    );
  }
});

test('[SDK-66] an empty listener of an element leaves the action to the module; another one takes it over', async ({
  org,

  openReady,
}) => {
  const { ada, ben } = org;
  const page = await openCounting(openReady);
  await org.addBinder('Opened', ada, [ben]);
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
    await expect.poll(async () => (await eventsOf(page, 'view_binder')).length).toEqual(1);
  }
  for (const taker of [
    `tell('taken')`,
    `{ handleEvent: tell('taken') }`,
    `() => window.state = tell('taken')({})`,
  ]) {
    const list = await listen(taker);
    await expect.poll(async () => (await eventsOf(page, 'taken')).length).toEqual(1);
    assert.equal(await list.locator('[data-composer]').count(), 0, taker);
  }
});

test('[SDK-66] a person can be named by a number', async ({ org, service, openReady }) => {
  const { ben } = org;
  const page = await openCounting(openReady);
  await service.env.db.query('UPDATE users SET unique_id = $2 WHERE id = $1', [ben.id, '4711']);
  await page.evaluate(`Service.chatView({ ${inFrame('one')}, unique_id: 4711 }); undefined`);
  await expect.poll(async () => (await eventsOf(page, 'start_chat')).length).toEqual(1);
});

test('[SDK-66] a script tag with data-client-id needs no init if each call has a token, and setup explains its refusals', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada } = org;
  const binderId = await org.addBinder('Tagged', ada);
  host.put(
    '/tagged',
    pageWith(service, '<div id="one"></div><service-chat></service-chat>').replace(
      '/sdk/service.js"',
      `/sdk/service.js" data-client-id="${org.client.id}"`,
    ),
  );
  const page = await openHost(app, `${host.origin}/tagged`);
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
  assert.match(signed.error_message, /signatures are not accepted/);
  assert.equal((await setup(`clientId: 'old', mode: 'production'`)).error_code, 'invalid client_id');
  const refused = await setup(`clientId: '${org.client.id}', mode: 'production'`);
  assert.equal(refused.error_code, 'invalid_request', 'the server requires the secret');
});
