import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[TX-84] a request asks a group, and any of its members answers', async ({ app, org, service }) => {
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  const members = [{ user_id: org.ada.id }, { user_id: org.ben.id }];
  const json = { name: 'Credit officers', members };
  const created = await service.call('POST', `/orgs/${org.ada.orgId}/groups`, { token: org.ada.token, json });
  expect(created.status).toBe(200);
  const { ada, ben, binderId: id } = await app.openBoth('Committee', { part: '/transactions' });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Credit line');
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Credit officers (2)');
  await dialog.getByRole('combobox', { name: 'Answers needed in step 1' }).selectOption('Everyone in it now');
  await inspectEverywhere(ada, 'group in a request');
  await dialog.getByRole('combobox', { name: 'Answers needed in step 1' }).selectOption('Any one of them');
  await button(ada, 'Send request').click();
  await ada.getByText('Credit officers', { exact: true }).waitFor();
  await expect(ada.locator('.step-people li')).toHaveCount(2);
  await inspectEverywhere(ada, 'step of a group');
  await button(ben, 'Approve').click();
  await expect(ada.locator('.step-people li')).toHaveText([/Ben Okafor.*Approve/]);
  await ada.locator('.badge', { hasText: 'Completed' }).waitFor();

  const assignee = { group_id: created.body.data.id };
  const actions = [{ id: 'approve', text: 'Approve' }];
  const input = { title: 'Stuck', content: '', steps: [{ assignee, actions }] };
  const token = org.ada.token;
  const made = await service.call('POST', `/${id}/transactions`, { token, json: input });
  await ada.goto(ada.url().replace(/\d+$/, String(made.body.data.transaction_id)));
  await button(ada, 'Reassign the step of Credit officers').click();
  await dialog.getByLabel('New assignee').selectOption('Ben Okafor');
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await expect(ada.locator('.step-row strong')).toHaveText('Ben Okafor');
  await ada.locator('.step-row').getByText('Current').waitFor();
});
