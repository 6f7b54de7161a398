import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openBoth, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;
const HOUR_MS = 60 * 60 * 1000;

/** In the list: Timeline tells of a meet, too. */
const row = (page: Page, name: string) => page.locator('.meet-row').filter({ hasText: name });
const call = async (method: 'GET' | 'POST', path: string, json?: unknown) => {
  const { status, body } = await service.call(method, path, {
    token: fixture.ada.token,
    ...(json === undefined ? {} : { json }),
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

test(
  '[WORK-20] a meet is scheduled, changed and cancelled, and the other sees it; what runs is joined from here and from the chat',
  browser.needed,
  async () => {
    const both = await openBoth(app, 'Meets', { part: '/meets' });
    const { binderId: id, ada, ben, close } = both;
    await ben.getByRole('heading', { name: 'No meets yet' }).waitFor();
    await ada.getByRole('button', { name: 'Schedule a meet' }).click();
    await ada.getByLabel('Name').fill('Signing of the contract');
    await ada.getByLabel('Agenda').fill('Questions first.\nThen both signatures.');
    await ada.getByLabel('Begins').fill('2030-05-06T10:00');
    await ada.getByLabel('Ends').fill('2030-05-06T09:00');
    await ada.getByRole('button', { name: 'Schedule', exact: true }).click();
    await ada.getByText('It has to end after it begins.').first().waitFor();
    await inspectEverywhere(ada, 'meet form');
    await ada.getByLabel('Ends').fill('2030-05-06T11:30');
    // Put off, it stays as long as it is.
    await ada.getByLabel('Begins').fill('2030-05-07T14:00');
    await becomes(() => ada.getByLabel('Ends').inputValue(), '2030-05-07T15:30');
    await ada.getByRole('button', { name: 'Schedule', exact: true }).click();
    await row(ben, 'Signing of the contract').getByText('7 May 2030').waitFor();
    const stored = async () => (await call('GET', `/${id}/meets`)).meets[0];
    assert.equal((await stored()).end_time - (await stored()).start_time, 1.5 * HOUR_MS);
    const invited = async () => {
      const { entries } = await call('GET', `/${id}/feed`);
      return entries.findLast(({ kind }: { kind: string }) => kind === 'meet_invited')?.body.user_ids;
    };
    await becomes(invited, [fixture.ben.id]);

    await ada.getByRole('button', { name: 'What can be done with Signing' }).click();
    await ada.getByRole('menuitem', { name: 'Change' }).click();
    await ada.getByLabel('Name').fill('Signing, second try');
    await ada.getByRole('button', { name: 'Save' }).click();
    await row(ben, 'Signing, second try').waitFor();
    // Ben may write, and does not lead it.
    await ben.getByRole('button', { name: 'What can be done with Signing' }).click();
    const offered = await ben.getByRole('menuitem').allTextContents();
    assert.deepEqual(offered, ['Add to a calendar', 'Copy the link for members']);
    const saving = ben.waitForEvent('download');
    await ben.getByRole('menuitem', { name: 'Add to a calendar' }).click();
    assert.equal((await saving).suggestedFilename(), 'meet.ics');

    // What runs is joined.
    const running = await call('POST', `/${id}/meets`, { name: 'Quick question' });
    const path = `/b/${id}/meet/${running.session_key}`;
    const join = ben.getByRole('link', { name: 'Join Quick question' });
    await ben.locator('.binder-row').getByText('A meet runs').waitFor();
    await until('it leads there', async () => (await join.getAttribute('href')) === path);
    await call('POST', '/meets/schedule', {
      name: 'Weekly',
      binder_id: id,
      start_time: Date.now() + 24 * HOUR_MS,
      end_time: Date.now() + 25 * HOUR_MS,
      auto_recording: true,
    });
    const over = await call('POST', `/${id}/meets`, { name: 'First talk', agenda: 'Who is who' });
    await call('POST', `/meets/${over.session_key}/end`);
    await ada.getByRole('heading', { name: 'Over 1' }).waitFor();
    await inspectEverywhere(ada, 'meets');
    await ben.getByRole('link', { name: 'Chat', exact: true }).click();
    const quote = ben.getByRole('link', { name: 'Join Quick question' });
    await until('the chat leads there, too', async () => (await quote.getAttribute('href')) === path);

    // Links for guests are made, listed and taken back.
    await ada.getByRole('button', { name: 'What can be done with Quick question' }).click();
    await ada.getByRole('menuitem', { name: 'Links for guests' }).click();
    const links = ada.getByRole('dialog', { name: 'Links for guests' });
    await links.getByText('There is no link yet.').waitFor();
    await links.getByRole('button', { name: 'Make a link and copy it' }).click();
    await links.getByText('By Ada Lovelace').waitFor();
    await inspectEverywhere(ada, 'meet links');
    const listed = async () => (await call('GET', `/meets/${running.session_key}/links`)).links.length;
    assert.equal(await listed(), 1);
    await links.getByRole('button', { name: /^Take back the link by Ada Lovelace/ }).click();
    await links.getByText('There is no link yet.').waitFor();
    assert.equal(await listed(), 0);
    await links.getByRole('button', { name: 'Done' }).click();

    await ada.getByRole('button', { name: 'What can be done with Quick question' }).click();
    await ada.getByRole('menuitem', { name: 'End it for everybody' }).click();
    await ada.getByRole('button', { name: 'End it for everybody' }).click();
    await ada.getByRole('heading', { name: 'Over 2' }).waitFor();
    await ada.locator('.binder-row').getByText('A meet runs').waitFor({ state: 'detached' });
    await quote.waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'What can be done with Signing' }).click();
    await ada.getByRole('menuitem', { name: 'Cancel the meet' }).click();
    await ada.getByRole('button', { name: 'Cancel the meet' }).click();
    await row(ada, 'Signing, second try').waitFor({ state: 'detached' });
    await close();
  },
);
