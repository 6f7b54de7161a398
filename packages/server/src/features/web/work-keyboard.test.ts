import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, startApp } from './testing/app-page.ts';
import { useKeyboard } from './testing/keyboard.ts';
import { fillBinder } from './testing/work-fixture.ts';

const { browser, service, fixture } = await startApp();
const binder = await fillBinder(service, fixture);

test('[WORK-16] transactions and to-dos are worked by keyboard alone', browser.needed, async () => {
  const { page, errors } = await openApp(browser, service, fixture.ada.email, {
    path: `/b/${binder.id}/transactions`,
  });
  const keyboard = useKeyboard(page);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await keyboard.tabTo('Ask for something');
  await keyboard.press('Enter');
  await keyboard.tabTo('Title');
  await keyboard.type('Minutes');
  await keyboard.tabTo('Person 1');
  await keyboard.press('c');
  await keyboard.tabTo('Ask');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Minutes', level: 2 }).waitFor();
  await keyboard.tabTo('Write a comment');
  await keyboard.type('By Friday, please.');
  await keyboard.press('Enter');
  await page.locator('.said', { hasText: 'By Friday, please.' }).waitFor();
  await keyboard.tabTo('Stop', 'back');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open again' }).waitFor();
  await keyboard.expectAt('Open again');
  await keyboard.tabTo('Transactions', 'back');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Transactions', level: 2 }).waitFor();
  await keyboard.expectAt('Minutes');
  await keyboard.tabTo('Approve', 'back');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  await keyboard.expectAt('Valuation of the building');

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
  await page.getByRole('link', { name: 'Buy flowers' }).waitFor({ state: 'detached' });
  await keyboard.expectAt(/^Done: /);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('[WORK-16] members and pages are worked by keyboard alone', browser.needed, async () => {
  const { page, errors } = await openApp(browser, service, fixture.ada.email, {
    path: `/b/${binder.id}/members`,
  });
  const keyboard = useKeyboard(page);
  await page.getByRole('heading', { name: /^Invited/ }).waitFor();
  await keyboard.tabTo('Carla Mendes: Can write');
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.expectAt('Can read');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Carla Mendes: Can read' }).waitFor();
  await keyboard.expectAt('Carla Mendes: Can read');
  await keyboard.tabTo('dr.weber@notary.example: Can read');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.tabTo('Take back');
  await keyboard.press('Enter');
  await page.getByText('dr.weber@notary.example').waitFor({ state: 'detached' });
  await keyboard.press('Tab');

  await keyboard.tabTo('Pages', 'back');
  await keyboard.press('Enter');
  await page.getByText('Sketch of the site').waitFor();
  await keyboard.tabTo('Actions on Agenda.md');
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.expectAt('Rename');
  await keyboard.press('Enter');
  await keyboard.tabTo('Name', 'back');
  await page.keyboard.press('Control+a');
  await keyboard.type('Agenda of the signing');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keyboard.expectAt('Actions on Agenda of the signing');
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
  await keyboard.tabTo(/^Loan agreement.pdf, page 1/, 'back');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Loan agreement.pdf', level: 2 }).waitFor();
  // Before it is drawn the key would go to nobody.
  await page.locator('.page-tile.whole[data-there=true]').waitFor();
  await keyboard.press('ArrowRight');
  await page.getByText('page 2 of 3').waitFor({ state: 'attached' });
  await keyboard.tabTo('All pages', 'back');
  await keyboard.press('Enter');
  await page.getByText('Sketch of the site').waitFor();
  await keyboard.expectAt(/^Loan agreement.pdf, page 2/);
  assert.deepEqual(errors, []);
  await page.context().close();
});
