import { prepareSetupLink } from '@ringbinder/server/features/setup/index.ts';
import { startService } from '@ringbinder/testkit';
import {
  expect,
  inspectEverywhere,
  PASSWORD,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';

const passwordOf = (page: Page) => page.getByLabel('Password', { exact: true });
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const FIELD = 'document.forms[0].elements.password';
const caretOf = (page: Page) => page.evaluate(`[${FIELD}.selectionStart, ${FIELD}.selectionEnd]`);

test('[SIGNIN-9] shows a password, and the caret stays where it is', async ({ app, service }) => {
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in`);
  const password = passwordOf(page);
  await password.fill('correct horse');
  await page.evaluate(`${FIELD}.setSelectionRange(2, 5)`);
  await buttonOf(page, 'Show Password').click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toBeFocused();
  expect(await caretOf(page)).toEqual([2, 5]);
  await inspectEverywhere(page, 'gate sign-in shown password');
  await page.keyboard.type('X');
  await expect(password).toHaveValue('coXct horse');
  await buttonOf(page, 'Hide Password').click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toBeFocused();
  expect(await caretOf(page)).toEqual([3, 3]);
});

test('[SIGNIN-9] shows a password by keyboard, and the button keeps the focus', async ({ app, service }) => {
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in`);
  await passwordOf(page).fill('correct horse');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(passwordOf(page)).toHaveAttribute('type', 'text');
  await expect(buttonOf(page, 'Hide Password')).toBeFocused();
});

test('[SIGNIN-9] submits a shown password from a field of type password', async ({ app, org, service }) => {
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in?next=/account`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(org.ben.email);
  await passwordOf(page).fill(PASSWORD);
  await buttonOf(page, 'Show Password').click();
  await page.evaluate(`document.forms[0].addEventListener('submit', (event) => {
    sessionStorage.setItem('type', event.target.elements.password.type);
  })`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  expect(await page.evaluate(`sessionStorage.getItem('type')`)).toBe('password');
});

test('[SIGNIN-9] has no button in a browser without scripts', async ({ app, org, service }) => {
  const page = await app.newPage({ javaScriptEnabled: false });
  await page.goto(`${service.origin}/sign-in?next=/account`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(org.ben.email);
  await passwordOf(page).fill(PASSWORD);
  await expect(page.locator('.secret button')).toBeHidden();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
});

test('[SIGNIN-9] shows the current and the new password on the page that changes it', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ben, { path: '/account' });
  await page.getByRole('link', { name: 'Change your password' }).click();
  await buttonOf(page, 'Show New password').click();
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Current password')).toHaveAttribute('type', 'password');
  await buttonOf(page, 'Show Current password').click();
  await expect(page.getByLabel('Current password')).toHaveAttribute('type', 'text');
});

test('[SIGNIN-9] shows the password of the first admin', async ({ app }) => {
  const service = await startService();
  const page = await app.newPage();
  await page.goto((await prepareSetupLink(service.env)) ?? '');
  await buttonOf(page, 'Show Password').click();
  await expect(passwordOf(page)).toHaveAttribute('type', 'text');
  await page.context().close();
  await service.close();
});

test('[SIGNIN-10] fills in the remembered address after signing out, until it is “Not you?”', async ({
  app,
  org,
  service,
}) => {
  const page = await app.newPage();
  const email = page.getByRole('textbox', { name: 'Email address' });
  const remember = page.getByRole('checkbox', { name: 'Remember my email address' });
  await page.goto(`${service.origin}/sign-in?next=/account`);
  await email.fill(org.ben.email);
  await passwordOf(page).fill(PASSWORD);
  await remember.check();
  await buttonOf(page, 'Sign in').click();
  await buttonOf(page, 'Sign out').click();
  await expect(email).toHaveValue(org.ben.email);
  await expect(remember).toBeChecked();
  await expect(passwordOf(page)).toBeFocused();
  await inspectEverywhere(page, 'gate sign-in remembered');
  await page.getByRole('link', { name: 'Not you?' }).click();
  await expect(email).toHaveValue('');
  await expect(email).toBeFocused();
  await expect(remember).not.toBeChecked();
  await page.goto(`${service.origin}/sign-in`);
  await expect(email).toHaveValue('');
});
