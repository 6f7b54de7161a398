import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  expectText,
  inspect,
  type Page,
  SCREENS,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { editorOf, fieldOf } from '../support/chat-page.ts';
import { ignoresEnterWhileComposing } from '../support/composition.ts';

const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });
const link = (page: Page, name: string) => row(page, name).getByRole('link');
const reads = (page: Page, ...expected: string[]) =>
  expect(page.locator('.binder-row-name, .group-toggle > span:first-of-type')).toHaveText(expected, {
    useInnerText: true,
  });

async function call({ service }: App, path: string, { token }: CreatedUser, json: object) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await link(page, name).click({ button: 'right' });
  await page.getByRole('menu').getByText(item, { exact: true }).click();
}

test('[APP-5] categories are created, renamed and deleted, and a menu and dragging put binders into them', async ({
  app,
  org,
}) => {
  for (const name of ['Gamma', 'Beta', 'Alpha']) await org.addBinder(name, org.ada);
  const page = await app.open(org.ada);
  const name = async (words: string) => {
    await page.getByRole('textbox', { name: 'Name' }).fill(words);
    await page.keyboard.press('Enter');
  };
  await reads(page, 'Alpha', 'Beta', 'Gamma');
  await choose(page, 'Beta', 'New category …');
  await name('Loans');
  await reads(page, 'Loans', 'Beta', 'Other binders', 'Alpha', 'Gamma');
  await choose(page, 'Gamma', 'Loans');
  await reads(page, 'Loans', 'Beta', 'Gamma', 'Other binders', 'Alpha');
  await link(page, 'Alpha').dragTo(page.locator('.group-row').filter({ hasText: 'Loans' }));
  await reads(page, 'Loans', 'Alpha', 'Beta', 'Gamma');
  await choose(page, 'Beta', 'None');
  await reads(page, 'Loans', 'Alpha', 'Gamma', 'Other binders', 'Beta');
  await page.getByRole('button', { name: 'Loans 2 binders' }).click();
  await reads(page, 'Loans', 'Other binders', 'Beta');
  await page.reload();
  await reads(page, 'Loans', 'Other binders', 'Beta');
  await page.getByRole('button', { name: 'Loans 2 binders' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Actions: Loans' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await name('Credits');
  await reads(page, 'Credits', 'Alpha', 'Gamma', 'Other binders', 'Beta');
  await page.getByRole('button', { name: 'Actions: Credits' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await reads(page, 'Alpha', 'Beta', 'Gamma');
});

test('[APP-6] [APP-26] [APP-36] Timeline shows at once the last message, unread messages, mentions, and who is online', async ({
  app,
  org,
}) => {
  const { ada, ben, addBinder, post } = org;
  const loan = await addBinder('Loan 4711', ada, [ben]);
  await post(loan, ada, 'Welcome');
  const page = await app.open(ada);
  await row(page, 'Loan 4711').getByText('You: Welcome').waitFor();
  const quiet = await addBinder('Quiet', ada);
  await row(page, 'Quiet').getByText('No messages yet').waitFor();
  const { binder_id: direct } = await call(app, '/me/messages', ben, {
    user: { user_id: ada.id },
    message: { text: 'Hello' },
  });
  await row(page, 'Ben Okafor').getByText('Hello').waitFor();
  await row(page, 'Ben Okafor').getByText(', 1 unread message').waitFor();
  const other = await app.open(ben, { path: `/b/${direct}` });
  await row(page, 'Ben Okafor').locator('.presence[data-state=online]').waitFor();
  await row(other, 'Ada Lovelace').locator('.presence[data-state=online]').waitFor();
  const hue = await other.locator('.chat-content .message .avatar').first().getAttribute('data-hue');
  await expect(row(page, 'Ben Okafor').locator('.avatar')).toHaveAttribute('data-hue', hue ?? '');
  await page.getByRole('link', { name: /^online, Ben Okafor/ }).waitFor();
  await link(page, 'Loan 4711').click();
  await page.waitForURL(`**/b/${loan}`);
  await link(page, 'Quiet').click();
  await page.waitForURL(`**/b/${quiet}`);
  await call(app, `/${loan}/messages`, ben, { message: { text: 'Look at page 3', mentions: [ada.id] } });
  await row(page, 'Loan 4711').locator('.count.named').waitFor();
  await expect(page).toHaveTitle(/^\(2\)/);
  await choose(page, 'Loan 4711', 'Mark as read');
  await expect(row(page, 'Loan 4711').locator('.count')).toHaveCount(0);
  await post(direct, ada, 'Hi');
  await row(other, 'Ada Lovelace').getByText('Hi').waitFor();
  await other.context().close();
  await row(page, 'Ben Okafor').locator('.presence').waitFor({ state: 'detached' });
});

test('[APP-6] the list shows the time by which it is sorted, also after a change that is no message', async ({
  app,
  org,
}) => {
  const [alpha, beta] = [await org.addBinder('Alpha', org.ada), await org.addBinder('Beta', org.ada)];
  for (const id of [alpha, beta])
    await call(app, `/${id}/messages`, org.ada, { message: { text: 'A message' } });
  const page = await app.open(org.ada);
  await reads(page, 'Beta', 'Alpha');
  const times = () =>
    page.locator('.binder-row time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  const [before] = await times();
  await call(app, `/${alpha}/todos`, org.ada, { name: 'Call the broker' });
  await reads(page, 'Alpha', 'Beta');
  const [first = '', second] = await times();
  assert.equal(second, before);
  assert.ok(first > (second ?? ''), `${first} is not after ${second}`);
});

test('[APP-6] new messages in the open chat never appear as unread', async ({ app, org, service }) => {
  const { ada, ben, post } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await post(binderId, ada, 'Welcome');
  const page = await app.open(ada, { path: `/b/${binderId}` });
  await page.locator('.chat-content').getByText('Welcome').waitFor();
  await row(page, 'Loan 4711').waitFor();
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
  await expect.poll(unread).toBe(0);
  assert.deepEqual(await page.evaluate('told'), []);
});

test('[APP-6] another binder shows its unsent message until it is sent or deleted, also in another tab', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  await org.addBinder('Quiet', ada);
  const loan = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(loan, ada, 'Welcome');
  const page = await app.open(ada, { path: `/b/${loan}` });
  const other = await page.context().newPage();
  await other.goto(new URL('/home', page.url()).href);
  await row(other, 'Loan 4711').getByText('You: Welcome').waitFor();
  const field = await editorOf(page);
  await field.fill('The rate is');
  await field.selectText();
  await page.keyboard.press('Control+b');
  await row(other, 'Loan 4711').getByText('Draft: The rate is', { exact: true }).waitFor();
  await other.getByRole('link', { name: /Loan 4711.* Draft: The rate is/ }).waitFor();
  await row(page, 'Loan 4711').getByText('You: Welcome').waitFor();
  await link(page, 'Quiet').click();
  await row(page, 'Loan 4711').getByText('Draft: The rate is').waitFor();
  await inspect(page, 'a draft in the list');
  await page.reload();
  await row(page, 'Loan 4711').getByText('Draft: The rate is').waitFor();
  await link(page, 'Loan 4711').click();
  await expectText(await editorOf(page), 'The rate is');
  await fieldOf(page).fill('');
  await row(other, 'Loan 4711').getByText('You: Welcome').waitFor();
  await page.keyboard.type('Three per cent');
  await row(other, 'Loan 4711').getByText('Draft: Three per cent').waitFor();
  await page.keyboard.press('Enter');
  await row(other, 'Loan 4711').getByText('You: Three per cent').waitFor();
});

test('[APP-7] favourites stay at the top, muted binders are quiet, and filters show a part', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  await org.addBinder('Two', ada, [ben]);
  const one = await org.addBinder('One', ada, [ben]);
  const page = await app.open(ada);
  await reads(page, 'One', 'Two');
  await choose(page, 'Two', 'Favourite');
  await reads(page, 'Favourites', 'Two', 'Other binders', 'One');
  await choose(page, 'One', 'Mute');
  await row(page, 'One').and(page.locator('[data-muted=true]')).waitFor();
  await link(page, 'One').click();
  await page.waitForURL(`**/b/${one}`);
  await link(page, 'Two').click();
  await page.waitForURL((url) => !url.pathname.includes(one));
  await org.post(one, ben, 'quiet');
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
  await reads(page, 'Favourites', 'Two', 'Other binders', 'One');
});

test('[APP-8] binders and direct messages are created, renamed, left and deleted', async ({ app, org }) => {
  const { ada, ben, addBinder } = org;
  const page = await app.open(ada);
  const dialog = page.getByRole('dialog');
  await page.getByText('Nothing here yet').waitFor();
  const create = async (item: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const name = async (words: string) => {
    await page.getByRole('textbox', { name: 'Name' }).fill(words);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: words, level: 1 }).waitFor();
  };
  await create('New binder');
  await name('Audit 2026');
  await choose(page, 'Audit 2026', 'Rename');
  await name('Audit 2027');
  await create('New direct message');
  await page.getByLabel('Search by name or email').fill('oka');
  await page.getByRole('button', { name: /Ben Okafor/ }).click();
  await dialog.getByLabel('Message').fill('Do you have a minute?');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Ben Okafor', level: 1 }).waitFor();
  await reads(page, 'Ben Okafor', 'Audit 2027');
  await choose(page, 'Audit 2027', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await reads(page, 'Ben Okafor');

  await test.step('the menu offers what a member may do', async () => {
    const ofBen = await addBinder('Of Ben', ben, [ada]);
    const items = async () => {
      await link(page, 'Of Ben').click({ button: 'right' });
      const names = await page.getByRole('menuitem').allInnerTexts();
      await page.keyboard.press('Escape');
      return names;
    };
    await expect.poll(items).toEqual(['Archive', 'New category …', 'History', 'Rename', 'Leave']);
    await call(app, `/${ofBen}/users/${ada.id}`, ben, { type: 'BOARD_READ_ONLY' });
    const ofReader = ['Archive', 'New category …', 'History', 'Leave'];
    await expect.poll(items, 'readers cannot rename').toEqual(ofReader);
    await choose(page, 'Of Ben', 'Leave');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await reads(page, 'Ben Okafor');
  });
});

for (const name of ['desktop', 'phone'] as const)
  test(`[APP-8] [MSG-69] a direct message to several people, on a ${name}`, async ({ app, org }) => {
    const { ada, ben, carla } = org;
    const isPhone = name === 'phone';
    const touch = { ...SCREENS['phone, light'], hasTouch: true, isMobile: true };
    const page = await app.open(ada, isPhone ? touch : {});
    const dialog = page.getByRole('dialog', { name: 'New direct message' });
    const chips = dialog.locator('.chips bdi');
    const field = dialog.getByLabel('Search by name or email');
    const message = dialog.getByLabel('Message');
    const open = async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'New direct message' }).click();
    };
    await open();
    await message.fill('Lunch?');
    await dialog.getByRole('button', { name: /Ben Okafor/ }).click();
    await expect(field).toBeFocused();
    await field.fill('carla');
    await page.keyboard.press('Enter');
    await expect(chips).toHaveText(['Ben Okafor', 'Carla Mendes']);
    await field.fill('x');
    await page.keyboard.down('Backspace');
    await expect(field).toHaveValue('');
    await page.keyboard.down('Backspace');
    await page.keyboard.up('Backspace');
    await expect(chips, 'a held key only empties the field').toHaveCount(2);
    await page.keyboard.press('Backspace');
    await expect(chips).toHaveText(['Ben Okafor']);
    await dialog.getByRole('button', { name: 'Remove Ben Okafor' }).click();
    await expect(message, 'a change of people keeps the text').toHaveValue('Lunch?');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(field, 'it needs somebody').toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('carla');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.locator('p.wrong'), 'the name is not chosen yet').toHaveText('Choose one.');
    await expect(field).toBeFocused();
    for (const words of ['carla', 'ben']) {
      await field.fill(words);
      await page.keyboard.press('Enter');
    }
    await inspect(page, `direct message to several people, ${name}`);
    await page.keyboard.press('Enter');
    await expect(message).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press(isPhone ? 'Enter' : 'Shift+Enter');
    await page.keyboard.type('At noon.');
    assert.ok(await ignoresEnterWhileComposing(message), 'an input method commits its text');
    if (isPhone) await dialog.getByRole('button', { name: 'Send' }).tap();
    else await page.keyboard.press('Enter');
    const title = page.getByRole('heading', { name: 'Carla Mendes and Ben Okafor', level: 1 });
    await expect(isPhone ? title : page.locator('[data-composer]')).toBeFocused();
    await title.waitFor();
    await page
      .getByText(/Lunch\?\s+At noon\./)
      .last()
      .waitFor();
    const { pathname } = new URL(page.url());
    const json = { users: [ben, ada].map(({ id }) => ({ user_id: id })), message: { text: 'Yes' } };
    const { binder_id } = await call(app, '/me/messages', carla, json);
    assert.equal(pathname, `/b/${binder_id}`);
    if (isPhone) await page.goBack();
    await expect(row(page, 'Carla Mendes and Ben Okafor')).toContainText('Carla: Yes');
  });

test('[APP-8] the dialog of a direct message offers emoji as the composer does', async ({ app, org }) => {
  const page = await app.open(org.ada);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New direct message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New direct message' });
  const message = dialog.getByLabel('Message');
  await dialog.getByRole('button', { name: /Ben Okafor/ }).click();
  await dialog.getByRole('button', { name: 'Emoji' }).waitFor();
  await message.focus();
  await page.keyboard.type('Lunch :pizz');
  await dialog.getByRole('option', { name: /pizza/ }).waitFor();
  await inspect(page, 'emoji in a direct message');
  await page.keyboard.press('Enter');
  await expect(message).toHaveValue('Lunch 🍕 ');
  await page.keyboard.type(':tada:');
  await expect(message).toHaveValue('Lunch 🍕 🎉');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  const search = page.getByRole('searchbox', { name: 'Search emoji' });
  await search.press('Enter');
  await search.fill('rocket');
  await page.getByRole('gridcell', { name: 'rocket' }).waitFor();
  await search.press('Enter');
  await expect(message).toHaveValue('Lunch 🍕 🎉🚀');
  await expect(message).toBeFocused();
  await page.keyboard.type(' :mu');
  await dialog.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.locator('.message', { hasText: 'Lunch 🍕 🎉🚀 :mu' }).waitFor();
});

test('[APP-8] [MSG-69] a name with a comma is one person of a conversation', async ({ app, org }) => {
  const { ada, ben } = org;
  const anna = await org.addUser('Müller, Anna');
  const write = (...people: CreatedUser[]) =>
    call(app, '/me/messages', anna, {
      users: people.map(({ id }) => ({ user_id: id })),
      message: { text: 'Hello' },
    });
  const page = await app.open(ada);
  await write(ada);
  await reads(page, 'Müller, Anna');
  await write(ada, ben);
  await reads(page, 'Müller, Anna; Ben Okafor', 'Müller, Anna');
  await link(page, 'Müller, Anna; Ben Okafor').click();
  await page.getByRole('heading', { name: 'Müller, Anna; Ben Okafor', level: 1 }).waitFor();
  const hers = await app.open(anna);
  await reads(hers, 'Ada Lovelace and Ben Okafor', 'Ada Lovelace');
});

test('[APP-8] a person who is removed from the open binder no longer sees it', async ({ app, org }) => {
  app.allowErrors(/status of 403/);
  const { ada, ben } = org;
  const id = await org.addBinder('Of Ben', ben, [ada]);
  const page = await app.open(ada, { path: `/b/${id}` });
  await page.getByRole('heading', { name: 'Of Ben', level: 1 }).waitFor();
  await call(app, `/${id}/removeuser`, ben, { id: ada.id });
  await page.getByRole('heading', { name: 'You don’t have access to this binder' }).waitFor();
  await row(page, 'Of Ben').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Go to your binders' }).click();
  await page.getByRole('heading', { name: 'For you', exact: true }).waitFor();
});
