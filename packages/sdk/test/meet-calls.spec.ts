import assert from 'node:assert/strict';
import { enter } from '@ringbinder/server/features/meet-rooms/testing/meet-client.ts';
import { codesOf, detailsOf, eventsOf, expect, frameIn, showModule, test } from './support/embed.ts';

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-25] [SDK-55] [SDK-59] meet starts a meet and joinMeet joins one, one at a time; failures are reported and prepare reports support', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben, carla } = org;
  const page = await openReady({ sdk_version: 3, plugin_version: 'latest' });
  await page.clock.install();
  await page.evaluate(
    `Service.meet.prepare({ env_ready: tell('env_ready'), browser_unsupported: tell('browser_unsupported'), need_plugin: tell('need_plugin') })`,
  );
  await expect.poll(async () => (await eventsOf(page, 'env_ready')).length).toEqual(1);
  const codes = () => codesOf(page);
  const inFrame = `...callbacks, iframe: true, tagid4iframe: 'one'`;
  await page.evaluate(`Service.meet({ ${inFrame}, topic: 'Loan', options: { MEET_WITHOUT_AUDIO: true } })`);
  const frame = frameIn(page, 'one');
  await frame.getByRole('heading', { name: 'Loan' }).waitFor();
  await frame.getByRole('button', { name: /^Join/ }).waitFor();
  await expect.poll(async () => (await eventsOf(page, 'create_binder')).length).toEqual(1);
  const [{ binder_id } = {}] = await eventsOf(page, 'create_binder');
  await page.evaluate(`Service.joinMeet({ ...callbacks, session_key: '1' })`);
  assert.equal(page.context().pages().length, 1);
  const assertRemoved = () => expect(page.locator('iframe')).toHaveCount(0);
  const assertRemovedAfterFailure = async () => {
    await page.clock.fastForward(10_000);
    await assertRemoved();
  };
  await page.evaluate('Service.leaveMeet()');
  await assertRemoved();

  const asBen = (method: string, path: string, json?: object) =>
    service.call(method, path, { token: ben.token, ...(json && { json }) });
  const users = [{ user: { id: ben.id } }];
  await service.call('POST', `/${binder_id}/addorguser`, { token: ada.token, json: { users } });
  const [mine] = (await service.call('GET', `/${binder_id}/meets`, { token: ada.token })).body.data.meets;
  await service.call('POST', `/meets/${mine.session_key}/end`, { token: ada.token });
  await page.evaluate(`Service.joinMeet({ ${inFrame}, session_key: '${mine.session_key}' })`);
  await expect.poll(codes).toEqual([412]);
  await page.evaluate('Service.meet.endScreenshare()');
  await assertRemovedAfterFailure();
  const { session_key } = (await asBen('POST', `/${binder_id}/meets`, {})).body.data;
  await page.evaluate(`Service.meet({ ${inFrame}, schedule_binder_id: '${binder_id}' })`);
  await expect.poll(codes).toEqual([412, 409]);
  await page.evaluate('Service.endMeet()');
  await assertRemovedAfterFailure();
  await page.evaluate('Service.logout()');
  await page.evaluate(`Service.joinMeet({ ${inFrame}, user_name: 'Grace' })`);
  await expect.poll(codes).toEqual([412, 409, 401]);
  await page.evaluate('Service.meet.leaveScreenshare()');
  await assertRemovedAfterFailure();
  await page.evaluate(`Service.joinMeet({ ${inFrame}, meet_id: '${session_key}', user_name: 'Grace' })`);
  await expect(frame.getByLabel('Your name')).toHaveValue('Grace');
  await page.evaluate('Service.leaveMeet()');
  await assertRemoved();
  await page.evaluate(
    `Service.joinMeet({ ${inFrame}, access_token: '${carla.token}', session_key: '${session_key}' })`,
  );
  await expect(frame.getByLabel('Your name')).toHaveValue(carla.name);
  await page.evaluate('Service.leaveMeet()');
  await assertRemoved();
  const { url } = (await asBen('POST', `/meets/${session_key}/links`, {})).body.data;
  await page.evaluate(`Service.joinMeet({ ${inFrame}, session_key: '${url}', user_name: 'Grace' })`);
  await expect(frame.getByLabel('Your name')).toHaveValue('Grace');
  assert.deepEqual(await eventsOf(page, 'need_plugin'), []);
});

test('[SDK-25] [SDK-55] [SDK-59] joinMeet reports reach_limit for an eleventh device of a person', async ({
  org,
  service,
  openReady,
}) => {
  const { ada } = org;
  const binder_id = await org.addBinder('Requests', ada);
  const { session_key } = (await service.call('POST', `/${binder_id}/meets`, { token: ada.token, json: {} }))
    .body.data;
  const page = await openReady({ sdk_version: 3 });
  const frame = frameIn(page, 'one');
  const devices = await Promise.all(Array.from({ length: 10 }, () => enter(service, session_key, ada.token)));
  await page.evaluate(
    `Service.joinMeet({ ...callbacks, iframe: true, tagid4iframe: 'one', session_key: '${session_key}', reach_limit: tell('reach_limit') })`,
  );
  await frame.getByRole('button', { name: /^Join/ }).click();
  await frame.getByRole('heading', { name: 'This meeting is full' }).waitFor();
  await expect
    .poll(async () => (await eventsOf(page, 'reach_limit')).map((event) => event.session_key))
    .toEqual([session_key]);
  assert.deepEqual(await codesOf(page), []);
  for (const { client } of devices) client.cut();
});

test('[SDK-56] meetView lists the meets of a binder, plans one and joins one', async ({
  org,
  service,
  openReady,
}) => {
  const { ada } = org;
  const binder_id = await service.make.binder(ada);
  const page = await openReady({ sdk_version: 3 });
  await page.evaluate(
    `Service.meetView({ ...callbacks, start_meetview: tell('start_meetview'), iframe: true, tagid4iframe: 'one', binder_id: '${binder_id}' })`,
  );
  const frame = frameIn(page, 'one');
  await frame.getByText('No meetings yet').waitFor();
  await expect
    .poll(async () => (await eventsOf(page, 'start_meetview')).map((event) => event.binder_id))
    .toEqual([binder_id]);
  await frame.getByRole('button', { name: 'Schedule' }).click();
  await frame.getByLabel('Name').fill('Valuation');
  await frame.getByLabel('Starts').fill('2031-05-06T10:00');
  await frame.getByLabel('Starts').press('Enter');
  await expect(frame.getByLabel('Ends')).toHaveValue('06/05/2031 10:30');
  await frame.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await frame.getByRole('heading', { name: 'Upcoming' }).waitFor();
  await frame.getByRole('button', { name: 'Join Valuation' }).click();
  await frame.getByRole('heading', { name: 'Valuation' }).waitFor();
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await frame.getByRole('button', { name: 'Join Valuation' }).waitFor();
  await page.evaluate('Service.endMeet()');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.evaluate(
    `Service.meetView({ schedule_meet: tell('schedule_meet'), iframe: true, tagid4iframe: 'one', binder_id: '${binder_id}' })`,
  );
  await frame.getByRole('button', { name: 'Schedule' }).click();
  await expect
    .poll(async () => (await eventsOf(page, 'schedule_meet')).map((event) => event.binder_id))
    .toEqual([binder_id]);
});

test('[SDK-58] the meets of a binder start and are joined over its module, or by a page with callbacks', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Requests', ada, [ben]);
  const page = await openReady();
  const frame = frameIn(page, 'one');
  const meet = (await service.call('POST', `/${binder_id}/meets`, { token: ben.token, json: {} })).body.data;
  const detail = { binder_id, session_key: meet.session_key, meet_id: meet.session_key };
  await showModule(page, 'chat', 'one', { binder_id, tab: 'tab_meet' }, ['request_join_meet']);
  const joinable = frame.getByRole('link', { name: 'Join Requests' });
  await joinable.click();
  await expect.poll(() => detailsOf(page, 'request_join_meet')).toEqual([detail]);
  await showModule(page, 'chat', 'one', { binder_id, autostart_meet: 'true', invite_members: true }, [
    'request_meet',
    'request_join_meet',
    'request_view_binder',
    'start_meet',
    'end_meet',
  ]);
  await frame.getByRole('link', { name: 'Meetings' }).click();
  await joinable.click();
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await service.call('POST', `/meets/${meet.session_key}/end`, { token: ben.token });
  await joinable.waitFor({ state: 'detached' });
  await frame.getByRole('link', { name: 'Chat', exact: true }).click();
  await frame.getByRole('button', { name: 'Start a meeting' }).click();
  await frame.getByRole('button', { name: /^Join/ }).click();
  await expect
    .poll(async () => (await detailsOf(page, 'start_meet')).map((event) => event.binder_id))
    .toEqual([binder_id]);
  await frame.getByText('No one else is here yet').waitFor();
  await org.post(binder_id, ben, 'Five minutes');
  await frame.getByRole('button', { name: 'Chat' }).click();
  const message = frame.locator('.meet-chat .message', { hasText: 'Five minutes' });
  await message.locator('.message-time').dispatchEvent('click');
  await expect.poll(() => detailsOf(page, 'request_view_binder')).toEqual([{ binder_id }]);
  await frame.getByText('No one else is here yet').waitFor();
  const [{ session_key } = {}] = await detailsOf(page, 'start_meet');
  await service.call('POST', `/meets/${session_key}/end`, { token: ada.token });
  await expect
    .poll(async () => (await detailsOf(page, 'end_meet')).map((event) => event.session_key))
    .toEqual([session_key]);
  await frame.getByRole('button', { name: 'Back to the binder' }).click();
  await frame.locator('[data-composer]').waitFor();
  assert.deepEqual(await detailsOf(page, 'request_meet'), []);
  assert.equal((await detailsOf(page, 'request_join_meet')).length, 1);
  const { entries } = (await service.call('GET', `/${binder_id}/feed`, { token: ada.token })).body.data;
  const invited = entries.findLast(({ kind }: { kind: string }) => kind === 'meet_invited');
  assert.deepEqual(invited?.body.user_ids, [ben.id]);
});
