import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { makeSigningKey } from '../saml/testing/certificate.ts';
import { writeIdpMetadata } from '../saml/testing/metadata.ts';
import { goTo, inspect, inspectEverywhere, loaded, openConsole as open } from './testing/console-page.ts';
import { startConsole } from './testing/fixture.ts';

const IDP = 'https://login.harbour.example/saml?tenant=1';
const [first, second] = [makeSigningKey().certificate, makeSigningKey().certificate];

const { browser, service, fixture } = await startConsole();

async function openPage(options?: Parameters<typeof browser.newPage>[0]): Promise<Page> {
  const { page } = await open(browser, service, fixture.admin.email, options);
  await goTo(page, 'Single sign-on');
  return page;
}

const rowsOf = (path: string) =>
  service
    .call('GET', path, { token: fixture.admin.token })
    .then(({ body }) => body.data.idps as Record<string, unknown>[]);

test(
  '[ORG-7] an admin adds a provider by its metadata, changes it, renews it and removes it',
  browser.needed,
  async () => {
    const path = `/orgs/${fixture.partner.orgId}/idps`;
    const page = await openPage();
    for (const [label, value] of [
      ['Entity id, and metadata address', 'saml/metadata'],
      ['Assertion consumer service (ACS)', 'saml/acs'],
    ] as const) {
      const field = page.getByRole('textbox', { name: label });
      await becomes(() => field.inputValue(), service.env.baseUrl() + value);
      await page.getByRole('button', { name: `Copy: ${label}` }).click();
      await page.getByText(`Copied: ${label}`).waitFor();
    }

    await page.getByRole('button', { name: 'Add an identity provider' }).click();
    await page.getByLabel('Metadata (XML)').fill('<a/>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/is not metadata/i).waitFor();
    await inspect(page, 'idp metadata refused');
    await page.getByLabel('Metadata (XML)').fill(writeIdpMetadata({ idpId: IDP, certificates: [first] }));
    await page.getByLabel('Name').fill('Harbour sign-on');
    await page.getByRole('button', { name: 'Save' }).click();
    const card = page.getByRole('article', { name: 'Harbour sign-on' });
    await card.getByText('https://login.harbour.example/sso?a=1').waitFor();
    const [row] = await rowsOf(path);
    const [certificate] = (row?.certificates ?? []) as { fingerprint_sha256: string }[];
    await card.getByText(certificate?.fingerprint_sha256 ?? 'none').waitFor();
    await card.getByText('Valid until 1 Jan 2049').waitFor();
    await card.getByText(String(row?.login_url)).waitFor();

    await card.getByRole('button', { name: /^Edit/ }).click();
    await page.getByLabel(/SHA-1/).check();
    await page.getByLabel(/takes over the account/).check();
    await page.getByLabel('Sign-on address').fill('https://login.harbour.example/other');
    await page.getByLabel('Binding').selectOption('post');
    await page.getByLabel(/^Sign them/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByText('SHA-1 accepted').waitFor();
    const [changed] = await rowsOf(path);
    assert.equal(changed?.allow_sha1, true);
    assert.equal(changed?.link_by_email, true);
    assert.equal(changed?.sso_url, 'https://login.harbour.example/other');
    assert.equal(changed?.sso_binding, 'post');
    assert.equal(changed?.sign_requests, true);
    await card.getByText('Requests signed').waitFor();
    assert.equal(changed?.name, 'Harbour sign-on');

    await card.getByRole('button', { name: /^Renew/ }).click();
    await page.getByRole('tab', { name: 'Enter by hand' }).click();
    await page.getByLabel('Certificates (PEM)').fill(`${first}\n${second}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await card.getByRole('listitem').nth(1).waitFor();
    await inspectEverywhere(page, 'idp');

    await card.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing here yet').waitFor();
    assert.deepEqual(await rowsOf(path), []);
    await until('the focus is somewhere', () => page.evaluate("document.activeElement.tagName !== 'BODY'"));
    await page.context().close();
  },
);

test('[ORG-7] an admin of the partner adds a provider for all orgs, by hand', browser.needed, async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } });
  await page.getByRole('tab', { name: 'All organisations' }).click();
  await page.waitForURL('**/admin/idps/all');
  await page.getByRole('button', { name: 'Add an identity provider' }).click();
  await page.getByRole('tab', { name: 'Enter by hand' }).click();
  assert.equal(await page.getByLabel(/takes over the account/).count(), 0, 'only an org may link by address');
  await page.getByRole('dialog').getByLabel('Entity id').fill(IDP);
  await page.getByLabel('Certificates (PEM)').fill('nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/Is not one X\.509 certificate/).waitFor();
  await inspect(page, 'idp by hand phone');
  await page.getByLabel('Certificates (PEM)').fill(first);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article', { name: IDP }).getByText('None: assertions').waitFor();
  const [row] = await rowsOf(`/partners/${fixture.partner.id}/idps`);
  assert.equal(row?.idp_id, IDP);
  await page.reload();
  await loaded(page);
  await page.getByRole('article', { name: IDP }).waitFor();
  await page.context().close();
});

test('a certificate that ends soon is marked, and so is one that has ended', browser.needed, async () => {
  await service.call('POST', `/orgs/${fixture.partner.orgId}/idps`, {
    token: fixture.admin.token,
    json: { idp_id: IDP, certificates: [first] },
  });
  const { page } = await open(browser, service, fixture.admin.email);
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
  await page.context().close();
});
