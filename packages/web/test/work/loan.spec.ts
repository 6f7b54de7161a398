import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { makePkcs12 } from '@ringbinder/server/features/receipts/testing/signed-pdf.ts';
import { makeSigningKey } from '@ringbinder/server/features/saml/testing/certificate.ts';
import { uploadFile } from '@ringbinder/testkit';
import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { PDF } from '../support/work-binder.ts';

test.use({ serviceOptions: { background: true } });

const run = promisify(execFile);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('[FLOW-17] three people take a loan from its form to a signed receipt', async ({
  app,
  org,
  service,
}) => {
  const { privateKey: key, certificate } = makeSigningKey();
  const pkcs12 = makePkcs12({ key, certificate }, 'secret');
  await service.call('POST', `/orgs/${org.partner.orgId}/receipt_certificate`, {
    token: org.ada.token,
    json: { pkcs12, password: 'secret' },
  });
  const { binderId, ada, ben } = await app.openBoth('Loan 4711', {
    part: '/transactions',
    members: [org.ben, org.carla],
    prepare: async (id: string) => {
      await uploadFile(service, { binderId: id, token: org.ada.token }, PDF, 'Agreement.pdf');
    },
  });

  await test.step('Ada asks for a form, a file, two of three answers and a signature', async () => {
    await button(ada, 'Request').first().click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Loan of 20,000');
    for (let count = 0; count < 3; count++) await button(ada, 'Add a person').click();
    const step = (at: number) => dialog.locator('.draft-step').nth(at - 1);
    for (const at of [1, 2, 4])
      await step(at)
        .getByRole('combobox', { name: `Person ${at}`, exact: true })
        .selectOption('Ben Okafor');
    await step(1).locator('summary', { hasText: 'Questions' }).click();
    await step(1).getByRole('button', { name: 'Add a question' }).click();
    await step(1).getByLabel('Question 1', { exact: true }).fill('Monthly income');
    await step(1).getByLabel('Type of answer to question 1').selectOption('Amount of money');
    await step(2).locator('summary', { hasText: 'Files to request' }).click();
    await step(2).getByRole('button', { name: 'Request a file' }).click();
    await step(2).getByLabel('File 1', { exact: true }).fill('Payslip');
    await step(3).getByRole('combobox', { name: 'Person 3', exact: true }).selectOption('Ada Lovelace');
    await step(3).getByRole('button', { name: 'Ask several people instead' }).click();
    await step(3).getByRole('button', { name: 'Add another person to this step' }).click();
    for (const [at, name] of [
      [2, 'Ben Okafor'],
      [3, 'Carla Mendes'],
    ] as const)
      await step(3)
        .getByRole('combobox', { name: `Person ${at} of step 3` })
        .selectOption(name);
    await step(3).getByRole('combobox', { name: 'Answers needed in step 3' }).selectOption('2 of 3');
    await step(4).locator('summary', { hasText: 'Signatures to request' }).click();
    await step(4).getByRole('button', { name: 'Request a signature' }).click();
    await step(4).getByLabel('Signature 1', { exact: true }).fill('Borrower');
    await step(4).getByLabel('Page of signature 1').selectOption('Agreement.pdf, page 1');
    await inspectEverywhere(ada, 'loan in the builder');
    await button(ada, 'Send request').click();
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('Ben answers the form and uploads the file', async () => {
    await button(ben, 'Approve').click();
    await ben.getByRole('dialog').getByLabel('Monthly income (EUR)').fill('2500');
    await ben.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const upload = ben.locator('.file-requests').getByLabel('Payslip', { exact: true });
    await upload.setInputFiles({ name: 'July.pdf', mimeType: 'application/pdf', buffer: PDF });
    await ben.locator('.requested-file', { hasText: 'July.pdf' }).waitFor();
    await button(ben, 'Approve').click();
  });

  await test.step('Carla and Ada are two of three', async () => {
    const carla = await app.open(org.carla, { path: `/b/${binderId}/transactions` });
    await button(carla, 'Approve').click();
    await ada.getByText('1 of 2 answers').first().waitFor();
    await button(ada, 'Approve').click();
  });

  await test.step('Ben signs', async () => {
    await ben.getByText('3 of 4 steps done').first().waitFor();
    await button(ben, 'Approve').click();
    const signing = ben.getByRole('dialog');
    await signing.getByRole('group', { name: 'Borrower' }).getByLabel('Or type your name').fill('Ben Okafor');
    await signing.getByRole('button', { name: 'Approve' }).click();
    await ada.locator('.badge', { hasText: 'Completed' }).waitFor();
    await ada.getByRole('img', { name: 'Borrower: signed as Ben Okafor' }).waitFor();
    await inspectEverywhere(ada, 'loan that has ended');
  });

  await test.step('the receipt is a signed PDF with all of it', async () => {
    const download = ada.waitForEvent('download');
    await ada.getByRole('button', { name: /^More actions/ }).click();
    await ada.getByRole('menuitem', { name: 'Receipt as PDF' }).click();
    const path = await (await download).path();
    const { stdout: text } = await run('pdftotext', ['-layout', path, '-']);
    for (const part of ['Monthly income', '2500.00 EUR', 'July.pdf', 'Carla Mendes', 'Borrower', 'SHA-256'])
      assert.ok(text.includes(part), `${part}\n${text}`);
    assert.match((await run('pdfsig', ['-nocert', path])).stdout, /Signature is Valid/);
  });

  await test.step('the signed page is a version of the document', async () => {
    const { body } = await service.call('GET', `/${binderId}/pages`, { token: org.ben.token });
    const page = body.data.pages.find(
      (each: { original_file_name: string }) => each.original_file_name === 'Agreement.pdf',
    );
    await expect
      .poll(async () => {
        const versions = await service.call('GET', `/${binderId}/pages/${page.id}/versions`, {
          token: org.ben.token,
        });
        return versions.body.data.versions?.length;
      })
      .toBe(2);
  });
});
