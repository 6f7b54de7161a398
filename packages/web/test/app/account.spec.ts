import assert from 'node:assert/strict';
import { expect, inspect, inspectEverywhere, SCREENS, test } from '@ringbinder/testkit/playwright/index.ts';

test('[APP-45] [APP-43] the own picture sets the availability and leads to the account and back', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Loan', org.ada);
  const page = await app.open(org.ada, { path: `/b/${id}/todos` });
  const account = page.getByRole('button', { name: /^Account: / });
  const status = { text: 'Planting', emoji: '🌱', availability: 'available' };
  await app.service.call('POST', '/me', { token: org.ada.token, json: { status } });
  await page.reload();
  await account.getByRole('img', { name: 'Planting' }).waitFor();
  await account.click();
  await page.getByRole('menuitemradio', { name: 'Do not disturb' }).click();
  await account.getByRole('img', { name: 'Planting · Do not disturb' }).waitFor();
  const own = (await app.service.call('GET', '/me', { token: org.ada.token })).body.data.status;
  assert.deepEqual([own.text, own.emoji, own.availability], ['Planting', '🌱', 'do_not_disturb']);
  await account.click();
  await page.getByText('🌱 Planting · Do not disturb').waitFor();
  await inspectEverywhere(page, 'account menu with status');
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  await page.getByText('This browser').waitFor();
  await inspectEverywhere(page, 'sessions');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`**/b/${id}/todos`);
});

test('[APP-44] a binder is archived from its menu, and returns when somebody else writes', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Loan 4711', org.ada, [org.ben]);
  await org.addBinder('Audit', org.ada);
  await org.post(id, org.ben, 'All done');
  const page = await app.open(org.ada);
  const loan = page.locator('.binder-row').filter({ hasText: 'Loan 4711' });
  await loan.getByRole('button', { name: 'Actions: Loan 4711' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(loan).toHaveCount(0);
  const group = page.getByRole('button', { name: /^Archived/ });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await group.click();
  await expect(loan).toHaveAttribute('data-unread', 'false');
  await inspectEverywhere(page, 'archived binders');
  await org.post(id, org.ben, 'One more question');
  await expect(group).toHaveCount(0);
  await expect(loan).toHaveAttribute('data-unread', 'true');
});

test('[APP-46] on a phone, a hint offers to install the app, until it is dismissed', async ({ app, org }) => {
  await org.addBinder('Loan', org.ada);
  const page = await app.open(org.ada, { ...SCREENS['phone, dark'], hasTouch: true, isMobile: true });
  const line = page.getByRole('region', { name: 'Install' });
  await page.evaluate("localStorage.setItem('ringbinder-install-hint', '2')");
  await page.reload();
  await expect.poll(() => page.evaluate("localStorage.getItem('ringbinder-install-hint')")).toBe('3');
  await page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))");
  await line.getByText(/home screen/).waitFor();
  await inspect(page, 'install hint phone, dark');
  await line.getByRole('button', { name: 'Dismiss' }).tap();
  await expect(line).toHaveCount(0);
  await page.reload();
  await page.getByText('Loan').waitFor();
  await page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))");
  await expect(line).toHaveCount(0);
  expect(await page.evaluate("localStorage.getItem('ringbinder-install-hint')")).toBe('-1');
});
