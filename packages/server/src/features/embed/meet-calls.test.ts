import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { enter } from '../meet-rooms/testing/meet-client.ts';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';
import { detailsOf, showModule } from './testing/shown-module.ts';

const { browser, service, fixture } = await startApp();
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;
const clientId = fixture.client.id;
host.put('/', pageWith(service, '<div id="one"></div>'));

test(
  '[SDK-25] [SDK-55] [SDK-59] a meet is begun by meet and joined by joinMeet, one at a time; what cannot be is told, and prepare tells whether it can',
  browser.needed,
  async () => {
    const { page } = await openHost(browser, `${host.origin}/`);
    await page.evaluate(
      `Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 3, plugin_version: 'latest' })`,
    );
    await page.evaluate(
      `Service.meet.prepare({ env_ready: tell('env_ready'), browser_unsupported: tell('browser_unsupported'), need_plugin: tell('need_plugin') })`,
    );
    await becomes(async () => (await toldOf(page, 'env_ready')).length, 1);
    const codes = async () => (await toldOf(page, 'error')).map(({ error_code }) => error_code);
    const inFrame = `...callbacks, iframe: true, tagid4iframe: 'one'`;
    await page.evaluate(`Service.meet({ ${inFrame}, topic: 'Loan', options: { MEET_WITHOUT_AUDIO: true } })`);
    const frame = frameIn(page, 'one');
    await frame.getByRole('heading', { name: 'Loan' }).waitFor();
    await frame.getByRole('button', { name: /^Join/ }).waitFor();
    await becomes(async () => (await toldOf(page, 'create_binder')).length, 1);
    const [{ binder_id } = {}] = await toldOf(page, 'create_binder');
    // A second one while the first is open is none.
    await page.evaluate(`Service.joinMeet({ ...callbacks, session_key: '1' })`);
    assert.equal(page.context().pages().length, 1);
    const gone = () => becomes(() => page.locator('iframe').count(), 0);
    await page.evaluate('Service.leaveMeet()');
    await gone();

    const asBen = (method: string, path: string, json?: object) =>
      service.call(method, path, { token: ben.token, ...(json && { json }) });
    const users = [{ user: { id: ben.id } }];
    await service.call('POST', `/${binder_id}/addorguser`, { token: ada.token, json: { users } });
    const [mine] = (await service.call('GET', `/${binder_id}/meets`, { token: ada.token })).body.data.meets;
    await service.call('POST', `/meets/${mine.session_key}/end`, { token: ada.token });
    await page.evaluate(`Service.joinMeet({ ${inFrame}, session_key: '${mine.session_key}' })`);
    await becomes(codes, [412]);
    await page.evaluate('Service.meet.endScreenshare()');
    await gone();
    const { session_key } = (await asBen('POST', `/${binder_id}/meets`, {})).body.data;
    await page.evaluate(`Service.meet({ ${inFrame}, schedule_binder_id: '${binder_id}' })`);
    await becomes(codes, [412, 409]);
    await page.evaluate('Service.endMeet()');
    await gone();
    // Without a token one is a guest, by the key of the meet or by a link for guests.
    await page.evaluate('Service.logout()');
    await page.evaluate(`Service.joinMeet({ ${inFrame}, user_name: 'Grace' })`);
    await becomes(codes, [412, 409, 401]);
    await page.evaluate('Service.meet.leaveScreenshare()');
    await gone();
    await page.evaluate(`Service.joinMeet({ ${inFrame}, meet_id: '${session_key}', user_name: 'Grace' })`);
    await becomes(() => frame.getByLabel('Your name').inputValue(), 'Grace');
    await page.evaluate('Service.leaveMeet()');
    await gone();
    // So is somebody who is signed in and no member.
    const { carla } = fixture;
    await page.evaluate(
      `Service.joinMeet({ ${inFrame}, access_token: '${carla.token}', session_key: '${session_key}' })`,
    );
    await becomes(() => frame.getByLabel('Your name').inputValue(), carla.name);
    await page.evaluate('Service.leaveMeet()');
    await gone();
    const { url } = (await asBen('POST', `/meets/${session_key}/links`, {})).body.data;
    await page.evaluate(`Service.joinMeet({ ${inFrame}, session_key: '${url}', user_name: 'Grace' })`);
    await becomes(() => frame.getByLabel('Your name').inputValue(), 'Grace');
    assert.deepEqual(await toldOf(page, 'need_plugin'), []);

    // There is a place for ten devices of one person.
    await page.evaluate('Service.leaveMeet()');
    await gone();
    const devices = await Promise.all(
      Array.from({ length: 10 }, () => enter(service, session_key, ada.token)),
    );
    await page.evaluate(
      `Service.joinMeet({ ${inFrame}, access_token: '${ada.token}', session_key: '${session_key}', reach_limit: tell('reach_limit') })`,
    );
    await frame.getByRole('button', { name: /^Join/ }).click();
    await frame.getByRole('heading', { name: 'There is no place left' }).waitFor();
    await becomes(
      async () => (await toldOf(page, 'reach_limit')).map((told) => told.session_key),
      [session_key],
    );
    assert.deepEqual(await codes(), [412, 409, 401]);
    for (const { client } of devices) client.cut();
    await page.context().close();
  },
);

test('[SDK-56] meetView lists the meets of a binder, plans one and joins one', browser.needed, async () => {
  const binder_id = await service.make.binder(ada);
  const { page } = await openHost(browser, `${host.origin}/`);
  await page.evaluate(
    `Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 3 })`,
  );
  await page.evaluate(
    `Service.meetView({ ...callbacks, start_meetview: tell('start_meetview'), iframe: true, tagid4iframe: 'one', binder_id: '${binder_id}' })`,
  );
  const frame = frameIn(page, 'one');
  await frame.getByText('No meets yet').waitFor();
  await becomes(
    async () => (await toldOf(page, 'start_meetview')).map((told) => told.binder_id),
    [binder_id],
  );
  await frame.getByRole('button', { name: 'Schedule' }).click();
  await frame.getByLabel('Name').fill('Valuation');
  await frame.getByLabel('Begins').fill('2031-05-06T10:00');
  await frame.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await frame.getByRole('heading', { name: 'Planned' }).waitFor();
  await frame.getByRole('button', { name: 'Join Valuation' }).click();
  await frame.getByRole('heading', { name: 'Valuation' }).waitFor();
  await frame.getByRole('button', { name: 'Not now' }).click();
  await frame.getByRole('button', { name: 'Join Valuation' }).waitFor();
  // A page that hears of it plans by itself.
  await page.evaluate('Service.endMeet()');
  await becomes(() => page.locator('iframe').count(), 0);
  await page.evaluate(
    `Service.meetView({ schedule_meet: tell('schedule_meet'), iframe: true, tagid4iframe: 'one', binder_id: '${binder_id}' })`,
  );
  await frame.getByRole('button', { name: 'Schedule' }).click();
  await becomes(async () => (await toldOf(page, 'schedule_meet')).map((told) => told.binder_id), [binder_id]);
  await page.context().close();
});

test(
  '[SDK-58] the meets of a binder are begun and joined over the module that shows it, or by the page that hears of it',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Requests', ada, [ben]);
    const { page } = await openHost(browser, `${host.origin}/`);
    await page.evaluate(
      `Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 4 })`,
    );
    const frame = frameIn(page, 'one');
    // What runs is joined by the page that hears of it; with autostart_meet, or where nobody does, over the module.
    const meet = (await service.call('POST', `/${binder_id}/meets`, { token: ben.token, json: {} })).body
      .data;
    const detail = { binder_id, session_key: meet.session_key, meet_id: meet.session_key };
    await showModule(page, 'chat', 'one', { binder_id, tab: 'tab_meet' }, ['request_join_meet']);
    const joinable = frame.getByRole('link', { name: 'Join Requests' });
    await joinable.click();
    await becomes(() => detailsOf(page, 'request_join_meet'), [detail]);
    await showModule(page, 'chat', 'one', { binder_id, autostart_meet: 'true', invite_members: true }, [
      'request_meet',
      'request_join_meet',
      'request_view_binder',
      'start_meet',
      'end_meet',
    ]);
    await frame.getByRole('link', { name: 'Meets' }).click();
    await joinable.click();
    await frame.getByRole('button', { name: 'Not now' }).click();
    await service.call('POST', `/meets/${meet.session_key}/end`, { token: ben.token });
    await joinable.waitFor({ state: 'detached' });
    await frame.getByRole('link', { name: 'Chat', exact: true }).click();
    await frame.getByRole('button', { name: 'Start a meet' }).click();
    await frame.getByRole('button', { name: /^Join/ }).click();
    await becomes(
      async () => (await detailsOf(page, 'start_meet')).map((told) => told.binder_id),
      [binder_id],
    );
    await frame.getByText('Nobody else is here yet').waitFor();
    // A link in its chat is for the page: followed in place it would end the meet.
    await fixture.post(binder_id, ben, 'Five minutes');
    await frame.getByRole('button', { name: 'Chat' }).click();
    const said = frame.locator('.meet-chat .message', { hasText: 'Five minutes' });
    await said.locator('.message-time').dispatchEvent('click');
    await becomes(() => detailsOf(page, 'request_view_binder'), [{ binder_id }]);
    await frame.getByText('Nobody else is here yet').waitFor();
    const [{ session_key } = {}] = await detailsOf(page, 'start_meet');
    await service.call('POST', `/meets/${session_key}/end`, { token: ada.token });
    await becomes(
      async () => (await detailsOf(page, 'end_meet')).map((told) => told.session_key),
      [session_key],
    );
    await frame.getByRole('button', { name: 'Back to the binder' }).click();
    await frame.locator('[data-composer]').waitFor();
    assert.deepEqual(await detailsOf(page, 'request_meet'), []);
    assert.equal((await detailsOf(page, 'request_join_meet')).length, 1);
    const { entries } = (await service.call('GET', `/${binder_id}/feed`, { token: ada.token })).body.data;
    const invited = entries.findLast(({ kind }: { kind: string }) => kind === 'meet_invited');
    assert.deepEqual(invited?.body.user_ids, [ben.id]);

    await page.context().close();
  },
);
