import assert from 'node:assert/strict';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { openSection, picturesLoad } from '../support/sections.ts';
import { addWorkedBinder } from '../support/work-binder.ts';

test('[WORK-14] transactions and to-dos are accessible at both widths and in both colour schemes', async ({
  app,
  org,
  service,
}) => {
  const id = await addWorkedBinder(service, org, ['transactions', 'todos']);
  const page = await app.open(org.ada, { path: `/b/${id}/transactions` });
  await page.getByRole('heading', { name: /^Ended/ }).waitFor();
  await inspectEverywhere(page, 'transactions');
  await page.getByRole('button', { name: 'Request' }).click();
  await page.getByRole('radio', { name: /Document check/ }).check();
  await page.getByLabel('Title').fill('Loan agreement');
  await page.locator('summary').first().click();
  await page.getByRole('button', { name: 'Send request', exact: true }).click();
  await page.getByText('Select an approver.').first().waitFor();
  await inspectEverywhere(page, 'transaction form');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Loan agreement, second draft' }).click();
  await page.getByText('Legal has seen clause 7 and is fine with it.', { exact: true }).waitFor();
  await inspectEverywhere(page, 'transaction');

  await openSection(page, 'To-dos');
  await page.getByRole('link', { name: /^Send the draft/ }).click();
  await page.getByLabel('Reminder').waitFor();
  await inspectEverywhere(page, 'to-dos');
});

test('[WORK-14] members and pages are accessible at both widths and in both colour schemes', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const id = await addWorkedBinder(service, org, ['pages', 'invitations']);
  await org.addUser('Elif Yılmaz');
  const page = await app.open(org.ada, { path: `/b/${id}/members` });
  await page.getByRole('heading', { name: /^Invited/ }).waitFor();
  await inspectEverywhere(page, 'members');
  await page.getByRole('button', { name: 'Ben Okafor: Can edit' }).click();
  await inspectEverywhere(page, 'member menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByText('Elif Yılmaz').click();
  await page.getByLabel('Name, email or user ID').fill('new@notary.example');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('They become members when they sign in').waitFor();
  await inspectEverywhere(page, 'add people');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();

  await openSection(page, 'Pages');
  await page.getByText('Sketch of the site').waitFor();
  await picturesLoad(page, '.page-picture img');
  await inspectEverywhere(page, 'pages');
  await page.getByRole('radio', { name: /^Files/ }).check();
  await inspectEverywhere(page, 'files');
  await page.getByRole('radio', { name: /^Documents/ }).check();
  await page.getByRole('link', { name: /^Loan agreement.pdf, 3 pages/ }).click();
  await page.locator('.page-tile.whole[data-there=true]').waitFor();
  await page.locator('.text-layer span').first().waitFor();
  await page.getByRole('button', { name: '2 comments' }).click();
  await page.getByText('Clause 7 is here now.').waitFor();
  await inspectEverywhere(page, 'page');
});

test('[WORK-15] an empty section says what it is for, and offers a reader nothing that would be refused', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, addBinder } = org;
  const id = await addBinder('Empty', ada);
  const users = [{ user: { id: ben.id }, type: 'BOARD_READ_ONLY' }];
  const added = await service.call('POST', `/${id}/addorguser`, { token: ada.token, json: { users } });
  assert.equal(added.status, 200);
  const page = await app.open(ben, { path: `/b/${id}/transactions` });
  for (const section of ['Approvals', 'To-dos', 'Members', 'Pages']) {
    await openSection(page, section);
    await page.getByRole('heading', { name: section, level: 2 }).waitFor();
    const isEmpty = section !== 'Members';
    if (isEmpty) await page.locator('.empty h3').waitFor();
    const buttons = page.locator('.section-page button').filter({ visible: true });
    await expect(buttons, section).toHaveText(
      isEmpty ? [] : ['Ada Lovelace', 'Ben Okafor (you)', 'Can view'],
    );
    const fields = page.locator('.section-page :is(input:not([type=radio]), textarea, select)');
    await expect(fields, `${section} has no fields`).toHaveCount(0);
    await inspectEverywhere(page, `empty ${section}`);
  }
});
