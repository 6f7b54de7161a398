import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openBoth, startApp } from './testing/app-page.ts';

const app = await startApp();
const { browser } = app;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const names = (page: Page) => page.locator('.member strong').allInnerTexts();
const shows = (page: Page, expected: readonly string[]) =>
  becomes(async () => (await names(page)).map((name) => name.split(',')[0]?.trim()), [...expected]);

async function twoAtMembers(name: string) {
  const both = await openBoth(app, name, { part: '/members' });
  await shows(both.ada, ['Ada Lovelace (you)', 'Ben Okafor']);
  await shows(both.ben, ['Ada Lovelace', 'Ben Okafor (you)']);
  return both;
}

test(
  '[WORK-11] people are added by name and by address, and invitations taken back',
  browser.needed,
  async () => {
    const { ada: page, ben, close } = await twoAtMembers('Adding');
    await button(page, 'Add people').click();
    const find = page.getByLabel('Name, e-mail address or unique id');
    await find.fill('men');
    await page.getByRole('list', { name: 'People found' }).getByText('Carla Mendes').waitFor();
    await page.keyboard.press('Enter');
    await find.fill('dr.weber@notary.example');
    await page.getByText('Invite dr.weber@notary.example by e-mail address').click();
    await page.getByRole('radio', { name: 'can read' }).check();
    await button(page, 'Add 2 people').click();
    const everybody = ['Ben Okafor', 'Carla Mendes', 'dr.weber@notary.example'];
    await shows(page, ['Ada Lovelace (you)', ...everybody]);
    await becomes(async () => (await names(ben)).length, 4, 'the other one sees them');
    await button(ben, 'dr.weber@notary.example: Can read').click();
    await ben.getByRole('menuitem', { name: 'Take back' }).click();
    await inDialog(ben, 'Take back').click();
    await shows(page, ['Ada Lovelace (you)', 'Ben Okafor', 'Carla Mendes']);

    await button(page, 'Add people').click();
    await page.getByLabel('Name, e-mail address or unique id').fill('carla');
    await page.getByRole('dialog').getByText('unique id “carla”').waitFor();
    assert.equal(await page.getByRole('dialog').getByText('Carla Mendes').count(), 0, 'she is in it already');
    await close();
  },
);

test(
  '[WORK-11] the owner changes roles and hands over; who is removed loses the binder',
  browser.needed,
  async () => {
    const { ada, ben, close } = await twoAtMembers('Roles');
    await button(ada, 'Ben Okafor: Can write').click();
    await ada.getByRole('menuitemradio', { name: 'Can read' }).click();
    await button(ben, 'Ben Okafor: Can read').waitFor();
    await button(ben, 'Add people').waitFor({ state: 'detached' });

    await button(ada, 'Ben Okafor: Can read').click();
    await ada.getByRole('menuitem', { name: 'Hand over as owner' }).click();
    await inDialog(ada, 'Hand over').click();
    await button(ben, 'Add people').waitFor();
    await button(ben, 'Ada Lovelace: Can write').click();
    await ben.getByRole('menuitem', { name: 'Remove' }).click();
    await inDialog(ben, 'Remove').click();
    await shows(ben, ['Ben Okafor (you)']);
    await becomes(() => ada.locator('.member').count(), 0, 'the removed one sees it no more');
    await close();
  },
);

test('[WORK-11] a member leaves; who is here is shown', browser.needed, async () => {
  const { ada, ben, close } = await twoAtMembers('Leaving');
  await ada.locator('.member', { hasText: 'Ben Okafor' }).locator('.presence').waitFor();
  await button(ben, 'Ben Okafor: Can write').click();
  await ben.getByRole('menuitem', { name: 'Leave the binder' }).click();
  await inDialog(ben, 'Leave').click();
  await shows(ada, ['Ada Lovelace (you)']);
  await close();
});
