import { announceDepartures } from '@ringbinder/server/features/assignments/index.ts';
import { adminOf } from '@ringbinder/testkit';
import { expect, inspectEverywhere, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';
import { openSection } from '../support/sections.ts';
import { expectNothingLeft, fillStorage, storedIn } from '../support/stored-data.ts';

test('[APP-42] [WORK-35] a disabled person’s window closes and removes what it stored, and others no longer offer the person', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 40[13]/);
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben, carla]);
  const admin = await adminOf(service, ada);
  const [page, own] = await Promise.all([
    app.open(ada, { path: `/b/${id}` }),
    app.open(ben, { path: `/b/${id}` }),
  ]);
  await own.getByRole('heading', { name: 'Loan 4711' }).waitFor();
  await fillStorage(own, ben, id);
  await expect.poll(() => storedIn(own)).toContain(`ringbinder-production:${ben.id}`);
  const path = `/orgs/${ben.orgId}/users/${ben.id}`;
  await service.call('POST', path, { token: admin.token, json: { disabled: true } });
  await own.getByRole('heading', { name: 'Your account is disabled' }).waitFor();
  await expect.poll(async () => (await storedIn(own)).filter((name) => name.includes(ben.id))).toEqual([]);
  await expectNothingLeft(own);
  await inspectEverywhere(own, 'account-disabled');
  await own.getByRole('link', { name: 'Sign in' }).click();
  await own.getByLabel('Password').waitFor();

  await announceDepartures(service.env);
  await page.getByRole('textbox', { name: /^Message/ }).fill('@');
  await expect(page.getByRole('option')).toHaveText([/Carla/]);
  await openSection(page, 'Members');
  await page.getByText('Account disabled').waitFor();
  await inspectEverywhere(page, 'members-disabled');
  await saveScreenshot(page, 'members-disabled');
});
