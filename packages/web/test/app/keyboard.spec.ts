import assert from 'node:assert/strict';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { useKeyboard } from '../support/keyboard.ts';

test('[APP-13] a keyboard is enough for Timeline, its menus and dialogs, a binder and its parts', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  for (const name of ['Third', 'Second', 'First']) await org.addBinder(name, ada, [ben]);
  const page = await app.open(ada);
  await page.getByRole('link', { name: 'First' }).waitFor();
  const { press, type, expectAt, tabTo } = useKeyboard(page);
  await tabTo(/^\w+\nFirst/);
  await press('ArrowDown');
  await expectAt(/^\w+\nSecond/);
  await press('End');
  await expectAt(/^\w+\nThird/);
  await press('Home');
  await press('Shift+F10');
  await page.getByRole('menu').waitFor();
  await expectAt('Favourite');
  await press('ArrowUp');
  await expectAt('Delete');
  await press('n');
  await expectAt('None');
  await press('n');
  await expectAt('New category …');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await expectAt('Name');
  await type('Loans');
  await press('Enter');
  await page.getByRole('button', { name: 'Loans 1 binder' }).waitFor();
  await expectAt(/^\w+\nFirst/);
  await press('ArrowUp');
  await expectAt(/^Loans/);
  await press('ArrowLeft');
  await page.getByRole('link', { name: 'First' }).waitFor({ state: 'detached' });
  await press('ArrowRight');
  await page.getByRole('link', { name: 'First' }).waitFor();
  await tabTo('Actions: Loans');
  await press('Enter');
  await page.getByRole('menu').waitFor();
  await expectAt('Rename');
  await press('Escape');
  await expectAt('Actions: Loans');
  await press('Shift+Tab');
  await press('ArrowDown');
  await press('Enter');
  await page.getByRole('heading', { name: 'First', level: 1 }).waitFor();
  await expectAt(/^First|^Message/);
  await press('Alt+ArrowDown');
  await page.getByRole('heading', { name: 'Second', level: 1 }).waitFor();
  await press('Alt+ArrowUp');
  await page.getByRole('heading', { name: 'First', level: 1 }).waitFor();
  await press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await type('thi');
  await page.getByRole('dialog').getByRole('option', { name: /Third/ }).waitFor();
  await press('Enter');
  await page.getByRole('heading', { name: 'Third', level: 1 }).waitFor();
  await tabTo('To-dos');
  await press('Enter');
  await page.locator('.binder-tabs [aria-current=page]').getByText('To-dos').waitFor();
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape');
  await tabTo(/Account: /, 'back');
  await press('Enter');
  await page.getByRole('menu').waitFor();
  await expectAt('Set a status');
  await press('Escape');
  await expectAt(/Account: /);
});

test('[APP-14] Find lists messages and to-dos of the person’s binders by their words, and opens them in their place', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Found here', ben, [ada]);
  const messageId = await org.post(id, ben, 'The zeppelin lands at nine');
  const todo = await service.call('POST', `/${id}/todos`, {
    token: ben.token,
    json: { name: 'Book the zeppelin' },
  });
  assert.equal(todo.status, 200, JSON.stringify(todo.body));
  const secret = await org.addBinder('Secret', ben);
  await org.post(secret, ben, 'A zeppelin of which Ada knows nothing');
  const page = await app.open(ada);
  const options = page.getByRole('dialog').getByRole('option');
  const find = async (words: string) => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox').fill(words);
  };
  await find('zeppelin');
  await options.filter({ hasText: 'Book the zeppelin' }).waitFor();
  await expect(options).toHaveCount(2);
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /lands at nine.*Message in Found here, Ben Okafor/s })
    .click();
  await page.waitForURL(`**/b/${id}/chat/${messageId}`);
  await find('zeppelin');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Book the zeppelin.*To-do in Found here/s })
    .click();
  await page.waitForURL(`**/b/${id}/todos/*`);
  await find('no such words anywhere');
  await page.getByText('No results.').waitFor();
});
