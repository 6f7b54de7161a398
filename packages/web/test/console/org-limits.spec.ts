import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import { expect, inspectEverywhere, type TestOrg } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

async function readOrg(service: TestService, { ada, partner }: TestOrg) {
  const { body } = await service.call('GET', `/orgs/${partner.orgId}`, { token: ada.token });
  return body.data;
}

test('[QUOTA-1] an admin of the partner limits an organisation, and removes a limit', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 400/);
  const page = await openConsole(app, '/orgs');
  const dialog = page.getByRole('dialog');
  const files = dialog.getByLabel('Files (GB)');
  const maxBytes = async () => (await readOrg(service, org)).max_bytes;
  const edit = async () => {
    await page.getByRole('button', { name: /^Edit Harbour Bank/ }).click();
    await files.waitFor();
  };
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  await edit();
  await files.fill('2.5');
  await dialog.getByLabel('Binders').fill('40');
  await dialog.getByLabel('Keep messages (days)').fill('365');
  await inspectEverywhere(page, 'limits of an org');
  await save();
  await expect.poll(maxBytes).toBe(2_500_000_000);
  const { max_binders, message_days } = await readOrg(service, org);
  assert.deepEqual([max_binders, message_days], [40, 365]);
  await dialog.waitFor({ state: 'detached' });
  await edit();
  await expect(files).toHaveValue('2.5');
  await files.fill('a lot');
  await save();
  await expect(dialog.getByRole('alert')).toHaveText(/./);
  assert.equal(await maxBytes(), 2_500_000_000, 'text that is not a number changes nothing');
  await files.fill('');
  await save();
  await expect.poll(maxBytes).toBeNull();
});

test('[MEET-40] an admin of the partner restricts guests of meets to links, and allows the key again', async ({
  app,
  org,
  service,
}) => {
  const page = await openConsole(app, '/orgs');
  const dialog = page.getByRole('dialog');
  const allowed = dialog.getByRole('checkbox', {
    name: 'Guests can also reach the lobby with the session key',
  });
  const isAllowed = async () => (await readOrg(service, org)).guests_by_session_key;
  const edit = () => page.getByRole('button', { name: /^Edit Harbour Bank/ }).click();
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  for (const isChecked of [true, false, true]) {
    await expect.poll(isAllowed).toBe(isChecked);
    await edit();
    await allowed.waitFor();
    assert.equal(await allowed.isChecked(), isChecked);
    await dialog.getByLabel('Binders').fill(isChecked ? '41' : '42');
    await save();
    assert.equal(await isAllowed(), isChecked);
    await edit();
    await allowed.setChecked(!isChecked);
    await save();
  }
  await expect.poll(isAllowed).toBe(false);
});

test('[MSG-62] an admin of the partner turns link previews on', async ({ app, org, service }) => {
  const page = await openConsole(app, '/orgs');
  const isOn = async () => (await readOrg(service, org)).link_previews;
  assert.equal(await isOn(), false);
  await page.getByRole('button', { name: /^Edit Harbour Bank/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('checkbox', { name: 'Show a preview of links: the server fetches their pages' })
    .check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(isOn).toBe(true);
});
