import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const names = (page: Page) => page.locator('.member strong').allInnerTexts();
const shows = (page: Page, expected: readonly string[]) =>
  becomes(async () => (await names(page)).map((name) => name.split(',')[0]?.trim()), [...expected]);

async function twoAtMembers(name: string) {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder(name, ada, [ben]);
  const path = `/b/${id}/members`;
  const mine = await openApp(browser, service, ada.email, { path });
  const theirs = await openApp(browser, service, ben.email, { path });
  await shows(mine.page, ['Ada Lovelace (you)', 'Ben Okafor']);
  await shows(theirs.page, ['Ada Lovelace', 'Ben Okafor (you)']);
  return { id, ada: mine, ben: theirs };
}

test(
  '[WORK-11] people are added by name and by address, and invitations taken back',
  browser.needed,
  async () => {
    const { ada, ben } = await twoAtMembers('Adding');
    const { page } = ada;
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
    await becomes(async () => (await names(ben.page)).length, 4, 'the other one sees them');
    await button(ben.page, 'dr.weber@notary.example: Can read').click();
    await ben.page.getByRole('menuitem', { name: 'Take back' }).click();
    await inDialog(ben.page, 'Take back').click();
    await shows(page, ['Ada Lovelace (you)', 'Ben Okafor', 'Carla Mendes']);

    await button(page, 'Add people').click();
    await page.getByLabel('Name, e-mail address or unique id').fill('carla');
    await page.getByRole('dialog').getByText('unique id “carla”').waitFor();
    assert.equal(await page.getByRole('dialog').getByText('Carla Mendes').count(), 0, 'she is in it already');
    assert.deepEqual([...ada.errors, ...ben.errors], []);
    await ada.page.context().close();
    await ben.page.context().close();
  },
);

test(
  '[WORK-11] the owner changes roles and hands over; who is removed loses the binder',
  browser.needed,
  async () => {
    const { ada, ben } = await twoAtMembers('Roles');
    await button(ada.page, 'Ben Okafor: Can write').click();
    await ada.page.getByRole('menuitemradio', { name: 'Can read' }).click();
    await button(ben.page, 'Ben Okafor: Can read').waitFor();
    await button(ben.page, 'Add people').waitFor({ state: 'detached' });

    await button(ada.page, 'Ben Okafor: Can read').click();
    await ada.page.getByRole('menuitem', { name: 'Hand over as owner' }).click();
    await inDialog(ada.page, 'Hand over').click();
    await button(ben.page, 'Add people').waitFor();
    await button(ben.page, 'Ada Lovelace: Can write').click();
    await ben.page.getByRole('menuitem', { name: 'Remove' }).click();
    await inDialog(ben.page, 'Remove').click();
    await shows(ben.page, ['Ben Okafor (you)']);
    await becomes(() => ada.page.locator('.member').count(), 0, 'the removed one sees it no more');
    assert.deepEqual([...ada.errors, ...ben.errors], []);
    await ada.page.context().close();
    await ben.page.context().close();
  },
);

test('[WORK-11] a member leaves; who is here is shown', browser.needed, async () => {
  const { ada, ben } = await twoAtMembers('Leaving');
  await ada.page.locator('.member', { hasText: 'Ben Okafor' }).locator('.presence').waitFor();
  await button(ben.page, 'Ben Okafor: Can write').click();
  await ben.page.getByRole('menuitem', { name: 'Leave the binder' }).click();
  await inDialog(ben.page, 'Leave').click();
  await shows(ada.page, ['Ada Lovelace (you)']);
  await ada.page.context().close();
  await ben.page.context().close();
});
