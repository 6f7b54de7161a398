import assert from 'node:assert/strict';
import { prepareSetupLink } from '@ringbinder/server/features/setup/index.ts';
import { startService } from '@ringbinder/testkit';
import { expect, inspectEverywhere, PASSWORD, test } from '@ringbinder/testkit/playwright/index.ts';

test('[ORG-10] the first admin sets up an empty installation and lands in the console', async ({ app }) => {
  const service = await startService();
  const { origin } = service;
  const link = (await prepareSetupLink(service.env)) ?? '';
  // The rejected form causes a 400, the used link a 403, and the unready console a 503.
  app.allowErrors(/status of (400|403|503)/);
  const page = await app.newPage();
  await page.goto(`${origin}/admin`);
  await page.getByRole('heading', { name: 'This server is not set up yet' }).waitFor();
  await inspectEverywhere(page, 'not set up');
  await page.goto(link);
  await inspectEverywhere(page, 'set-up');
  await page.getByLabel('Your company').fill('Harbour');
  await page.getByLabel('First organisation').fill('Harbour Bank');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('textbox', { name: 'Email address' }).fill('ada@harbour.example');
  await page.getByLabel('Password').fill('short');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The password must have 10 to 200 characters.').waitFor();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Your company')).toHaveValue('Harbour');
  await inspectEverywhere(page, 'set-up refused');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('Activity in Harbour Bank.').waitFor();
  await page.getByText('Ada Lovelace').waitFor();
  await inspectEverywhere(page, 'first console');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await inspectEverywhere(page, 'set-up used');
  assert.equal(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/sign-in');
  await page.context().close();
  await service.close();
});

test('[SIGNIN-4] [WEB-1] the sign-in page and the page for a forgotten password are accessible and fit a phone', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 40[013]/);
  const page = await app.newPage();
  await page.goto(`${service.origin}/sign-in`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(org.ada.email);
  await page.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await inspectEverywhere(page, 'gate sign-in wrong');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await inspectEverywhere(page, 'gate forgotten password');
});

test('[SIGNIN-4] [WEB-1] the account page and the pages for the profile and a new password are accessible and fit a phone', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ada, { path: '/account' });
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Go to your binders' }).getAttribute('href'), '/');
  assert.equal(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href'), '/admin');
  await inspectEverywhere(page, 'gate account');
  await page.getByRole('link', { name: 'Edit your profile' }).click();
  await page.getByRole('heading', { name: 'Edit your profile' }).waitFor();
  await inspectEverywhere(page, 'gate profile');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('link', { name: 'Change your password' }).click();
  await page.getByRole('heading', { name: 'Change your password' }).waitFor();
  await inspectEverywhere(page, 'gate password');
});

test('[SIGNIN-4] [WEB-1] the consent page, its errors and the refusal of the console are accessible and fit a phone', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 40[0-9]/);
  const redirect = 'https://portal.harbour.example/back';
  await service.env.db.query(
    `UPDATE clients SET redirect_uris = $2, name = 'Customer portal' WHERE id = $1`,
    [org.client.id, [redirect]],
  );
  const request = new URLSearchParams({
    client_id: org.client.id,
    response_type: 'code',
    redirect_uri: redirect,
  });
  const page = await app.open(org.ben, { path: '/account' });
  await page.goto(`${service.base}/oauth/authorize?${request}`);
  await page.getByRole('heading', { name: 'Allow Customer portal?' }).waitFor();
  await inspectEverywhere(page, 'gate consent');
  await page.goto(`${service.base}/oauth/authorize?client_id=x`);
  await inspectEverywhere(page, 'gate problem');
  await page.goto(`${service.origin}/admin`);
  await page.getByRole('heading', { name: 'You are not an admin' }).waitFor();
  await inspectEverywhere(page, 'gate no admin');
});
