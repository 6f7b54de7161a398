import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

test.use({ serviceOptions: { background: true } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[FLOW-16] [FLOW-19] a template is used in many binders, and a report names those that failed', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla } = org;
  const token = ada.token;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
  const path = `/orgs/${ada.orgId}/transaction_templates`;
  const steps = [{ assignee: { role: 'clerk' }, actions: [{ id: 'yes', text: 'Confirm' }] }];
  const body = { title: 'Check of {{customer}} in {{year}}', content: '', steps };
  expect((await service.call('POST', path, { token, json: { name: 'Check', body } })).status).toBe(200);
  const grete = await org.addBinder('Customer Grete', ada, [ben]);
  const hans = await org.addBinder('Customer Hans', ada, [ben]);
  await org.addBinder('Customer without Ben', ada, [carla]);
  const strange = await org.addBinder('Not of Ada', carla, [ben]);

  const page = await app.open(ada, { path: `/b/${grete}/transactions` });
  const dialog = page.getByRole('dialog');
  await button(page, 'Templates').click();
  await button(page, 'Use Check in many binders').click();
  await dialog.getByLabel('Customer: the name of each binder').check();
  await dialog.getByLabel('Year', { exact: true }).fill('2026');
  await button(page, 'Send requests').click();
  await dialog.locator('.wrong', { hasText: 'Select at least one binder.' }).waitFor();
  await dialog.getByLabel('Find binders').fill('customer');
  await dialog.getByText('3 binders found').waitFor();
  await button(page, 'Select all 3').click();
  await dialog.getByText('3 binders selected').waitFor();
  await dialog
    .getByLabel('Or paste addresses or ids of binders')
    .fill(`https://example.com/b/${strange}/chat`);
  await button(page, 'Send requests').click();
  await expect(dialog.getByLabel('Clerk')).toBeFocused();
  await dialog.getByLabel('Clerk').selectOption('Ben Okafor');
  await inspectEverywhere(page, 'run of a template');
  await button(page, 'Send requests').click();
  await dialog.getByText('2 sent, 2 failed').waitFor();
  const failures = dialog.getByRole('region', { name: 'Failed' }).getByRole('listitem');
  await expect(failures).toContainText([
    'Customer without Ben Clerk names no member of the binder',
    `${strange} You cannot send requests in this binder.`,
  ]);
  await inspectEverywhere(page, 'report of a run');
  await button(page, 'Close').click();
  await button(page, 'Templates').click();
  await button(page, 'Show where Check was used').click();
  await dialog.getByText('2 sent, 2 failed').waitFor();
  await dialog.getByText('Started by Ada').waitFor();
  await inspectEverywhere(page, 'runs of a template');
  await button(page, `Report of ${ada.name}: 2 sent, 2 failed`).click();
  await expect(failures).toHaveCount(2);
  await inspectEverywhere(page, 'report from the list of runs');
  await button(page, 'Back').click();
  await button(page, `Report of ${ada.name}: 2 sent, 2 failed`).click();
  await dialog.getByRole('link', { name: 'Customer Hans' }).click();
  await page.getByRole('heading', { name: 'Check of Customer Hans in 2026' }).waitFor();
  expect(page.url()).toContain(hans);
});
