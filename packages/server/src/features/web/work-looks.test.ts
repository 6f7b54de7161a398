import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { openApp, picturesLoad, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { fillBinder } from './testing/work-fixture.ts';

const { browser, service, fixture } = await startApp();
const binder = await fillBinder(service, fixture);

test(
  '[WORK-14] transactions and to-dos can be used by all, at both widths and in both schemes',
  browser.needed,
  async () => {
    const { page, errors } = await openApp(browser, service, fixture.ada.email, {
      path: `/b/${binder.id}/transactions`,
    });
    await page.getByRole('heading', { name: /^Ended/ }).waitFor();
    await inspectEverywhere(page, 'transactions');
    await page.getByRole('button', { name: 'Ask for something' }).click();
    await page.getByRole('radio', { name: /Document check/ }).check();
    await page.getByLabel('Title').fill('Loan agreement');
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Choose who answers.').first().waitFor();
    await inspectEverywhere(page, 'transaction form');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Loan agreement, second draft' }).click();
    await page.getByText('Legal has seen clause 7 and is fine with it.', { exact: true }).waitFor();
    await inspectEverywhere(page, 'transaction');

    await page.goto(`${service.origin}/b/${binder.id}/todos`);
    await page.getByRole('link', { name: /^Send the draft/ }).click();
    await page.getByLabel('Reminder').waitFor();
    await inspectEverywhere(page, 'to-dos');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[WORK-14] members and pages can be used by all, at both widths and in both schemes',
  browser.needed,
  async () => {
    const { page, errors } = await openApp(browser, service, fixture.ada.email, {
      path: `/b/${binder.id}/members`,
    });
    await page.getByRole('heading', { name: /^Invited/ }).waitFor();
    await inspectEverywhere(page, 'members');
    await page.getByRole('button', { name: 'Ben Okafor: Can write' }).click();
    await inspectEverywhere(page, 'member menu');
    await page.keyboard.press('Escape');
    await fixture.addUser('Elif Yılmaz');
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByText('Elif Yılmaz').click();
    await page.getByLabel('Name, e-mail address or unique id').fill('new@notary.example');
    await page.keyboard.press('Enter');
    await page.getByLabel('A word to who is invited').waitFor();
    await inspectEverywhere(page, 'add people');

    await page.goto(`${service.origin}/b/${binder.id}/pages`);
    await page.getByText('Sketch of the site').waitFor();
    await picturesLoad(page, '.page-picture img');
    await inspectEverywhere(page, 'pages');
    await page.getByRole('radio', { name: /^Files/ }).check();
    await inspectEverywhere(page, 'files');
    await page.getByRole('radio', { name: /^Pages/ }).check();
    await page.getByRole('link', { name: /^Loan agreement.pdf, page 1 of 3/ }).click();
    await page.locator('.page-tile.whole[data-there=true]').waitFor();
    await page.locator('.text-layer span').first().waitFor();
    await page.getByRole('button', { name: '2 comments' }).click();
    await page.getByText('Clause 7 is here now.').waitFor();
    await inspectEverywhere(page, 'page');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

const SECTIONS = { transactions: 'Transactions', todos: 'To-dos', members: 'Members', pages: 'Pages' };

test(
  '[WORK-15] an empty section says what it is for; who can only read is offered nothing that fails',
  browser.needed,
  async () => {
    const { ada, ben, addBinder } = fixture;
    const id = await addBinder('Empty', ada);
    const users = [{ user: { id: ben.id }, type: 'BOARD_READ_ONLY' }];
    const added = await service.call('POST', `/${id}/addorguser`, { token: ada.token, json: { users } });
    assert.equal(added.status, 200);
    const { page, errors } = await openApp(browser, service, ben.email, { path: `/b/${id}/transactions` });
    for (const [section, title] of Object.entries(SECTIONS)) {
      await page.goto(`${service.origin}/b/${id}/${section}`);
      await page.getByRole('heading', { name: title, level: 2 }).waitFor();
      if (section !== 'members') await page.locator('.empty h3').waitFor();
      const buttons = page.locator('.section-page button:visible');
      await becomes(() => buttons.allTextContents(), section === 'members' ? ['Can read'] : [], section);
      const fields = page.locator('.section-page :is(input:not([type=radio]), textarea, select)');
      await becomes(() => fields.count(), 0, `${section} has no fields`);
      await inspectEverywhere(page, `empty ${section}`);
    }
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
