import assert from 'node:assert/strict';
import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { PDF } from '../support/work-binder.ts';

test.use({ serviceOptions: { background: true } });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('[TX-90] a request asks for files, which the person uploads before the answer', async ({ app }) => {
  app.allowErrors(/status of 400/);
  const { ada, ben } = await app.openBoth('Loan', { part: '/transactions' });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Loan application');
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
  await test.step('each file has a name and types, and a missing name is reported there', async () => {
    await dialog.locator('summary', { hasText: 'Files to request' }).click();
    for (let count = 0; count < 2; count++) await button(ada, 'Request a file').click();
    await dialog.getByLabel('File 1', { exact: true }).fill('Passport');
    await dialog.getByLabel('Accepted types of file 1').selectOption('PDF or picture');
    await dialog.getByLabel('Explanation of file 1').fill('Both sides');
    await button(ada, 'Send request').click();
    await dialog.getByText('Enter the name of the file.').first().waitFor();
    await dialog.getByLabel('File 2', { exact: true }).fill('Payslips');
    await dialog.getByLabel('Most uploads for file 2').selectOption('Up to 2 files');
    await dialog.getByLabel('Needs a file').nth(1).uncheck();
    await expect(dialog.locator('summary', { hasText: 'Questions' })).toHaveCount(0);
    await inspectEverywhere(ada, 'files to request form');
    await button(ada, 'Send request').click();
    await dialog.waitFor({ state: 'hidden' });
  });
  await button(ben, 'Approve').click();
  await ben.getByText('Upload the required files first.').waitFor();
  const choose = (label: string) => ben.locator('.file-requests').getByLabel(label, { exact: true });
  await test.step('a file of another type is refused beside its request', async () => {
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note') };
    await choose('Passport').setInputFiles(note);
    await ben.getByText(/^File is text\/plain, and must be one of/).waitFor();
    await inspectEverywhere(ben, 'requested file refused');
  });
  await choose('Passport').setInputFiles({ name: 'Scan.pdf', mimeType: 'application/pdf', buffer: PDF });
  const files = (page: Page) => page.locator('.requested-file');
  await expect(files(ada)).toHaveText(/Scan\.pdf/);
  await test.step('an uploaded file can be withdrawn and sent again', async () => {
    await button(ben, 'Delete Scan.pdf').click();
    await expect(files(ben)).toHaveCount(0);
    await choose('Passport').setInputFiles({ name: 'Better.pdf', mimeType: 'application/pdf', buffer: PDF });
    await expect(files(ada)).toHaveText(/Better\.pdf/);
    await expect(ben.getByText('Upload the required files first.')).toHaveCount(0);
    await inspectEverywhere(ben, 'requested files');
  });
  await button(ben, 'Approve').click();
  await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
  await expect(button(ben, 'Approve')).toHaveCount(0);
  await expect(ben.getByText('Upload the required files first.')).toHaveCount(0);
  await inspectEverywhere(ada, 'requested files that arrived');
  await files(ada).getByRole('link', { name: 'Better.pdf' }).click();
  await ada.waitForURL(/\/pages\/\d+/);
});

test('[TX-90] a step that asks for files is opened, and not answered with others at once', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Loan', org.ada, [org.ben]);
  const step = {
    action_style: 'FILE_REQUEST',
    file_requests: [{ id: 'scan', label: 'Scan', required: true }],
    assignee: { user_id: org.ben.id },
    actions: [{ id: 'ok', text: 'Confirm' }],
  };
  for (const title of ['First', 'Second']) {
    const json = { title, content: '', steps: [step] };
    const made = await service.call('POST', `/${id}/transactions`, { token: org.ada.token, json });
    assert.equal(made.status, 200);
  }
  const page = await app.open(org.ben, { path: '/home?show=steps' });
  await page.getByLabel('Select all').check();
  await page
    .getByRole('button', { name: /^Answer/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Confirm')).toHaveCount(0);
  await page.getByRole('link', { name: /^Open/ }).first().waitFor();
});

test('[TX-89] a person uploads a file on the page of a link, and answers', async ({ app, org, service }) => {
  app.allowErrors(/status of 4(00|12)/);
  const id = await org.addBinder('Loan', org.ada, [org.ben]);
  const requests = [
    { id: 'deed', label: 'Deed', required: true, types: ['text/plain'], help: 'With all pages' },
    { id: 'plan', label: 'Plan' },
  ];
  const step = {
    action_style: 'FILE_REQUEST',
    file_requests: requests,
    assignee: { user_id: org.ben.id },
    actions: [{ id: 'ok', text: 'That is all' }],
  };
  const path = `/${id}/transactions`;
  const json = { title: 'Documents', content: 'Please send them.', steps: [step] };
  const made = await service.call('POST', path, { token: org.ada.token, json });
  const { transaction_id, steps } = made.body.data;
  const at = `${path}/${transaction_id}/steps/${steps[0].id}`;
  const link = await service.call('POST', `${at}/link`, { token: org.ben.token, json: {} });
  const page = await app.newPage();
  await page.goto(link.body.data.url);
  await button(page, 'That is all').click();
  await page.getByText('“Deed” needs a file.').waitFor();
  await inspectEverywhere(page, 'link page with missing file');
  const deed = page.getByLabel('Deed', { exact: true });
  const send = async (name: string, content: string) => {
    await deed.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    await button(page, 'Upload file').first().click();
  };
  await send('deed.pdf', '%PDF-1.4');
  await page.getByText(/^Is refused: /).waitFor();
  await send('deed.txt', 'A deed');
  await page.getByText(/^Uploaded: “deed/).waitFor();
  await inspectEverywhere(page, 'link page with an uploaded file');
  await button(page, 'That is all').click();
  await page.getByText('Your answer: That is all').waitFor();
  await inspectEverywhere(page, 'link page before the answer is sent');
  await button(page, 'Send answer').click();
  await page.getByText('Thank you').first().waitFor();
});

test('[TX-99] the page of a link keeps what was entered when a file is uploaded', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const id = await org.addBinder('Loan', org.ada, [org.ben]);
  const fields = [
    { id: 'income', type: 'text', label: 'Income' },
    { id: 'deed', type: 'file', label: 'Deed', types: ['text/plain'] },
    { id: 'plan', type: 'file', label: 'Plan', types: ['text/plain'] },
  ];
  const step = {
    assignee: { user_id: org.ben.id },
    action_style: 'FORM',
    fields,
    actions: [{ id: 'ok', text: 'OK' }],
  };
  const json = { title: 'Loan', content: '', steps: [step] };
  const path = `/${id}/transactions`;
  const { transaction_id, steps } = (await service.call('POST', path, { token: org.ada.token, json })).body
    .data;
  const at = `${path}/${transaction_id}/steps/${steps[0].id}/link`;
  const { url } = (await service.call('POST', at, { token: org.ben.token, json: {} })).body.data;
  const page = await app.newPage();
  await page.goto(url);
  const income = page.getByLabel('Income');
  await income.fill('4,000');
  const upload = button(page, 'Upload file');
  await upload.last().click();
  await page.getByText('Is required.').waitFor();
  await expect(income).toHaveValue('4,000');
  for (const [label, name] of [
    ['Plan', 'plan.txt'],
    ['Deed', 'deed.txt'],
  ] as const) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) };
    await page.getByLabel(label).setInputFiles(file);
    await upload.last().click();
    await page.getByText(`Uploaded: “${name}”.`).waitFor();
    await expect(income).toHaveValue('4,000');
  }
  await inspectEverywhere(page, 'link page of a form with uploaded files');
  await income.press('Enter');
  await page.getByText('Your answer: OK').waitFor();
  await button(page, 'Send answer').click();
  await page.getByText('Thank you').first().waitFor();
});

test('[TX-99] a form asks for a file, which the person uploads before the other answers', async ({ app }) => {
  const { ada, ben } = await app.openBoth('Loan', { part: '/transactions' });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Loan application');
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
  await dialog.locator('summary', { hasText: 'Questions' }).click();
  for (let count = 0; count < 2; count++) await button(ada, 'Add a question').click();
  await dialog.getByLabel('Question 1', { exact: true }).fill('Monthly income');
  await dialog.getByLabel('Question 2', { exact: true }).fill('Passport');
  await dialog.getByLabel('Type of answer to question 2').selectOption('File');
  await dialog.getByLabel('Accepted types of file 2').selectOption('PDF or picture');
  await inspectEverywhere(ada, 'form with a file');
  await button(ada, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });
  await button(ben, 'Approve').click();
  await ben.getByText('Upload the required files first.').waitFor();
  await expect(ben.getByRole('dialog')).toHaveCount(0);
  const passport = ben.locator('.file-requests').getByLabel('Passport', { exact: true });
  await passport.setInputFiles({ name: 'Scan.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(ada.locator('.requested-file')).toHaveText(/Scan\.pdf/);
  await button(ben, 'Approve').click();
  const answers = ben.getByRole('dialog');
  await answers.getByLabel('Monthly income').fill('4,000');
  await expect(answers.getByLabel('Passport')).toHaveCount(0);
  await inspectEverywhere(ben, 'answers beside a file');
  await answers.getByRole('button', { name: 'Approve' }).click();
  await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
  await inspectEverywhere(ada, 'form with a file answered');
});
