import assert from 'node:assert/strict';
import { repeatMeets } from '@ringbinder/server/features/meets/series.ts';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { openSection } from '../support/sections.ts';

const HOUR_MS = 60 * 60 * 1000;

const row = (page: Page, name: string) => page.locator('.meet-row').filter({ hasText: name });
const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `More actions: ${name}` }).click();

async function callAsAda({ service, org }: App, method: 'GET' | 'POST', path: string, json?: unknown) {
  const { status, body } = await service.call(method, path, {
    token: org.ada.token,
    ...(json === undefined ? {} : { json }),
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('[WORK-20] [MSG-46] a meet is scheduled, changed and cancelled, and the other person sees each change', async ({
  app,
  org,
}) => {
  const { binderId: id, ada, ben } = await app.openBoth('Scheduled', { part: '/meets' });
  await ben.getByRole('heading', { name: 'No meetings yet' }).waitFor();
  await test.step('schedule it', async () => {
    await ada.getByRole('button', { name: 'Schedule a meeting' }).click();
    await ada.getByLabel('Name').fill('Signing of the contract');
    await ada.getByLabel('Agenda').fill('Questions first.\nThen both signatures.');
    await ada.getByLabel('Starts').fill('2030-05-06T10:00');
    await ada.getByLabel('Ends').fill('2030-05-06T09:00');
    await ada.getByRole('button', { name: 'Schedule', exact: true }).click();
    await ada.getByText('The end must be after the start.').first().waitFor();
    await inspectEverywhere(ada, 'meet form');
    await ada.getByLabel('Ends').fill('2030-05-06T11:30');
    await ada.getByLabel('Starts').fill('2030-05-07T14:00');
    await ada.getByLabel('Starts').press('Enter');
    await expect(ada.getByLabel('Ends')).toHaveValue('07/05/2030 15:30');
    await ada.getByRole('button', { name: 'Schedule', exact: true }).click();
    await row(ben, 'Signing of the contract').getByText('7 May 2030').waitFor();
    const [stored] = (await callAsAda(app, 'GET', `/${id}/meets`)).meets;
    assert.equal(stored.end_time - stored.start_time, 1.5 * HOUR_MS);
    const invited = async () => {
      const { entries } = await callAsAda(app, 'GET', `/${id}/feed`);
      return entries.findLast(({ kind }: { kind: string }) => kind === 'meet_invited')?.body.user_ids;
    };
    await expect.poll(invited).toEqual([org.ben.id]);
  });
  await test.step('the chat shows when it is and who planned it', async () => {
    await openSection(ben, 'Chat');
    await ben.locator('.chat-content').getByText('7 May 2030, 14:00 · Ada Lovelace').waitFor();
    await openSection(ben, 'Meetings');
  });
  await test.step('change its name', async () => {
    await openMenu(ada, 'Signing');
    await ada.getByRole('menuitem', { name: 'Edit' }).click();
    await ada.getByLabel('Name').fill('Signing, second try');
    await ada.getByRole('button', { name: 'Save' }).click();
    await row(ben, 'Signing, second try').waitFor();
  });
  await test.step('a member who does not lead it adds it to a calendar', async () => {
    await openMenu(ben, 'Signing');
    await expect(ben.getByRole('menuitem')).toHaveText(['Add to calendar', 'Copy link for members']);
    const saving = ben.waitForEvent('download');
    await ben.getByRole('menuitem', { name: 'Add to calendar' }).click();
    assert.equal((await saving).suggestedFilename(), 'meet.ics');
  });
  await test.step('cancel it', async () => {
    await openMenu(ada, 'Signing');
    await ada.getByRole('menuitem', { name: 'Cancel meeting' }).click();
    await ada.getByRole('button', { name: 'Cancel meeting' }).click();
    for (const page of [ada, ben]) await expect(row(page, 'Signing, second try')).toHaveCount(0);
  });
});

test('[MEET-48] [MSG-46] a meeting that repeats is planned, one of its meetings is cancelled, and then all', async ({
  app,
}) => {
  const { binderId: id, ada, ben } = await app.openBoth('Repeated', { part: '/meets' });
  const listed = async () => (await callAsAda(app, 'GET', `/${id}/meets`)).meets;
  const cancel = async (following: boolean) => {
    await openMenu(ada, 'Jour fixe');
    await ada.getByRole('menuitem', { name: 'Cancel meeting' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Cancel this meeting?' });
    if (following) await dialog.getByLabel('Also cancel the following meetings').check();
    await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await test.step('plan it', async () => {
    await ada.getByRole('button', { name: 'Schedule a meeting' }).click();
    await ada.getByLabel('Name').fill('Jour fixe');
    await ada.getByLabel('Starts').fill('2030-05-06T10:00');
    await ada.getByLabel('Ends').fill('2030-05-06T11:00');
    await ada.getByLabel('Repeats').selectOption('Every two weeks');
    await ada.getByLabel('Last day (optional)').fill('2030-06-30');
    for (const repeats of ['Does not repeat', 'Every two weeks'])
      await ada.getByLabel('Repeats').selectOption(repeats);
    await inspectEverywhere(ada, 'meet form with repetition');
    await ada.getByRole('button', { name: 'Schedule', exact: true }).click();
    await row(ben, 'Jour fixe').getByText('Every two weeks, until 30 Jun 2030').waitFor();
    const [{ repeat }] = await listed();
    const timezone = await ada.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    assert.deepEqual(repeat, { frequency: 'two_weekly', timezone, until: '2030-06-30' });
  });
  await test.step('the chat shows how it repeats', async () => {
    await openSection(ben, 'Chat');
    const line = '6 May 2030, 10:00 · Ada Lovelace · Every two weeks, until 30 Jun 2030';
    await ben.locator('.chat-content').getByText(line).waitFor();
    await openSection(ben, 'Meetings');
  });
  await test.step('the dialog shows how it repeats, and changes it', async () => {
    await openMenu(ada, 'Jour fixe');
    await ada.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(ada.getByLabel('Repeats')).toHaveValue('two_weekly');
    await ada.getByLabel('Repeats').selectOption('Every week');
    await ada.getByLabel('Last day (optional)').fill('');
    await ada.getByRole('button', { name: 'Save' }).click();
    await row(ben, 'Jour fixe').getByText('Every week').waitFor();
  });
  await test.step('cancel one', async () => {
    await cancel(false);
    assert.equal(await repeatMeets(app.service.env), 1);
    await row(ben, 'Jour fixe').getByText('13 May 2030').waitFor();
    assert.equal((await listed()).length, 1);
  });
  await test.step('cancel the others', async () => {
    await cancel(true);
    await expect(row(ben, 'Jour fixe')).toHaveCount(0);
    assert.equal(await repeatMeets(app.service.env), 0);
    assert.deepEqual(await listed(), []);
  });
});

test('[MEET-48] if the cancellation of a series fails halfway, another attempt completes it', async ({
  app,
}) => {
  app.allowErrors(/status of 403/);
  const { binderId: id, ada } = await app.openBoth('Halfway', { part: '/meets' });
  const start_time = Date.UTC(2030, 4, 6, 10);
  const repeat = { frequency: 'weekly', timezone: 'Europe/Berlin' };
  const plan = { name: 'Jour fixe', start_time, end_time: start_time + HOUR_MS, repeat };
  await callAsAda(app, 'POST', '/meets/schedule', { ...plan, binder_id: id });
  const listed = async () => (await callAsAda(app, 'GET', `/${id}/meets`)).meets;
  await openMenu(ada, 'Jour fixe');
  await ada.getByRole('menuitem', { name: 'Cancel meeting' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Cancel this meeting?' });
  const following = dialog.getByLabel('Also cancel the following meetings');
  const submit = dialog.getByRole('button', { name: 'Cancel meeting' });
  await following.check();
  await ada.route('**/v1/meets/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: {} }) : route.fallback(),
  );
  await submit.click();
  await dialog.locator('.notice.bad').waitFor();
  const [remaining] = await listed();
  assert.equal(remaining.repeat, undefined, 'the series has ended');
  await expect(following).toBeChecked();
  await ada.unroute('**/v1/meets/*');
  await submit.click();
  await expect(row(ada, 'Jour fixe')).toHaveCount(0);
  assert.equal(await repeatMeets(app.service.env), 0);
  assert.deepEqual(await listed(), []);
});

test('[WORK-20] Timeline shows a running meet, its section and the chat lead into it, and its leader manages guest links and ends it', {
  tag: '@slow',
}, async ({ app }) => {
  const { binderId: id, ada, ben } = await app.openBoth('Running', { part: '/meets' });
  const join = ben.getByRole('link', { name: 'Join Quick question' });
  const inChat = ben.locator('.chat-content').getByRole('link', { name: 'Join Quick question' });
  const running = await callAsAda(app, 'POST', `/${id}/meets`, { name: 'Quick question' });
  await test.step('the section and the chat lead into it', async () => {
    const path = `/b/${id}/meet/${running.session_key}`;
    await ben.locator('.binder-row').getByText('Meeting in progress').waitFor();
    await expect(join).toHaveAttribute('href', path);
    await openSection(ben, 'Chat');
    await expect(inChat).toHaveAttribute('href', path);
  });
  await test.step('the section lists what runs, what comes and what is over', async () => {
    const start_time = Date.now() + 24 * HOUR_MS;
    await callAsAda(app, 'POST', '/meets/schedule', {
      name: 'Weekly',
      binder_id: id,
      start_time,
      end_time: start_time + HOUR_MS,
      auto_recording: true,
    });
    const over = await callAsAda(app, 'POST', `/${id}/meets`, { name: 'First talk', agenda: 'Who is who' });
    await callAsAda(app, 'POST', `/meets/${over.session_key}/end`);
    await ada.getByRole('heading', { name: 'Past 1' }).waitFor();
    await row(ada, 'Weekly').waitFor();
    await inspectEverywhere(ada, 'meets');
  });
  await test.step('links for guests are created, listed and withdrawn', async () => {
    await openMenu(ada, 'Quick question');
    await ada.getByRole('menuitem', { name: 'Guest links' }).click();
    const links = ada.getByRole('dialog', { name: 'Guest links' });
    await links.getByText('No links yet.').waitFor();
    await links.getByRole('button', { name: 'Create and copy a link' }).click();
    await links.getByText('By Ada Lovelace').waitFor();
    await inspectEverywhere(ada, 'meet links');
    const count = async () =>
      (await callAsAda(app, 'GET', `/meets/${running.session_key}/links`)).links.length;
    assert.equal(await count(), 1);
    await links.getByRole('button', { name: /^Revoke the link by Ada Lovelace/ }).click();
    await links.getByText('No links yet.').waitFor();
    assert.equal(await count(), 0);
    await links.getByRole('button', { name: 'Done' }).click();
  });
  await test.step('its leader ends it for everybody', async () => {
    await openMenu(ada, 'Quick question');
    await ada.getByRole('menuitem', { name: 'End for everyone' }).click();
    await ada.getByRole('button', { name: 'End for everyone' }).click();
    await ada.getByRole('heading', { name: 'Past 2' }).waitFor();
    await expect(ada.locator('.binder-row').getByText('Meeting in progress')).toHaveCount(0);
    await expect(inChat).toHaveCount(0);
  });
});
