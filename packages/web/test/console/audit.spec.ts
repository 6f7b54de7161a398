import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspectEverywhere } from '@ringbinder/testkit/playwright/index.ts';
import { openConsole, test } from '../support/console-page.ts';

test('[ORG-35] an admin downloads the audit log, and the download is in it', async ({
  app,
  org,
  service,
}) => {
  const { ada, partner } = org;
  const name = { first_name: 'Zoë', unique_id: 'zoe' };
  await service.call('POST', `/orgs/${partner.orgId}/users`, { token: ada.token, json: name });
  const page = await openConsole(app, '/audit');
  await inspectEverywhere(page, 'audit log');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const table = readFileSync(await (await download).path(), 'utf8');
  assert.match(table, /^\uFEFFid,time,[\s\S]*,user\.create,[\s\S]*Zoë/);
  await page.getByRole('cell', { name: 'Exported the audit log' }).waitFor();
});
