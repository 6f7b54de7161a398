import { expect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[TX-84] an admin creates, changes and deletes a group', async ({ app, org, service }) => {
  app.allowErrors(/status of 40[09]/);
  const path = `/orgs/${org.partner.orgId}/groups`;
  const stored = async () => {
    const { body } = await service.call('GET', path, { token: org.ada.token });
    return body.data.groups.map((each: { name: string; member_count: number }) => [
      each.name,
      each.member_count,
    ]);
  };
  const page = await openConsole(app, '/groups');
  await page.getByText('Create a group, and choose it in a request').waitFor();
  await inspectEverywhere(page, 'groups empty');
  await page.getByRole('button', { name: 'Create a group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Credit officers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('Add at least one person.').waitFor();
  for (const name of ['Ben Okafor', 'Ada Lovelace']) {
    await dialog.getByRole('searchbox', { name: 'Find a person to add' }).fill(name.slice(0, 3));
    await dialog.getByRole('button', { name: `Add ${name}` }).click();
  }
  await inspectEverywhere(page, 'group form');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /Credit officers/ });
  await row.getByText('2 people').waitFor();
  await inspectEverywhere(page, 'groups');
  expect(await stored()).toEqual([['Credit officers', 2]]);

  await page.getByRole('button', { name: 'Edit the group Credit officers' }).click();
  await dialog.getByRole('button', { name: 'Remove Ada Lovelace' }).click();
  await dialog.getByLabel('Name').fill('Officers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('row', { name: /Officers/ })
    .getByText('1 person')
    .waitFor();
  expect(await stored()).toEqual([['Officers', 1]]);

  await page.getByRole('button', { name: /Remove: Officers|Remove Officers/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: /Officers/ })).toHaveCount(0);
  expect(await stored()).toEqual([]);
});
