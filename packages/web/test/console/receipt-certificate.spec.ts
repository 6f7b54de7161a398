import { makePkcs12 } from '@ringbinder/server/features/receipts/testing/signed-pdf.ts';
import { makeSigningKey } from '@ringbinder/server/features/saml/testing/certificate.ts';
import { expect, inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[SEAL-8] an admin uploads and deletes the certificate for receipts', async ({ app, org, service }) => {
  app.allowErrors(/status of 40[04]/);
  const path = `/orgs/${org.partner.orgId}/receipt_certificate`;
  const stored = async () => (await service.call('GET', path, { token: org.ada.token })).body.data?.subject;
  const { privateKey: key, certificate } = makeSigningKey();
  const buffer = Buffer.from(makePkcs12({ key, certificate }, 'secret'), 'base64');
  const page = await openConsole(app, '/groups');
  await page.getByRole('button', { name: 'Receipt certificate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'bank.p12', mimeType: 'application/x-pkcs12', buffer };
  await dialog.getByLabel('Certificate with private key').setInputFiles(file);
  await dialog.getByLabel('Password of the file').fill('wrong');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('does not open the file').first().waitFor();
  await inspectEverywhere(page, 'receipt certificate refused');
  await dialog.getByLabel('Password of the file').fill('secret');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toBe('CN=Test');

  await page.getByRole('button', { name: 'Receipt certificate', exact: true }).click();
  await dialog.getByText('Current: CN=Test, valid until').waitFor();
  await inspectEverywhere(page, 'receipt certificate');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Delete certificate/ }).click();
  await dialog.getByRole('button', { name: 'Delete certificate' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toBeUndefined();
});
