import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { expectNothingLeft, fillStorage, storedIn } from '../support/stored-data.ts';

test('[CLIENT-19] signing out on the account page ends a recording in another tab and removes what the browser stored for the person, and for nobody else', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/status of 401/);
  const { ada } = org;
  const id = await org.addBinder('Left behind', ada);
  const beside = await app.open(ada, { path: `/b/${id}/pages` });
  await beside.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = beside.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Voice/ }).check();
  await dialog.getByRole('button', { name: 'Start recording' }).click();
  const page = await beside.context().newPage();
  await page.goto(`${service.origin}/account`);
  await fillStorage(page, ada, id);
  await expect.poll(() => storedIn(page)).toContain(`ringbinder-production:${ada.id}`);
  await expect(dialog.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await expectNothingLeft(page);
  await beside.getByLabel('Password').waitFor();
});
