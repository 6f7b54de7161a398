import { expect, inspectEverywhere, loaded } from '@ringbinder/testkit/playwright/index.ts';
import { goTo, openConsole, test } from '../support/console-page.ts';

test('[LANG-6] an admin reads the emails of the server in a language, in a frame without scripts', async ({
  app,
}) => {
  const page = await openConsole(app);
  await goTo(page, 'Emails');
  const frame = page.frameLocator('iframe[title="Preview of the emails"]');
  await frame.getByRole('heading', { name: 'New in Budget 2027' }).waitFor();
  await expect(frame.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await inspectEverywhere(page, 'emails');
  await page.getByLabel('Language').selectOption('ja');
  await frame.getByRole('heading', { name: 'Budget 2027 の新着' }).waitFor();
  const mail = frame.frameLocator('iframe').first();
  await expect(mail.getByText('承認が必要です：Q1')).toBeVisible();
  await expect(mail.locator('h2')).toHaveCSS('font-size', '18px');
  await loaded(page);
});
