import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const LOAN = {
  title: 'Loan of {{customer}}',
  content: '{{amount}} over five years',
  due_in: 259_200_000,
  steps: [
    { assignee: { role: 'clerk' }, actions: [{ id: 'check', text: 'Checked' }] },
    {
      assignee: { role: 'credit_officer' },
      actions: [
        { id: 'approve', text: 'Approve' },
        { id: 'return', text: 'Return', next: 1 },
      ],
    },
  ],
};

test('[FLOW-13] a request is made from a template, with a preview', async ({ app, org, service }) => {
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  const { ada } = await app.openBoth('Loans', { part: '/transactions' });
  const path = `/orgs/${org.ada.orgId}/transaction_templates`;
  const json = { name: 'Loan', body: LOAN };
  const template = await service.call('POST', path, { token: org.ada.token, json });
  expect(template.status).toBe(200);
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Template Prepared' }).check();
  await button(ada, 'Send request').click();
  await dialog.locator('.field .wrong', { hasText: 'Select a template.' }).waitFor();
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Loan');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Loan of [Customer]');
  await expect(preview).toContainText('Return: back to step 1, [Clerk]');
  await button(ada, 'Send request').click();
  await expect(dialog.locator('.field .wrong')).toHaveText([
    'Select a person.',
    'Select a person.',
    'Fill in this field.',
    'Fill in this field.',
  ]);
  await dialog.getByLabel('Clerk').selectOption('Ben Okafor');
  await dialog.getByLabel('Customer').fill('Grete {{amount}}');
  await dialog.getByLabel('Amount').fill('20,000');
  await expect(preview).toContainText('Loan of Grete {{amount}}');
  await button(ada, 'Send request').click();
  await dialog.locator('.field .wrong', { hasText: 'Select a person.' }).waitFor();
  await expect(dialog.getByLabel('Credit officer')).toBeFocused();
  await inspectEverywhere(ada, 'request from a template');
  await dialog.getByLabel('Credit officer').selectOption('Ada Lovelace');
  await expect(preview).toContainText('Return: back to step 1, Ben Okafor');
  await button(ada, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });
  await ada.getByRole('heading', { name: 'Loan of Grete {{amount}}' }).waitFor();
  await ada.getByText('20,000 over five years').waitFor();
});

test('[FLOW-15] an admin saves a request as a template, changes, renames and deletes it', async ({
  app,
  org,
  service,
}) => {
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  const token = org.ada.token;
  const { ada, ben, binderId } = await app.openBoth('Loans', { part: '/transactions' });
  const json = {
    title: 'Loan of Grete',
    content: '',
    max_reopenings: 3,
    steps: [
      {
        assignees: [{ user_id: org.ben.id }, { user_id: org.ada.id }],
        required: 2,
        actions: [{ id: 'check', text: 'Checked', feed_msg: 'Loan of Grete: Checked' }],
      },
      {
        assignee: { user_id: org.ben.id },
        action_style: 'FORM',
        fields: [{ id: 'sum', type: 'number', label: 'Sum', required: true }],
        actions: [
          { id: 'approve', text: 'Approve', outcome: 'completed' },
          { id: 'return', text: 'Return', next: 1 },
        ],
      },
    ],
  };
  expect((await service.call('POST', `/${binderId}/transactions`, { token, json })).status).toBe(200);
  await ben.getByRole('link', { name: 'Loan of Grete' }).first().click();
  await ben.getByRole('heading', { name: 'Loan of Grete' }).waitFor();
  await button(ben, 'More actions: Loan of Grete').click();
  await expect(ben.getByRole('menuitem')).toHaveText(['Audit']);

  const openSaving = async () => {
    await button(ada, 'More actions: Loan of Grete').click();
    await ada.getByRole('menuitem', { name: 'Save as template' }).click();
  };
  const dialog = ada.getByRole('dialog');
  await ada.getByRole('link', { name: 'Loan of Grete' }).first().click();
  await openSaving();
  await dialog.getByLabel('Name of the template').fill('Loan');
  await dialog.getByLabel('Title').fill('Loan of {{customer}}');
  await dialog.getByLabel('Due in days').fill('3');
  await dialog.getByLabel('Role of Ben Okafor').fill('4 eyes');
  await dialog.getByLabel('Role of Ada Lovelace').fill('Credit officer');
  await button(ada, 'Save template').click();
  await expect(dialog.getByLabel('Role of Ben Okafor')).toBeFocused();
  await inspectEverywhere(ada, 'request saved as a template');
  await dialog.getByLabel('Role of Ben Okafor').fill('Clerk');
  await button(ada, 'Save template').click();
  await dialog.waitFor({ state: 'hidden' });

  const path = `/orgs/${org.ada.orgId}/transaction_templates`;
  const listed = await service.call('GET', path, { token });
  const { id } = listed.body.data.templates[0];
  const { body } = await service.call('GET', `${path}/${id}`, { token });
  const { roles, variables, body: saved } = body.data;
  expect([roles, variables]).toEqual([['Clerk', 'Credit_officer'], ['customer']]);
  expect([saved.due_in, saved.max_reopenings, saved.steps[0].required]).toEqual([259_200_000, 3, 2]);
  expect(saved.steps[0].actions[0].feed_msg).toBe('Loan of {{customer}}: Checked');
  expect(saved.steps[1].actions[1].next).toBe(1);
  expect(saved.steps[1].fields).toMatchObject(json.steps[1]?.fields ?? []);

  await openSaving();
  await dialog.getByLabel('Save as').selectOption('New version of Loan');
  await button(ada, 'Save template').click();
  await dialog.waitFor({ state: 'hidden' });
  await ada.getByRole('link', { name: 'Approvals' }).first().click();
  await button(ada, 'Templates').click();
  await dialog.getByText('Version 2').waitFor();
  await inspectEverywhere(ada, 'templates');
  await button(ada, 'Rename Loan').click();
  await dialog.getByLabel('Name of the template').fill('Home loan');
  await button(ada, 'Rename').click();
  await button(ada, 'Delete Home loan').click();
  await button(ada, 'Delete').click();
  await dialog.getByText('Your organisation has no templates yet.').waitFor();
});

test('[FLOW-19] the list of runs reads again only those that are open', async ({ app, org, service }) => {
  const { ada, ben } = org;
  const token = ada.token;
  const { db } = service.env;
  await db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
  const path = `/orgs/${ada.orgId}/transaction_templates`;
  const template = await service.call('POST', path, { token, json: { name: 'Loan', body: LOAN } });
  const runs = `${path}/${template.body.data.id}/runs`;
  const binder_id = await org.addBinder('Loans', ada, [ben]);
  const person = { user_id: ben.id };
  const json = {
    roles: { clerk: person, credit_officer: person },
    variables: { customer: 'Grete', amount: '20,000' },
    binders: [{ binder_id }],
  };
  const started = [0, 1].map(() => service.call('POST', runs, { token, json }));
  const [first, second] = (await Promise.all(started)).map(({ body }) => body.data.id);
  const end = (id: number) =>
    db.query(
      `UPDATE transaction_run_items SET done_at = 1, failure = '{"code": "X", "message": "x"}' WHERE run_id = $1`,
      [id],
    );
  await end(first);
  const page = await app.open(ada, { path: `/b/${binder_id}/transactions` });
  const dialog = page.getByRole('dialog');
  await button(page, 'Templates').click();
  await button(page, 'Show where Loan was used').click();
  await dialog.getByText('0 sent, 1 failed').waitFor();
  const reads: string[] = [];
  page.on('request', (request) => {
    const [, read] = request.url().split(runs);
    if (read !== undefined) reads.push(read);
  });
  await expect.poll(() => reads.length).toBeGreaterThan(1);
  await end(second);
  await expect(dialog.getByText('0 sent, 1 failed')).toHaveCount(2);
  expect(new Set(reads)).toEqual(new Set([`/${second}?limit=1`]));
});
