import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { goTo, inspectEverywhere, openConsole as open } from './testing/console-page.ts';
import { startConsole } from './testing/fixture.ts';

const { browser, service, fixture } = await startConsole();
const openConsole = () => open(browser, service, fixture.admin.email);

test('[QUOTA-1] an admin of the partner limits an org, and takes a limit away', browser.needed, async () => {
  const { page } = await openConsole();
  await goTo(page, 'Organisations');
  const dialog = page.getByRole('dialog');
  const edit = async () => {
    await page.getByRole('button', { name: /^Edit Harbour Bank/ }).click();
    await dialog.getByLabel('Files, in GB').waitFor();
  };
  const org = async () => {
    const { token } = fixture.admin;
    const { body } = await service.call('GET', `/orgs/${fixture.partner.orgId}`, { token });
    return body.data;
  };
  await edit();
  await dialog.getByLabel('Files, in GB').fill('2.5');
  await dialog.getByLabel('Binders').fill('40');
  await dialog.getByLabel('Keep messages for days').fill('365');
  await inspectEverywhere(page, 'limits of an org');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await becomes(async () => (await org()).max_bytes, 2_500_000_000);
  assert.deepEqual([(await org()).max_binders, (await org()).message_days], [40, 365]);
  await dialog.waitFor({ state: 'detached' });
  await edit();
  assert.equal(await dialog.getByLabel('Files, in GB').inputValue(), '2.5');
  await dialog.getByLabel('Files, in GB').fill('a lot');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.equal((await org()).max_bytes, 2_500_000_000, 'what is no number changes nothing');
  await dialog.getByLabel('Files, in GB').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await becomes(async () => (await org()).max_bytes, null);
  await page.context().close();
});

test(
  '[MEET-40] an admin of the partner restricts guests of meets to links, and allows the key again',
  browser.needed,
  async () => {
    const { page } = await openConsole();
    await goTo(page, 'Organisations');
    const dialog = page.getByRole('dialog');
    const allowed = dialog.getByRole('checkbox', { name: 'Guests reach the lobby by the session key, too' });
    const isAllowed = async () => {
      const { token } = fixture.admin;
      const { body } = await service.call('GET', `/orgs/${fixture.partner.orgId}`, { token });
      return body.data.guests_by_session_key;
    };
    for (const isChecked of [true, false, true]) {
      await becomes(isAllowed, isChecked);
      await page.getByRole('button', { name: /^Edit Harbour Bank/ }).click();
      await allowed.waitFor();
      assert.equal(await allowed.isChecked(), isChecked);
      // What is saved without touching it stays as it is.
      await dialog.getByLabel('Binders').fill(isChecked ? '41' : '42');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await isAllowed(), isChecked);
      await page.getByRole('button', { name: /^Edit Harbour Bank/ }).click();
      await allowed.setChecked(!isChecked);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await becomes(isAllowed, false);
    await page.context().close();
  },
);
