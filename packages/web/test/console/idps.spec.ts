import assert from 'node:assert/strict';
import { makeSigningKey } from '@ringbinder/server/features/saml/testing/certificate.ts';
import { writeIdpMetadata } from '@ringbinder/server/features/saml/testing/metadata.ts';
import type { TestService } from '@ringbinder/testkit';
import {
  expect,
  inspect,
  inspectEverywhere,
  loaded,
  type TestOrg,
} from '@ringbinder/testkit/playwright/index.ts';
import { goTo, openConsole, test } from '../support/console-page.ts';

const IDP = 'https://login.harbour.example/saml?tenant=1';
const makeCertificate = () => makeSigningKey().certificate;

async function idpsAt(service: TestService, { ada }: TestOrg, path: string) {
  const { body } = await service.call('GET', `${path}/idps`, { token: ada.token });
  return body.data.idps as Record<string, unknown>[];
}

test('[ORG-7] an admin adds a provider by its metadata, changes it, renews it and removes it', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const [first, second] = [makeCertificate(), makeCertificate()];
  const stored = () => idpsAt(service, org, `/orgs/${org.partner.orgId}`);
  const page = await openConsole(app, '/idps');
  const card = page.getByRole('article', { name: 'Harbour sign-on' });

  await test.step('copy the addresses of the service', async () => {
    for (const [label, value] of [
      ['Entity ID and metadata URL', 'saml/metadata'],
      ['Assertion consumer service (ACS)', 'saml/acs'],
    ] as const) {
      await expect(page.getByRole('textbox', { name: label })).toHaveValue(service.env.baseUrl() + value);
      await page.getByRole('button', { name: `Copy: ${label}` }).click();
      await page.getByText(`Copied: ${label}`).waitFor();
    }
  });

  await test.step('add it', async () => {
    await page.getByRole('button', { name: 'Add an identity provider' }).click();
    await page.getByLabel('Metadata (XML)').fill('<a/>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/is not metadata/i).waitFor();
    await inspect(page, 'idp metadata refused');
    await page.getByLabel('Metadata (XML)').fill(writeIdpMetadata({ idpId: IDP, certificates: [first] }));
    await page.getByLabel('Name').fill('Harbour sign-on');
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByText('https://login.harbour.example/sso?a=1').waitFor();
    const [row] = await stored();
    const [certificate] = (row?.certificates ?? []) as { fingerprint_sha256: string }[];
    await card.getByText(certificate?.fingerprint_sha256 ?? 'none').waitFor();
    await card.getByText('Valid until 1 Jan 2049').waitFor();
    await card.getByText(String(row?.login_url)).waitFor();
  });

  await test.step('change it', async () => {
    await card.getByRole('button', { name: /^Edit/ }).click();
    await page.getByLabel(/SHA-1/).check();
    await page.getByLabel(/Link new people to the account/).check();
    await page.getByLabel('Sign-on URL').fill('https://login.harbour.example/other');
    await page.getByLabel('Binding').selectOption('post');
    await page.getByLabel(/^Sign requests/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByText('SHA-1 accepted').waitFor();
    const [row] = await stored();
    assert.equal(row?.allow_sha1, true);
    assert.equal(row?.link_by_email, true);
    assert.equal(row?.sso_url, 'https://login.harbour.example/other');
    assert.equal(row?.sso_binding, 'post');
    assert.equal(row?.sign_requests, true);
    await card.getByText('Requests signed').waitFor();
    assert.equal(row?.name, 'Harbour sign-on');
  });

  await test.step('renew its certificates', async () => {
    await card.getByRole('button', { name: /^Renew/ }).click();
    await page.getByRole('tab', { name: 'Enter by hand' }).click();
    await page.getByLabel('Certificates (PEM)').fill(`${first}\n${second}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('listitem').nth(1).waitFor();
    await inspectEverywhere(page, 'idp');
  });

  await test.step('remove it', async () => {
    await card.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing here yet').waitFor();
    assert.deepEqual(await stored(), []);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
  });
});

test('[ORG-7] an admin of the partner adds a provider for all organisations by hand', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/status of 400/);
  const page = await openConsole(app, '/idps', { viewport: { width: 390, height: 844 } });
  await page.getByRole('tab', { name: 'All organisations' }).click();
  await page.waitForURL('**/admin/idps/all');
  await page.getByRole('button', { name: 'Add an identity provider' }).click();
  await page.getByRole('tab', { name: 'Enter by hand' }).click();
  await expect(
    page.getByLabel(/Link new people to the account/),
    'only an organisation may link by address',
  ).toHaveCount(0);
  await page.getByRole('dialog').getByLabel('Entity ID').fill(IDP);
  await page.getByLabel('Certificates (PEM)').fill('nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Is not one X\.509 certificate/).waitFor();
  await inspect(page, 'idp by hand phone');
  await page.getByLabel('Certificates (PEM)').fill(makeCertificate());
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article', { name: IDP }).getByText('None: assertions').waitFor();
  const [row] = await idpsAt(service, org, `/partners/${org.partner.id}`);
  assert.equal(row?.idp_id, IDP);
  await page.reload();
  await loaded(page);
  await page.getByRole('article', { name: IDP }).waitFor();
});

test('the console marks certificates that expire soon or have expired', { tag: '@slow' }, async ({
  app,
  org,
  service,
}) => {
  const created = await service.call('POST', `/orgs/${org.partner.orgId}/idps`, {
    token: org.ada.token,
    json: { idp_id: IDP, certificates: [makeCertificate()] },
  });
  assert.equal(created.status, 200);
  const page = await openConsole(app);
  for (const [now, mark] of [
    ['2048-12-12T12:00:00Z', 'Expires on 1 Jan 2049, in 19 days'],
    ['2049-01-02T00:00:00Z', 'Expired on 1 Jan 2049'],
  ] as const) {
    await page.clock.setFixedTime(now);
    await goTo(page, 'Overview');
    await goTo(page, 'Single sign-on');
    await page.getByText(mark).waitFor();
    await inspect(page, `idp ${mark}`);
  }
});
