import { type App, expect, inspect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const members = (page: Page) => page.locator('.member :is(strong, .person-link)');

async function shows(page: Page, expected: readonly string[]) {
  const names = async () => (await members(page).allInnerTexts()).map((name) => name.split(',')[0]?.trim());
  await expect.poll(names).toEqual(expected);
}

async function openMembers(app: App, name: string) {
  const both = await app.openBoth(name, { part: '/members' });
  await shows(both.ada, ['Ada Lovelace (you)', 'Ben Okafor']);
  await shows(both.ben, ['Ada Lovelace', 'Ben Okafor (you)']);
  return both;
}

test('[WORK-11] a member adds people by name and by address and withdraws an invitation', async ({ app }) => {
  const { ada, ben } = await openMembers(app, 'Adding');
  await button(ada, 'Add people').click();
  const find = ada.getByLabel('Name, email or user ID');
  await find.fill('men');
  await ada.getByRole('list', { name: 'People found' }).getByText('Carla Mendes').waitFor();
  await ada.keyboard.press('Enter');
  await find.fill('dr.weber@notary.example');
  await ada.getByText('Invite dr.weber@notary.example').click();
  await ada.getByRole('radio', { name: 'Can view' }).check();
  await ada.getByRole('dialog').getByText('create one under “Administration”').waitFor();
  await button(ada, 'Add 2 people').click();
  await ada.getByText('1 person was added · 1 person was invited').first().waitFor();
  await shows(ada, ['Ada Lovelace (you)', 'Ben Okafor', 'Carla Mendes', 'dr.weber@notary.example']);
  await expect(members(ben)).toHaveCount(4);
  await button(ben, 'dr.weber@notary.example: Can view').click();
  await ben.getByRole('menuitemradio', { name: 'Can edit' }).click();
  await button(ada, 'dr.weber@notary.example: Can edit').click();
  await expect(ada.getByRole('menuitem')).toHaveText(['Revoke']);
  await ada.keyboard.press('Escape');
  await button(ben, 'dr.weber@notary.example: Can edit').click();
  await ben.getByRole('menuitem', { name: 'Revoke' }).click();
  await inDialog(ben, 'Revoke').click();
  await shows(ada, ['Ada Lovelace (you)', 'Ben Okafor', 'Carla Mendes']);

  await button(ada, 'Add people').click();
  await find.fill('carla');
  await ada.getByRole('dialog').getByText('Invite user ID “carla”').waitFor();
  await expect(ada.getByRole('dialog').getByText('Carla Mendes')).toHaveCount(0);
});

test('[WORK-11] without a mail server no invitation is sent again', async ({ app, org, service }) => {
  const id = await org.addBinder('Again', org.ada);
  const json = { users: [{ user: { email: 'late@notary.example' } }] };
  await service.call('POST', `/${id}/inviteuser`, { token: org.ada.token, json });
  await service.env.db.query(
    'UPDATE invitations SET updated_at = updated_at - 90000000 WHERE binder_id = $1',
    [id],
  );
  const page = await app.open(org.ada, { path: `/b/${id}/members` });
  await button(page, 'late@notary.example: Can edit').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Revoke']);
});

test('[WORK-11] the dialog stays in place while people are found', async ({ app }) => {
  const { ada } = await openMembers(app, 'Finding');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await ada.route('**/me/contacts*', async (route) => {
    await released;
    await route.continue();
  });
  await button(ada, 'Add people').click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByText('Looking up people…').waitFor();
  const before = await dialog.boundingBox();
  release();
  await dialog.getByText('Carla Mendes').waitFor();
  expect(await dialog.boundingBox()).toEqual(before);
  await ada.getByLabel('Name, email or user ID').fill('no body');
  await dialog.getByText(/^No matches/).waitFor();
  expect(await dialog.boundingBox()).toEqual(before);
});

test('[WORK-11] a long email address is not cut on a phone', async ({ app, org }) => {
  const email = 'alexandria.konstantinopoulos@accounts.northwind-harbour.example';
  const id = await org.addBinder('Long', org.ada);
  const page = await app.open(org.ada, { path: `/b/${id}/members`, viewport: { width: 360, height: 740 } });
  await page.route('**/me/contacts*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const contact of body.data.contacts) contact.email = email;
    await route.fulfill({ response, json: body });
  });
  await button(page, 'Add people').click();
  const list = page.getByRole('list', { name: 'People found' });
  const box = await list.boundingBox();
  const text = await list.getByText(email).first().boundingBox();
  expect(text && box && text.x + text.width <= box.x + box.width).toBe(true);
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await inspect(page, 'long email addresses');
});

test('[WORK-11] the owner changes roles and hands over the binder; a removed member loses it', async ({
  app,
}) => {
  const { ada, ben } = await openMembers(app, 'Roles');
  await button(ada, 'Ben Okafor: Can edit').click();
  await ada.getByRole('menuitemradio', { name: 'Can view' }).click();
  await button(ben, 'Ben Okafor: Can view').waitFor();
  await expect(button(ben, 'Add people')).toHaveCount(0);

  await button(ada, 'Ben Okafor: Can view').click();
  await ada.getByRole('menuitem', { name: 'Transfer ownership' }).click();
  await inDialog(ada, 'Transfer').click();
  await button(ben, 'Add people').waitFor();
  await button(ben, 'Ada Lovelace: Can edit').click();
  await ben.getByRole('menuitem', { name: 'Remove' }).click();
  await inDialog(ben, 'Remove').click();
  await shows(ben, ['Ben Okafor (you)']);
  await expect(ada.locator('.member')).toHaveCount(0);
});

test('[WORK-11] the list marks who is present, and a member can leave', async ({ app }) => {
  const { ada, ben } = await openMembers(app, 'Leaving');
  await ada.locator('.member', { hasText: 'Ben Okafor' }).locator('.presence').waitFor();
  await button(ben, 'Ben Okafor: Can edit').click();
  await ben.getByRole('menuitem', { name: 'Leave binder' }).click();
  await inDialog(ben, 'Leave').click();
  await shows(ada, ['Ada Lovelace (you)']);
});
