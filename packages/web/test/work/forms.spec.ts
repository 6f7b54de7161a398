import assert from 'node:assert/strict';
import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

test.use({ serviceOptions: { background: true } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[TX-72] a request asks questions, and the page shows them before the answers', async ({ app }) => {
  app.allowErrors(/status of 400/);
  const { ada, ben } = await app.openBoth('Loan', { part: '/transactions' });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Loan application');
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
  await test.step('each question has a text and a type, and what is missing is named there', async () => {
    await dialog.locator('summary', { hasText: 'Questions' }).click();
    for (const at of [1, 2, 3, 4]) {
      await button(ada, 'Add a question').click();
      await expect(dialog.getByLabel(`Question ${at}`, { exact: true })).toBeFocused();
    }
    await button(ada, 'Remove question 4').click();
    await expect(button(ada, 'Add a question')).toBeFocused();
    const ask = async (at: number, question: string, type: string) => {
      if (question) await dialog.getByLabel(`Question ${at}`, { exact: true }).fill(question);
      await dialog.getByLabel(`Type of answer to question ${at}`).selectOption(type);
    };
    await ask(1, 'Monthly income', 'Amount of money');
    await ask(2, '', 'One of several choices');
    await ask(3, 'I accept the terms', 'Tick box');
    await button(ada, 'Send request').click();
    await dialog.getByText('Enter the question.').first().waitFor();
    await dialog.getByText('Enter at least one choice.').first().waitFor();
    await dialog.getByLabel('Question 2', { exact: true }).fill('Kind of home');
    await dialog.getByLabel('Choices of question 2').fill('House\nFlat');
    await dialog.getByLabel('Explanation of question 1').fill('After taxes');
    await inspectEverywhere(ada, 'form builder');
    await button(ada, 'Send request').click();
    await dialog.waitFor({ state: 'hidden' });
  });
  const questions = ada.getByRole('list', { name: 'Questions' });
  await expect(questions.getByRole('listitem')).toHaveText([
    'Monthly income',
    'Kind of home',
    'I accept the terms',
  ]);
  await inspectEverywhere(ada, 'questions of an open step');
  await test.step('the form names each answer that does not fit, and keeps the others', async () => {
    await button(ben, 'Approve').click();
    const form = ben.getByRole('dialog');
    await form.getByLabel('Monthly income (EUR)').fill('12.345');
    await form.getByLabel('Kind of home').selectOption('Flat');
    await form.getByRole('button', { name: 'Approve' }).click();
    await form.getByText('Must be ticked.').waitFor();
    await form.getByText(/^Must be an amount/).waitFor();
    await expect(form.getByLabel('Monthly income (EUR)')).toBeFocused();
    await inspectEverywhere(ben, 'form with errors');
    await form.getByLabel('Monthly income (EUR)').fill('2500');
    await form.getByLabel('I accept the terms').check();
    await form.getByRole('button', { name: 'Approve' }).click();
    await form.waitFor({ state: 'hidden' });
  });
  const answers = ada.locator('.given-answers');
  await expect(answers).toHaveText(/Monthly income€2,500\.00Kind of homeFlatI accept the termsYes/);
  await expect(questions).toHaveCount(0);
  await inspectEverywhere(ada, 'answers of a form');
});

test('[TX-72] a step with a form is answered among all that waits, and not with others at once', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Loan', org.ada, [org.ben]);
  const fields = [{ id: 'sum', type: 'number', label: 'Sum', required: true, min: 0 }];
  const step = {
    action_style: 'FORM',
    fields,
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
  await button(page, 'Confirm').first().click();
  const sum = page.getByRole('dialog').getByLabel('Sum');
  await expect(sum).toHaveAttribute('inputmode', 'decimal');
  await sum.fill('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(button(page, 'Confirm')).toHaveCount(1);
});

test('[TX-75] a request names documents, which must be opened to the end before an answer', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Loan', org.ada, [org.ben]);
  const json = { type: 'note', text: Array.from({ length: 200 }, (_, line) => `Line ${line}`).join('\n\n') };
  const note = await service.call('POST', `/${id}/pages`, { token: org.ada.token, json });
  assert.equal(note.status, 200);
  const ada = await app.open(org.ada, { path: `/b/${id}/transactions` });
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Read the terms');
  await dialog.getByRole('combobox', { name: 'Person 1' }).selectOption('Ben Okafor');
  await dialog.locator('summary', { hasText: 'Documents to read' }).click();
  await dialog.locator('.draft-observers').first().getByRole('checkbox').check();
  await expect(dialog.locator('summary', { hasText: 'Questions' })).toHaveCount(0);
  await inspectEverywhere(ada, 'documents to read form');
  await button(ada, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });
  const ben = await app.open(org.ben, { path: `/b/${id}/transactions` });
  await inspectEverywhere(ben, 'documents to read');
  await ben.locator('.page-reads a').click();
  const text = ben.locator('.note-view');
  await text.getByText('Line 0', { exact: true }).waitFor();
  await text.evaluate((area) => area.scrollTo(0, area.scrollHeight / 2));
  await expect(ben.getByText(/^Recorded/)).toHaveCount(0);
  await text.evaluate((area) => area.scrollTo(0, area.scrollHeight));
  await ben.getByText('Recorded: you opened this page to the end.').waitFor();
  await expect(ada.locator('.page-reads')).toHaveText(/opened by Ben Okafor/);
  await inspectEverywhere(ada, 'documents that were read');
  await ben.goto(`${service.origin}/b/${id}/transactions`);
  await button(ben, 'Approve').click();
  await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
});

test('[TX-112] a button leads to the document that was not opened, and the answer is below it', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Rules', org.ada, [org.ben]);
  const send = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', `/${id}/${path}`, { token: org.ada.token, json });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const pages: number[] = [];
  for (const text of ['First rule', 'Second rule'])
    pages.push((await send('pages', { type: 'note', text })).page_id);
  const actions = [{ id: 'read', text: 'I have read this' }];
  const step = { action_style: 'ACKNOWLEDGE', pages, actions, assignee: { user_id: org.ben.id } };
  const { transaction_id } = await send('transactions', { title: 'House rules', content: '', steps: [step] });
  const ben = await app.open(org.ben, { path: `/b/${id}/transactions/${transaction_id}` });
  await button(ben, 'I have read this').click();
  await ben.getByText('Recorded: you opened this page to the end.').waitFor();
  await expect(ben).toHaveURL(new RegExp(`/pages/${pages[0]}[?]transaction=`));
  await expect(button(ben, 'I have read this')).toHaveCount(0);
  await ben.goBack();
  await button(ben, 'I have read this').click();
  await expect(ben).toHaveURL(new RegExp(`/pages/${pages[1]}[?]transaction=`));
  await inspectEverywhere(ben, 'an acknowledgement below its document');
  await button(ben, 'I have read this').click();
  await expect(button(ben, 'I have read this')).toHaveCount(0);
  const { body } = await service.call('GET', `/${id}/transactions/${transaction_id}`, {
    token: org.ada.token,
  });
  assert.equal(body.data.outcome, 'completed');
});

test('[TX-111] the creator sees who has viewed a request, and reminds the others once an hour', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Offer', org.ada, [org.ben]);
  const actions = [{ id: 'yes', text: 'Approve' }];
  const json = { title: 'Offer 7', content: '', steps: [{ actions, assignee: { user_id: org.ben.id } }] };
  const { body } = await service.call('POST', `/${id}/transactions`, { token: org.ada.token, json });
  const path = `/b/${id}/transactions/${body.data.transaction_id}`;
  const ada = await app.open(org.ada, { path });
  await ada.getByText('Not viewed yet').waitFor();
  await inspectEverywhere(ada, 'a request that nobody has viewed');
  await button(ada, 'Remind').click();
  await expect(ada.locator('#reminded')).toBeFocused();
  await expect(button(ada, 'Remind')).toHaveCount(0);
  const ben = await app.open(org.ben, { path });
  await ada.getByText(/^Viewed|· Viewed/).waitFor();
  await inspectEverywhere(ada, 'a request that was viewed');
  await expect(button(ben, 'Remind')).toHaveCount(0);
});
