import { expect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { goTo, openConsole, test } from '../support/console-page.ts';

test('[MEMBER-22] an admin transfers a binder, and all binders of a person', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla, partner } = org;
  const mortgage = await org.addBinder('Mortgage', ben, [carla]);
  for (const name of ['Leasing', 'Savings']) await org.addBinder(name, ben);
  const ownedBy = async (userId: string) => {
    const path = `/orgs/${partner.orgId}/binders`;
    const { body } = await service.call('GET', path, { token: ada.token });
    return body.data.binders
      .filter(({ binder }: { binder: { owner: { id: string } } }) => binder.owner.id === userId)
      .map(({ binder }: { binder: { name: string } }) => binder.name);
  };
  const page = await openConsole(app, '/binders');
  const dialog = page.getByRole('dialog');
  const search = page.getByRole('searchbox');
  await search.fill('mortg');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await inspectEverywhere(page, 'a found binder');
  await page.getByRole('button', { name: 'Transfer ownership: Mortgage' }).click();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose the new owner.');
  const find = dialog.getByRole('searchbox', { name: 'Find the new owner' });
  await find.fill('Ben');
  await dialog.getByText('No other people match.').waitFor();
  await find.fill('Car');
  await dialog.getByRole('button', { name: 'Choose Carla Mendes' }).click();
  await inspectEverywhere(page, 'transfer a binder');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await page.getByText('Carla Mendes is now the owner').first().waitFor();
  await page
    .getByRole('row', { name: /Mortgage/ })
    .getByText('Carla Mendes')
    .waitFor();
  expect(await ownedBy(carla.id)).toEqual(['Mortgage']);
  const { body } = await service.call('GET', `/${mortgage}/users`, { token: ben.token });
  expect(body.data.users.map(({ type }: { type: string }) => type)).toEqual([
    'BOARD_OWNER',
    'BOARD_READ_WRITE',
  ]);

  await goTo(page, 'People');
  await page.getByRole('link', { name: ben.name }).click();
  await page.getByRole('button', { name: `Transfer binders: ${ben.name}` }).click();
  await dialog.getByText(`Binders that ${ben.name} owns: 2.`).waitFor();
  await find.fill('Ada');
  await dialog.getByRole('button', { name: 'Choose Ada Lovelace' }).click();
  await inspectEverywhere(page, 'transfer binders of a person');
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await page.getByText('Ada Lovelace is now the owner').first().waitFor();
  expect(await ownedBy(ben.id)).toEqual([]);
  expect(await ownedBy(ada.id)).toEqual(['Leasing', 'Savings']);
});
