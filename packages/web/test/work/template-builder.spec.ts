import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { useKeyboard } from '../support/keyboard.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openTemplates({
  app,
  org,
  service,
}: Pick<Parameters<Parameters<typeof test>[2]>[0], 'app' | 'org' | 'service'>) {
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  const token = org.ada.token;
  const path = `/orgs/${org.ada.orgId}/transaction_templates`;
  const binderId = await org.addBinder('Loans', org.ada, [org.ben]);
  const page = await app.open(org.ada, { path: `/b/${binderId}/transactions` });
  await button(page, 'Templates').click();
  const read = async (index = 0) => {
    const { body } = await service.call('GET', path, { token });
    const { id } = body.data.templates[index];
    return (await service.call('GET', `${path}/${id}`, { token })).body.data;
  };
  return { page, dialog: page.getByRole('dialog'), token, path, read, binderId };
}

test('[FLOW-20] an admin builds a template from nothing, and uses it', async ({ app, org, service }) => {
  app.allowErrors(/status of 400/);
  const { page, dialog, path, token, read } = await openTemplates({ app, org, service });
  await dialog.getByText('Your organisation has no templates yet.').waitFor();
  await button(page, 'New template').click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('[Role 1]');
  await inspectEverywhere(page, 'new template');
  await button(page, 'Save template').click();
  await expect(dialog.getByLabel('Name of the template')).toBeFocused();
  await dialog.getByLabel('Name of the template').fill('Loan');
  const title = dialog.getByLabel('Title', { exact: true });
  await title.fill('Loan of ');
  await button(page, 'Insert a text to fill in: Title').click();
  await page.keyboard.type('customer');
  await expect(title).toHaveValue('Loan of {{customer}}');
  const details = dialog.getByLabel('Details', { exact: true });
  await details.fill(' asks for {{amount}}');
  await details.press('Home');
  const insert = button(page, 'Insert a text to fill in: Details');
  await insert.click();
  await expect(insert).toHaveAttribute('aria-expanded', 'true');
  await insert.click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await insert.click();
  await page.getByRole('menuitem', { name: 'Customer' }).click();
  await expect(details).toHaveValue('{{customer}} asks for {{amount}}');
  await dialog.getByText('Texts to fill in: Customer, Amount').waitFor();
  await dialog.getByLabel('Due in days').fill('400');
  await button(page, 'Save template').click();
  await dialog.locator('.wrong', { hasText: 'Enter 366 or less.' }).waitFor();
  await dialog.getByLabel('Due in days').fill('3');

  await button(page, 'Save template').click();
  await expect(dialog.getByLabel('Name of role 1')).toBeFocused();
  await dialog.getByLabel('Name of role 1').fill('Applicant');
  await button(page, 'Add a role').click();
  await expect(dialog.getByLabel('Name of role 2')).toBeFocused();
  await page.keyboard.type('applicant');
  await button(page, 'Save template').click();
  await dialog.locator('.wrong', { hasText: 'Another role has this name.' }).waitFor();
  await dialog.getByLabel('Name of role 2').fill('Credit officer');
  await button(page, 'Save template').click();
  await dialog.locator('.wrong', { hasText: 'No step asks this role.' }).waitFor();
  await button(page, 'Add a step').click();
  const second = dialog.getByRole('group', { name: 'Step 2' });
  await button(page, 'Save template').click();
  const role = second.getByRole('combobox', { name: 'Role in step 2' });
  await dialog.getByRole('combobox', { name: 'Role in step 2' }).selectOption('Credit officer');
  await expect(role).toHaveValue(/role/);
  const first = dialog.getByRole('group', { name: 'Step 1' });
  await first.getByText('Questions').click();
  await button(page, 'Add a question').click();
  await first.getByLabel('Question 1', { exact: true }).fill('Income of {{ customer');
  await first.locator('summary', { hasText: 'Questions' }).click();
  await second.getByText('Buttons').click();
  await second.getByLabel('Effect of button 2').selectOption('Back to step 1');
  const limit = dialog.getByLabel('How often a button may lead back to a step');
  await limit.fill('');
  await button(page, 'Save template').click();
  await expect(limit).toBeFocused();
  await limit.fill('2');
  await button(page, 'Save template').click();
  await first.locator('.wrong', { hasText: 'Contains {{ without a variable' }).waitFor();
  await expect(first.getByLabel('Question 1', { exact: true })).toBeFocused();
  expect((await service.call('GET', path, { token })).body.data.templates).toEqual([]);
  await first.getByLabel('Question 1', { exact: true }).fill('Income of {{customer}}');
  await dialog.getByText('Inform others').click();
  await dialog.getByRole('checkbox', { name: 'Credit officer' }).check();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Loan of [Customer]');
  await inspectEverywhere(page, 'filled template');
  await button(page, 'Save template').click();
  await dialog.getByText('Version 1').waitFor();
  await inspectEverywhere(page, 'list of templates');

  const { roles, variables, body } = await read();
  expect([roles, variables]).toEqual([
    ['Applicant', 'Credit_officer'],
    ['customer', 'amount'],
  ]);
  expect(body).toMatchObject({
    title: 'Loan of {{customer}}',
    due_in: 259_200_000,
    reminders: [86_400_000],
    max_reopenings: 2,
    observers: [{ role: 'Credit_officer' }],
  });
  expect(body.steps[0].fields[0].label).toBe('Income of {{customer}}');
  expect(body.steps[1].actions[1]).toMatchObject({ text: 'Reject', next: 1 });

  await button(page, 'Close').click();
  await button(page, 'Request').first().click();
  await dialog.getByRole('radio', { name: 'Template Prepared' }).check();
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Loan');
  await dialog.getByLabel('Applicant').selectOption('Ben Okafor');
  await dialog.getByLabel('Customer').fill('Grete');
  await dialog.getByLabel('Amount').fill('20,000');
  await button(page, 'Send request').click();
  await expect(dialog.getByLabel('Credit officer')).toBeFocused();
  await dialog.getByLabel('Credit officer').selectOption('Ada Lovelace');
  await button(page, 'Send request').click();
  await page.getByRole('heading', { name: 'Loan of Grete' }).waitFor();
});

const LOAN = {
  title: 'Loan of {{customer}}',
  content: '',
  due_in: 259_200_000,
  steps: [
    {
      assignee: { role: 'credit_officer' },
      due_in: 86_400_000,
      action_style: 'FORM',
      fields: [{ id: 'iban', type: 'text', label: 'IBAN', pattern: '[A-Z0-9]+' }],
      actions: [{ id: 'check', text: 'Checked', payload: 'checked' }],
    },
  ],
};

test('[FLOW-20] a new version keeps the rest, and does not replace one that somebody else saved', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 409/);
  const { page, dialog, path, token, read, binderId } = await openTemplates({ app, org, service });
  const stored = await service.call('POST', path, { token, json: { name: 'Loan', body: LOAN } });
  const { id } = stored.body.data;
  const request = await service.call('POST', `/${binderId}/transactions`, {
    token,
    json: {
      template_id: id,
      roles: { credit_officer: { user_id: org.ben.id } },
      variables: { customer: 'Hans' },
    },
  });
  expect(request.status).toBe(200);
  await button(page, 'Close').click();
  await button(page, 'Templates').click();
  await button(page, 'Edit Loan').click();
  await dialog.getByText('This step also has a due time').waitFor();
  await dialog.getByLabel('Post responses to chat').check();
  await dialog.getByLabel('Post responses to chat').uncheck();
  await button(page, 'Cancel').click();
  await button(page, 'Continue editing').click();
  await dialog.getByLabel('Title', { exact: true }).fill('Car loan of {{customer}}');
  await inspectEverywhere(page, 'changed template');
  await button(page, 'Cancel').click();
  await inspectEverywhere(page, 'question before a changed template closes');
  await button(page, 'Continue editing').click();
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Car loan of {{customer}}');

  const readEntry = () => page.evaluate('history.state');
  const entry = await readEntry();
  for (let time = 0; time < 2; time++) {
    await page.goBack();
    await expect.poll(readEntry, 'a dialog that stays open has its entry again').toBe(entry);
    await button(page, 'Continue editing').click();
    await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Car loan of {{customer}}');
  }

  const other = { ...LOAN, content: 'Of somebody else' };
  const change = await service.call('POST', `${path}/${id}`, { token, json: { body: other } });
  expect(change.status).toBe(200);
  await button(page, 'Save as new version').click();
  await dialog.getByRole('alert').getByText('Somebody else saved version 2 in the meantime.').waitFor();
  await inspectEverywhere(page, 'newer version of a template');
  expect((await read()).version).toBe(2);
  await button(page, 'Save as new version').click();
  await dialog.getByText('Version 3').waitFor();
  const { version, body, roles } = await read();
  expect([version, roles]).toEqual([3, ['credit_officer']]);
  expect(body).toEqual({
    ...LOAN,
    title: 'Car loan of {{customer}}',
    steps: [{ ...LOAN.steps[0], order_number: 1 }],
  });
  const first = await service.call('GET', `${path}/${id}?version=1`, { token });
  expect(first.body.data.body.title).toBe('Loan of {{customer}}');
  const { transaction_id } = request.body.data;
  const running = await service.call('GET', `/${binderId}/transactions/${transaction_id}`, { token });
  expect([running.body.data.title, running.body.data.template.version]).toEqual(['Loan of Hans', 1]);

  const parallel = { ...LOAN, steps: [1, 1, 2].map((order_number) => ({ ...LOAN.steps[0], order_number })) };
  await service.call('POST', path, { token, json: { name: 'Odd', body: parallel } });
  await button(page, 'Close').click();
  await button(page, 'Templates').click();
  await button(page, 'Edit Odd').click();
  await dialog.getByRole('alert').getByText('This form cannot show all steps of Odd.').waitFor();
});

test('[FLOW-20] a lost connection loses nothing and saves once', async ({ app, org, service }) => {
  app.allowErrors(/net::ERR_FAILED/);
  const { page, dialog, path, token, read } = await openTemplates({ app, org, service });
  await button(page, 'New template').click();
  await dialog.getByLabel('Name of the template').fill('Loan');
  await dialog.getByLabel('Title', { exact: true }).fill('Loan');
  await dialog.getByLabel('Name of role 1').fill('信贷员');
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await button(page, 'Save template').click();
  await expect(dialog.getByRole('alert')).toHaveText(/./);
  await page.unroute(`**${path}`);
  await expect(dialog.getByLabel('Name of role 1')).toHaveValue('信贷员');
  await button(page, 'Save template').click();
  await dialog.getByText('Version 1').waitFor();
  expect((await service.call('GET', path, { token })).body.data.templates).toHaveLength(1);
  expect((await read()).roles).toEqual(['信贷员']);
});

test('[FLOW-20] the keyboard alone builds a template', async ({ app, org, service }) => {
  const { page, dialog, read } = await openTemplates({ app, org, service });
  const keyboard = useKeyboard(page);
  await dialog.getByText('Your organisation has no templates yet.').waitFor();
  await keyboard.tabTo('New template');
  await keyboard.press('Enter');
  await keyboard.tabTo('Name of the template');
  await keyboard.type('Loan');
  await keyboard.tabTo('Title');
  await keyboard.type('Loan of ');
  await keyboard.tabTo('Insert a text to fill in: Title');
  await keyboard.press('Enter');
  await keyboard.expectAt('Title');
  await keyboard.type('customer');
  await keyboard.tabTo('Insert a text to fill in: Details');
  await keyboard.press('Enter');
  await keyboard.expectAt('Customer');
  await keyboard.press('Escape');
  await keyboard.expectAt('Insert a text to fill in: Details');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.expectAt('Details');
  await keyboard.tabTo('Name of role 1');
  await keyboard.type('Clerk');
  await keyboard.tabTo('Add a role');
  await keyboard.press('Enter');
  await keyboard.expectAt('Name of role 2');
  await keyboard.type('Manager');
  await keyboard.tabTo('Add a step');
  await keyboard.press('Enter');
  await keyboard.expectAt('Role in step 2');
  await keyboard.press('m');
  await page.evaluate(`document.querySelector('dialog[open]').scrollTop = 450`);
  await inspectEverywhere(page, 'template in the builder');
  await keyboard.tabTo('Save template');
  await keyboard.press('Enter');
  await dialog.getByText('Version 1').waitFor();
  const { roles, variables, body } = await read();
  expect([roles, variables, body.content]).toEqual([['Clerk', 'Manager'], ['customer'], '{{customer}}']);
});
