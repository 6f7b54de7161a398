import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePkcs12, pdfsig, run } from '@ringbinder/server/features/receipts/testing/signed-pdf.ts';
import { makeSigningKey } from '@ringbinder/server/features/saml/testing/certificate.ts';
import {
  createWorkflow,
  sharedStep,
  stepFor,
} from '@ringbinder/server/features/transactions/testing/workflow.ts';
import { type CreatedUser, uploadFile } from '@ringbinder/testkit';
import {
  type App,
  inspectEverywhere,
  type Locator,
  type Page,
} from '@ringbinder/testkit/playwright/index.ts';
import { stepToken } from './support/approval.ts';
import { bankPage } from './support/bank-page.ts';
import { expect, frameIn, type HostSite, initPage, openHost, test } from './support/embed.ts';

test.use({ serviceOptions: { background: true } });

const AGREEMENT = await readFile(new URL('../../../docs/assets/loan-agreement.pdf', import.meta.url));

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });

async function addCertificate({ org, service }: App): Promise<void> {
  const { privateKey: key, certificate } = makeSigningKey();
  const json = { pkcs12: makePkcs12({ key, certificate }, 'secret'), password: 'secret' };
  const path = `/orgs/${org.partner.orgId}/receipt_certificate`;
  const { status } = await service.call('POST', path, { token: org.ada.token, json });
  assert.equal(status, 200);
}

async function requestLoan(ada: Page): Promise<void> {
  await button(ada, 'Request').first().click();
  const dialog = ada.getByRole('dialog', { name: 'New request' });
  const step = (number: number) => dialog.locator('.draft-step').nth(number - 1);
  const open = (number: number, heading: string) =>
    step(number).locator('summary', { hasText: heading }).click();
  const person = (name: string) => dialog.getByRole('combobox', { name, exact: true });
  await dialog.getByRole('radio', { name: /Something else/ }).check();
  await dialog.getByLabel('Title').fill('Loan 4711');
  await person('Person 1').selectOption('Ben Okafor');
  for (const number of [2, 3]) {
    await button(dialog, 'Add a person').click();
    await person(`Person ${number}`).selectOption('Ben Okafor');
  }

  await open(1, 'Questions');
  await button(step(1), 'Add a question').click();
  await dialog.getByLabel('Question 1', { exact: true }).fill('Monthly income');
  await dialog.getByLabel('Type of answer to question 1').selectOption('Amount of money');

  await open(2, 'Files to request');
  await button(step(2), 'Request a file').click();
  await dialog.getByLabel('File 1', { exact: true }).fill('Payslip');

  await button(step(3), 'Ask several people instead').click();
  await person('Person 2 of step 3').selectOption('Ada Lovelace');
  await button(step(3), 'Add another person to this step').click();
  await person('Person 3 of step 3').selectOption('Carla Mendes');
  await person('Answers needed in step 3').selectOption('2 of 3');
  await open(3, 'Buttons');
  await step(3).getByLabel('Text of button 1').fill('Approve');
  await open(3, 'Documents to read');
  await step(3)
    .getByRole('checkbox', { name: /^Agreement/ })
    .check();

  await button(dialog, 'Add a person').click();
  await person('Person 4').selectOption('Ben Okafor');
  await open(4, 'Buttons');
  await step(4).getByLabel('Text of button 1').fill('Sign');
  await open(4, 'Signatures to request');
  await button(step(4), 'Request a signature').click();
  await dialog.getByLabel('Signature 1', { exact: true }).fill('Borrower');
  await dialog.getByLabel('Page of signature 1').selectOption('Agreement.pdf, page 3');
  await dialog.getByLabel('Position of signature 1').selectOption('Bottom left');
  await inspectEverywhere(ada, 'loan in the builder');
  await button(dialog, 'Send request').click();
  await dialog.waitFor({ state: 'hidden' });
}

async function readAgreement(page: Page): Promise<void> {
  for (let index = 0; index < 3; index++) {
    const recorded = page.waitForResponse(
      (answer) => /\/steps\/\d+\/pages\/\d+$/.test(answer.url()) && answer.request().method() === 'POST',
    );
    await page.getByRole('link', { name: `Agreement.pdf, page ${index + 1}` }).click();
    assert.equal((await recorded).status(), 200);
    await page.getByText('Recorded: you opened this page to the end.').first().waitFor();
    await page.goBack();
    await expect(page.locator('.page-reads li').nth(index)).toHaveText(/opened by you/);
  }
}

async function draw(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('the area to draw has no size');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 15, { steps: 8 });
  await page.mouse.up();
  await expect(pad.locator('path')).toHaveAttribute('d', /^M[\d.]+ [\d.]+L/);
}

async function saveReceipt(page: Page, on: Pick<Page, 'getByRole'> = page): Promise<Buffer> {
  await on.getByRole('button', { name: /^More actions/ }).click();
  const download = page.waitForEvent('download');
  await on.getByRole('menuitem', { name: 'Receipt as PDF' }).click();
  return readFile(await (await download).path());
}

async function checkSignedFile({ org, service }: App, binderId: string): Promise<void> {
  const { token } = org.ada;
  const { body } = await service.call('GET', `/${binderId}/pages`, { token });
  const { id } = body.data.pages.find(
    (page: { original_file_name: string }) => page.original_file_name === 'Agreement.pdf',
  );
  const versions = async () =>
    (await service.call('GET', `/${binderId}/pages/${id}/versions`, { token })).body.data.versions;
  await expect.poll(async () => (await versions()).length).toBe(2);
  const [{ file_id }] = await versions();
  const answer = await fetch(`${service.base}/${binderId}/files/${file_id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.match(await textOf(Buffer.from(await answer.arrayBuffer())), /Ben Okafor/);
}

async function textOf(pdf: Buffer): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-loan-'));
  try {
    const path = join(directory, 'text.pdf');
    await writeFile(path, pdf);
    return (await run('pdftotext', ['-layout', path, '-'])).stdout;
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function checkReceipt(pdf: Buffer, parts: readonly string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-loan-'));
  try {
    const verdict = await pdfsig(directory, pdf);
    assert.match(verdict, /Signature is Valid/);
    assert.match(verdict, /Total document signed/);
  } finally {
    await rm(directory, { recursive: true });
  }
  const text = await textOf(pdf);
  for (const part of parts) assert.match(text, new RegExp(part), `${part} is missing`);
}

test('[FLOW-17] a loan goes from its form to the signed receipt in the app', async ({
  app,
  org,
  service,
}) => {
  await addCertificate(app);
  const { binderId, ada, ben } = await app.openBoth('Loan', {
    part: '/transactions',
    members: [org.ben, org.carla],
    prepare: (id) => uploadFile(service, { binderId: id, token: org.ada.token }, AGREEMENT, 'Agreement.pdf'),
  });
  const carla = await app.open(org.carla, { path: `/b/${binderId}/transactions` });
  await test.step('Ada requests it in the builder', () => requestLoan(ada));
  await test.step('Ben answers the form and uploads the file', async () => {
    await ben.getByRole('link', { name: 'Loan 4711', exact: true }).click();
    await button(ben, 'Done').click();
    const form = ben.getByRole('dialog');
    await form.getByLabel('Monthly income (EUR)').fill('2500');
    await button(form, 'Done').click();
    await form.waitFor({ state: 'hidden' });
    const payslip = { name: 'Payslip.pdf', mimeType: 'application/pdf', buffer: AGREEMENT };
    await ben.locator('.file-requests').getByLabel('Payslip', { exact: true }).setInputFiles(payslip);
    await inspectEverywhere(ben, 'loan with its file');
    await button(ben, 'Done').click();
  });
  await test.step('two of three read the agreement and approve', async () => {
    await carla.getByRole('link', { name: 'Loan 4711', exact: true }).click();
    for (const page of [carla, ada]) {
      await readAgreement(page);
      await button(page, 'Approve').click();
    }
    await expect(button(ada, 'Approve')).toHaveCount(0);
  });
  await test.step('Ben signs', async () => {
    await button(ben, 'Sign').click();
    const signing = ben.getByRole('dialog');
    await draw(ben, signing.getByRole('img', { name: 'Area to draw: Borrower' }));
    await inspectEverywhere(ben, 'loan to sign');
    await button(signing, 'Sign').click();
    await signing.waitFor({ state: 'hidden' });
  });
  await test.step('the request shows the signature, and the agreement has a new version', async () => {
    await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
    await ada.getByRole('img', { name: 'Borrower: drawn signature' }).waitFor();
    await expect(ada.getByText('The signed page appears in a moment.')).toHaveCount(0);
    await inspectEverywhere(ada, 'loan that was signed');
    await checkSignedFile(app, binderId);
  });
  await checkReceipt(await saveReceipt(ada), [
    'Loan 4711',
    'Monthly income',
    '2,?500\\.00',
    'Payslip.pdf',
    'Agreement.pdf',
    'opened “Agreement',
    'Borrower',
    'Ben Okafor',
    'Ada Lovelace',
    'Carla Mendes',
  ]);
});

async function openInbox(app: App, host: HostSite, person: CreatedUser) {
  const page = await openHost(app, `${host.origin}/inbox`);
  await initPage(page, app.org, { access_token: person.token });
  return { page, inbox: frameIn(page, 'one') };
}

test('[FLOW-18] a loan goes from its form to the signed receipt in modules of another site', async ({
  app,
  org,
  host,
  service,
}) => {
  const { ada, ben, carla } = org;
  await addCertificate(app);
  const binderId = await org.addBinder('Loan', ada, [ben, carla]);
  const { pages } = await uploadFile(service, { binderId, token: ada.token }, AGREEMENT, 'Agreement.pdf');
  const workflow = createWorkflow(service, { binderId, owner: ada });
  const fields = [{ id: 'income', type: 'money', label: 'Monthly income', currency: 'EUR', required: true }];
  const file_requests = [{ id: 'payslip', label: 'Payslip', required: true }];
  const place = { id: 'borrower', label: 'Borrower', page_id: pages[2]?.id, required: true };
  const signatures = [{ ...place, x: 60, y: 600, width: 200, height: 60 }];
  const { id, steps } = await workflow.create(
    [
      stepFor(ben, { action_style: 'FORM', fields }),
      stepFor(ben, { action_style: 'FILE_REQUEST', file_requests }),
      sharedStep([ben, ada, carla], { required: 2, actions: [{ id: 'approve', text: 'Approve' }] }),
      stepFor(ben, { action_style: 'SIGN', signatures }),
    ],
    ada.token,
    { title: 'Loan 4711' },
  );
  host.put('/inbox', bankPage(service, '<service-inbox id="one"></service-inbox>'));
  host.put('/step', bankPage(service, '<div id="one"></div>'));

  const openStep = async (index: number) => {
    const page = await openHost(app, `${host.origin}/step`);
    await initPage(page, org, { access_token: 'of-a-session' });
    const token = await stepToken(app, binderId, id, steps[index], ben);
    await page.evaluate(
      `Service.transaction({ ...callbacks, tagid4iframe: 'one', token: '${token}' }).then(() => undefined)`,
    );
    return { page, card: frameIn(page, 'one') };
  };
  /** A click can miss a frame that changes its height. */
  const approve = async (page: Page, card: ReturnType<typeof frameIn>) => {
    const approval = card.getByRole('button', { name: 'Approve' });
    await approval.scrollIntoViewIfNeeded();
    await approval.and(card.locator('[data-sight="clear"]')).press('Enter');
    await card.getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.close();
  };

  await test.step('Ben answers the form, and uploads the file', async () => {
    const form = await openStep(0);
    await form.card.getByLabel('Monthly income (EUR)').fill('2500');
    await approve(form.page, form.card);
    const request = await openStep(1);
    const payslip = { name: 'Payslip.pdf', mimeType: 'application/pdf', buffer: AGREEMENT };
    const choose = request.card.getByLabel('Payslip', { exact: true });
    await choose.setInputFiles(payslip);
    await request.card.getByText('Payslip.pdf').waitFor();
    await expect(choose).toHaveCount(0);
    await approve(request.page, request.card);
  });
  await test.step('two of three approve in their lists', async () => {
    for (const person of [carla, ada]) {
      const { page, inbox } = await openInbox(app, host, person);
      await inbox.getByRole('button', { name: 'Approve' }).click();
      await inbox.getByText('Nothing is waiting for you').waitFor();
      if (person === carla) await inspectEverywhere(page, 'loan in an inbox');
      await page.close();
    }
  });
  await test.step('Ben finds the signature in the list, and signs', async () => {
    const { inbox } = await openInbox(app, host, ben);
    await inbox.getByText('Loan 4711').first().waitFor();
    const { page, card } = await openStep(3);
    await card.getByLabel('Or type your name').fill('Ben Okafor');
    await approve(page, card);
    await inbox.getByText('Nothing is waiting for you').waitFor();
  });
  await checkSignedFile(app, binderId);
  const receipt = await fetch(`${service.base}${workflow.path(id)}/receipt?format=pdf`, {
    headers: { authorization: `Bearer ${ada.token}` },
  });
  await checkReceipt(Buffer.from(await receipt.arrayBuffer()), [
    'Loan 4711',
    'Monthly income',
    '2,?500\\.00',
    'Payslip.pdf',
    'Borrower',
    'Ben Okafor',
    'Ada Lovelace',
    'Carla Mendes',
  ]);
});
