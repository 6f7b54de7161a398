import { expect, inspectEverywhere, type Locator } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

const isDescribedAs = (field: Locator, problem: string) =>
  expect(field).toHaveAccessibleDescription(new RegExp(`^${problem}`));

test('[APP-21] a form of the app names the problem below the field, focuses it, and is sent when it is fixed', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ada);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New binder' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await isDescribedAs(name, 'Fill in this field.');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await inspectEverywhere(page, 'field error app');
  await name.fill('Mortgage');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
});

test('[APP-21] a form of the console names each problem in its own words and focuses the first field', async ({
  app,
}) => {
  const page = await openConsole(app, '/bots');
  await page.getByRole('tab', { name: 'Bot apps' }).click();
  await page.getByRole('button', { name: 'Create a bot' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Webhook URL').fill('hooks');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please fix the highlighted field.');
  await isDescribedAs(dialog.getByLabel('Name'), 'Fill in this field.');
  await isDescribedAs(
    dialog.getByLabel('Webhook URL'),
    'Enter a full address, such as https://example.com/.',
  );
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await inspectEverywhere(page, 'field error console');
});
