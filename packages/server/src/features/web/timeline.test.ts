import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, type CreatedUser, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp, startApp } from './testing/app-page.ts';

let fixture: AppFixture;
const { browser, service } = await startApp();

/** Each test has people of its own, and so a Timeline of its own. */
async function open(prepare: (made: AppFixture) => Promise<unknown> = async () => {}) {
  fixture = await createAppFixture(service);
  await prepare(fixture);
  const opened = await openApp(browser, service, fixture.ada.email);
  return { ...opened, ...fixture };
}

const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });
const link = (page: Page, name: string) => row(page, name).getByRole('link');
const lines = async (page: Page) =>
  (await page.locator('.binder-row-name, .group-toggle > span:first-of-type').allInnerTexts()).join(' | ');
const reads = (page: Page, expected: string) => becomes(() => lines(page), expected);
const call = async (path: string, { token }: CreatedUser, json: object) => {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

async function choose(page: Page, name: string, item: string): Promise<void> {
  await link(page, name).click({ button: 'right' });
  await page.getByRole('menu').getByText(item, { exact: true }).click();
}

test(
  '[APP-5] categories are made, renamed and deleted, and binders put into them by menu and by drag',
  browser.needed,
  async () => {
    const { page, errors } = await open(async (made) => {
      for (const name of ['Gamma', 'Beta', 'Alpha']) await made.addBinder(name, made.ada);
    });
    await reads(page, 'Alpha | Beta | Gamma');
    await choose(page, 'Beta', 'New category …');
    await page.getByRole('textbox', { name: 'Name' }).fill('Loans');
    await page.keyboard.press('Enter');
    await reads(page, 'Loans | Beta | Other binders | Alpha | Gamma');
    await choose(page, 'Gamma', 'Loans');
    await reads(page, 'Loans | Beta | Gamma | Other binders | Alpha');
    await link(page, 'Alpha').dragTo(page.locator('.group-row').filter({ hasText: 'Loans' }));
    await reads(page, 'Loans | Alpha | Beta | Gamma');
    await choose(page, 'Beta', 'None');
    await reads(page, 'Loans | Alpha | Gamma | Other binders | Beta');
    await page.getByRole('button', { name: 'Loans 2 binders' }).click();
    await reads(page, 'Loans | Other binders | Beta');
    await page.reload();
    await reads(page, 'Loans | Other binders | Beta');
    await page.getByRole('button', { name: 'Loans 2 binders' }).press('ArrowRight');
    await page.getByRole('button', { name: 'Actions: Loans' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Credits');
    await page.keyboard.press('Enter');
    await reads(page, 'Credits | Alpha | Gamma | Other binders | Beta');
    await page.getByRole('button', { name: 'Actions: Credits' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await reads(page, 'Alpha | Beta | Gamma');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[APP-6] what is new shows at once: the last message, what is unread, who is named, who writes and who is there',
  browser.needed,
  async () => {
    const { page, ada, ben, addBinder, post } = await open(async (made) => {
      const id = await made.addBinder('Loan 4711', made.ada, [made.ben]);
      await made.post(id, made.ada, 'Welcome');
    });
    await row(page, 'Loan 4711').getByText('You: Welcome').waitFor();
    const quiet = await addBinder('Quiet', ada);
    await row(page, 'Quiet').getByText('No messages yet').waitFor();
    const { binder_id: direct } = await call('/me/messages', ben, {
      user: { user_id: ada.id },
      message: { text: 'Hello' },
    });
    await row(page, 'Ben Okafor').getByText('Hello').waitFor();
    await row(page, 'Ben Okafor').getByText(', 1 unread message').waitFor();
    const { page: other } = await openApp(browser, service, ben.email, { path: `/b/${direct}` });
    await row(page, 'Ben Okafor').locator('.presence[data-state=online]').waitFor();
    await row(other, 'Ada Lovelace').locator('.presence[data-state=online]').waitFor();
    await link(page, 'Loan 4711').click();
    const [, loan] = /\/b\/(\w+)/.exec(page.url()) ?? [];
    await link(page, 'Quiet').click();
    await page.waitForURL(`**/b/${quiet}`);
    await call(`/${loan}/messages`, ben, { message: { text: 'Look at page 3', mentions: [ada.id] } });
    await row(page, 'Loan 4711').locator('.count.named').waitFor();
    await until('the title says it', async () => (await page.title()).startsWith('(2)'));
    await choose(page, 'Loan 4711', 'Mark as read');
    await row(page, 'Loan 4711').locator('.count').first().waitFor({ state: 'detached' });
    await post(direct, ada, 'Hi');
    await row(other, 'Ada Lovelace').getByText('Hi').waitFor();
    await other.context().close();
    await row(page, 'Ben Okafor').locator('.presence').waitFor({ state: 'detached' });
    await page.context().close();
  },
);

test(
  '[APP-6] what comes into the chat that one looks at is never shown as unread',
  browser.needed,
  async () => {
    let binderId = '';
    const { page, ada, ben, post } = await open(async (made) => {
      binderId = await made.addBinder('Loan 4711', made.ada, [made.ben]);
      await made.post(binderId, made.ada, 'Welcome');
    });
    await link(page, 'Loan 4711').click();
    await page.locator('.chat-content').getByText('Welcome').waitFor();
    await page.evaluate(`
      window.told = [];
      const tell = () => {
        const unread = document.querySelector('.binder-row[data-unread=true]');
        if (unread || document.title.startsWith('(')) told.push(document.title + ' ' + unread?.textContent);
      };
      new MutationObserver(tell).observe(document, { subtree: true, childList: true, attributes: true });
    `);
    for (const words of ['one', 'two', 'three']) {
      await post(binderId, ben, words);
      await row(page, 'Loan 4711').getByText(`Ben: ${words}`).waitFor();
    }
    const unread = async () =>
      (await service.call('GET', `/${binderId}`, { token: ada.token })).body.data.unread_feeds;
    await until('all is read', async () => (await unread()) === 0);
    assert.deepEqual(await page.evaluate('told'), []);
    await page.context().close();
  },
);

test(
  '[APP-7] favourites stay at the top, muted binders are quiet, and filters show a part',
  browser.needed,
  async () => {
    const { page, ben, post } = await open(async (made) => {
      for (const name of ['Two', 'One']) await made.addBinder(name, made.ada, [made.ben]);
    });
    await reads(page, 'One | Two');
    await choose(page, 'Two', 'Favourite');
    await reads(page, 'Favourites | Two | Other binders | One');
    await choose(page, 'One', 'Mute');
    await row(page, 'One').and(page.locator('[data-muted=true]')).waitFor();
    await link(page, 'One').click();
    const [, one = ''] = /\/b\/(\w+)/.exec(page.url()) ?? [];
    await link(page, 'Two').click();
    await page.waitForURL((url) => !url.pathname.includes(one));
    await post(one, ben, 'quiet');
    await row(page, 'One').getByText('Ben: quiet').waitFor();
    assert.doesNotMatch(await page.title(), /^\(/);
    const show = (name: string) => page.getByRole('radio', { name }).check();
    await show('Unread');
    await reads(page, 'Two');
    await show('Favourites');
    await reads(page, 'Two');
    await show('Direct');
    await page.getByText('No direct messages yet').waitFor();
    await show('All');
    await reads(page, 'Favourites | Two | Other binders | One');
    await page.context().close();
  },
);

test('[APP-8] binders and direct messages are begun, renamed, left and deleted', browser.needed, async () => {
  const { page, ben, addBinder, ada } = await open();
  await page.getByText('Nothing here yet').waitFor();
  const make = async (item: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await make('New binder');
  await page.getByRole('textbox', { name: 'Name' }).fill('Audit 2026');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit 2026', level: 1 }).waitFor();
  await choose(page, 'Audit 2026', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Audit 2027');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit 2027', level: 1 }).waitFor();
  await make('New direct message');
  await page.getByLabel('Find somebody').fill('oka');
  await page.getByRole('button', { name: /Ben Okafor/ }).click();
  await page.getByRole('dialog').getByLabel('Message').fill('Do you have a minute?');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Ben Okafor', level: 1 }).waitFor();
  await reads(page, 'Ben Okafor | Audit 2027');
  await choose(page, 'Audit 2027', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await reads(page, 'Ben Okafor');
  const ofBen = await addBinder('Of Ben', ben, [ada]);
  const items = async () => {
    await link(page, 'Of Ben').click({ button: 'right' });
    const names = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    return names;
  };
  await becomes(items, ['New category …', 'History', 'Rename', 'Leave']);
  await call(`/${ofBen}/users/${ada.id}`, ben, { type: 'BOARD_READ_ONLY' });
  await becomes(
    items,
    ['New category …', 'History', 'Leave'],
    'who can only read is not offered to rename it',
  );
  await choose(page, 'Of Ben', 'Leave');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await reads(page, 'Ben Okafor');
  await page.context().close();
});

test('[APP-8] who is removed from the binder that is open sees it go', browser.needed, async () => {
  const { page, ada, ben } = await open(async (made) => {
    await made.addBinder('Of Ben', made.ben, [made.ada]);
  });
  await link(page, 'Of Ben').click();
  await page.getByRole('heading', { name: 'Of Ben', level: 1 }).waitFor();
  const [, id] = /\/b\/(\w+)/.exec(page.url()) ?? [];
  await call(`/${id}/removeuser`, ben, { id: ada.id });
  await page.getByRole('heading', { name: 'You cannot read this binder' }).waitFor();
  await row(page, 'Of Ben').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Go to your binders' }).click();
  await page.getByRole('heading', { name: 'Choose a binder' }).waitFor();
  await page.context().close();
});
