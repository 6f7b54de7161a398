import { expect, inspectEverywhere, type Locator } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

const isDescribedAs = (field: Locator, problem: string) =>
  expect(field).toHaveAccessibleDescription(new RegExp(`^${problem}`));

test('[APP-27] a form of the app names the problem below the field, focuses it, and is sent when it is fixed', async ({
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

test('[APP-27] while a form is sent, its fields take no input', async ({ app, org }) => {
  app.allowErrors(/status of 503/);
  const page = await app.open(org.ada);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New binder' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  const refuse = Promise.withResolvers<void>();
  await page.route('**/me/binders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await refuse.promise;
    await route.fulfill({ status: 503, json: {} });
  });
  await name.fill('Mortgage');
  await name.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Working…' })).toBeFocused();
  await name.focus();
  await page.keyboard.type(' of Ada');
  refuse.resolve();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(name).toHaveValue('Mortgage');
  await expect(name, 'the focus returns').toBeFocused();
  await page.unroute('**/me/binders');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Mortgage', level: 1 }).waitFor();
});

test('[APP-27] a form of the console names each problem in its own words and focuses the first field', async ({
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

test('[APP-27] the sign-in page names each problem below its field, and keeps a shown password', async ({
  app,
  service,
}) => {
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in`);
  const email = page.getByRole('textbox', { name: 'Email address' });
  const password = page.getByLabel('Password', { exact: true });
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await signIn.click();
  await isDescribedAs(email, 'Fill in this field.');
  await isDescribedAs(password, 'Fill in this field.');
  await expect(email).toBeFocused();
  await inspectEverywhere(page, 'field error sign-in');
  await email.fill('ben');
  await password.fill('correct horse');
  await page.getByRole('button', { name: 'Show password' }).click();
  await signIn.click();
  await isDescribedAs(email, 'Enter an email address, such as ada@example.com.');
  await expect(email).toBeFocused();
  await expect(password).toHaveAccessibleDescription('');
  await expect(password).toHaveAttribute('type', 'text');
});

test('[APP-27] the page for a new password names a short one beside its hint', async ({ app, org }) => {
  const page = await app.open(org.ben, { path: '/account' });
  await page.getByRole('link', { name: 'Change your password' }).click();
  await page.getByLabel('Current password').fill('correct horse');
  const password = page.getByLabel('New password');
  await password.fill('short');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription(
    'Enter at least 10 characters. At least 10 characters. A few unrelated words work well.',
  );
  await expect(password).toBeFocused();
});

test('[APP-27] without scripts the browser checks the fields of the sign-in page', async ({
  app,
  service,
}) => {
  const page = await app.newPage({ javaScriptEnabled: false });
  await page.goto(`${service.origin}/sign-in`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('#email:user-invalid')).toBeVisible();
  await expect(page.locator('form[novalidate]')).toHaveCount(0);
});
