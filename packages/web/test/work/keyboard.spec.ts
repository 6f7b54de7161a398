import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { addWorkedBinder } from '../support/work-binder.ts';

test('[WORK-16] the keyboard alone creates, comments, stops and answers transactions, and adds, moves and completes to-dos', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  const id = await addWorkedBinder(service, org, ['transactions', 'todos']);
  const page = await app.open(org.ada, { path: `/b/${id}/transactions` });
  const keyboard = useKeyboard(page);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await test.step('create a transaction', async () => {
    await keyboard.tabTo('Request');
    await keyboard.press('Enter');
    await keyboard.tabTo('Title');
    await keyboard.type('Minutes');
    await keyboard.tabTo('Person 1');
    await keyboard.press('c');
    await keyboard.tabTo('Send request');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Minutes', level: 2 }).waitFor();
  });
  await test.step('comment on it and stop it', async () => {
    await keyboard.tabTo('Write a comment');
    await keyboard.type('By Friday, please.');
    await keyboard.press('Enter');
    await page.locator('.said', { hasText: 'By Friday, please.' }).waitFor();
    await keyboard.tabTo('More actions: Minutes', 'back');
    await keyboard.press('Enter');
    // Only admins have another item with S.
    await keyboard.press('s');
    await keyboard.expectAt('Save as template');
    await keyboard.press('s');
    await keyboard.expectAt('Stop');
    await keyboard.press('Enter');
    await page.locator('.badge', { hasText: 'Stopped' }).waitFor();
    await keyboard.expectAt('More actions: Minutes');
  });
  await test.step('answer another one in the list', async () => {
    await keyboard.tabTo('Approvals', 'back');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Approvals', level: 2 }).waitFor();
    await keyboard.expectAt('Minutes');
    await keyboard.tabTo('Approve', 'back');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await keyboard.expectAt('Valuation of the building');
  });
  await test.step('add, move and complete a to-do', async () => {
    await keyboard.tabTo('To-dos', 'back');
    await keyboard.press('Enter');
    await page.getByLabel('Done: Book a room for the signing').waitFor();
    await keyboard.tabTo('Add a to-do');
    await keyboard.type('Buy flowers');
    await keyboard.press('Enter');
    await keyboard.tabTo('Move Buy flowers', 'back');
    await keyboard.press('ArrowUp');
    await keyboard.expectAt('Move Buy flowers');
    await keyboard.tabTo('Done: Buy flowers');
    await keyboard.press('Space');
    await expect(page.getByRole('link', { name: 'Buy flowers' })).toHaveCount(0);
    await keyboard.expectAt(/^Done: /);
  });
});

test('[WORK-16] the keyboard alone changes members, and renames, deletes, restores and reads pages', async ({
  app,
  org,
  service,
}) => {
  const id = await addWorkedBinder(service, org, ['pages', 'invitations']);
  const page = await app.open(org.ada, { path: `/b/${id}/members` });
  const keyboard = useKeyboard(page);
  await page.getByRole('heading', { name: /^Invited/ }).waitFor();
  await test.step('change a role and withdraw an invitation', async () => {
    await keyboard.tabTo('Carla Mendes: Can edit');
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await keyboard.expectAt('Can view');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Carla Mendes: Can view' }).waitFor();
    await keyboard.expectAt('Carla Mendes: Can view');
    await keyboard.tabTo('dr.weber@notary.example: Can view');
    await keyboard.press('Enter');
    await keyboard.press('End');
    await keyboard.expectAt('Revoke');
    await keyboard.press('Enter');
    await keyboard.tabTo('Revoke');
    await keyboard.press('Enter');
    await expect(page.getByText('dr.weber@notary.example')).toHaveCount(0);
    await keyboard.press('Tab');
  });
  await test.step('rename a page', async () => {
    await keyboard.tabTo('Pages', 'back');
    await keyboard.press('Enter');
    await page.getByText('Sketch of the site').waitFor();
    await keyboard.tabTo('More actions: Agenda.md');
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await keyboard.expectAt('Versions');
    await keyboard.press('ArrowDown');
    await keyboard.expectAt('Start a request');
    await keyboard.press('ArrowDown');
    await keyboard.expectAt('Rename');
    await keyboard.press('Enter');
    // An earlier Tab would move the focus off the button to which the dialog returns it.
    await page.getByRole('dialog').waitFor();
    await keyboard.tabTo('Name', 'back');
    await page.keyboard.press('Control+a');
    await keyboard.type('Agenda of the signing');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await keyboard.expectAt('More actions: Agenda of the signing');
  });
  await test.step('delete it, restore it, and delete it as a selection', async () => {
    await keyboard.press('Enter');
    await keyboard.press('End');
    await keyboard.expectAt('Delete');
    await keyboard.press('Enter');
    await keyboard.expectAt('Undo');
    await keyboard.press('Enter');
    await page.getByText('Agenda of the signing').waitFor();
    await keyboard.tabTo('Select Agenda of the signing');
    await keyboard.press('Space');
    await page.getByRole('toolbar').waitFor();
    await keyboard.press('Delete');
    await keyboard.expectAt('Undo');
  });
  await test.step('open a page, turn to the next one and return', async () => {
    await keyboard.tabTo(/^Loan agreement.pdf, 3 pages/, 'back');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Loan agreement.pdf', level: 2 }).waitFor();
    // The viewer handles keys after it has rendered the page.
    await page.locator('.page-tile.whole[data-there=true]').waitFor();
    await keyboard.press('ArrowRight');
    await expect(page.getByLabel('Page number')).toHaveValue('2');
    await keyboard.tabTo('All pages', 'back');
    await keyboard.press('Enter');
    await page.getByText('Sketch of the site').waitFor();
    await keyboard.expectAt(/^Loan agreement.pdf, 3 pages/);
  });
});
