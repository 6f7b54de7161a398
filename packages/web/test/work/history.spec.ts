import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { TestService } from '@ringbinder/testkit';
import { expect, inspectEverywhere, type TestOrg, test } from '@ringbinder/testkit/playwright/index.ts';
import { picturesLoad } from '../support/sections.ts';

async function addBinderWithPast(service: TestService, { ada, ben, carla, addBinder, post }: TestOrg) {
  const binderId = await addBinder('Loan 4711', ada, [ben]);
  const send = async (path: string, json: unknown, { token } = ada) => {
    const answer = await service.call('POST', `/${binderId}${path}`, { token, json });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await post(binderId, ada, 'The plan is in the pages.');
  const { page_id: board } = await send('/pages', { type: 'whiteboard', name: 'Floor plan' });
  const { page_id: terms } = await send('/pages', { type: 'note', name: 'Terms', text: 'Ten years, fixed.' });
  const wall = { client_uuid: '0b7e6f1e-0000-4000-8000-000000000001' };
  const svg_tag =
    '<rect x="200" y="150" width="600" height="400" fill="none" stroke="#a3271f" stroke-width="12"/>';
  await send(`/pages/${board}/annotations`, { ...wall, svg_tag });
  const actions = [
    { id: 'approve', text: 'Approve', feed_msg: 'approved the loan' },
    { id: 'reject', text: 'Reject', outcome: 'rejected' },
  ];
  const steps = [ben, ada].map(({ id }) => ({ assignee: { user_id: id }, actions }));
  const created = await send('/transactions', {
    title: 'Approve the loan',
    content: '120,000 over ten years.',
    steps,
  });
  const transaction = `/transactions/${created.transaction_id}`;
  await send(`${transaction}/steps/${created.steps[0].id}`, { click_button_id: 'approve' }, ben);
  await send(`/pages/${terms}/comments`, { text: 'Why fixed?' }, ben);
  await send('/todos', { name: 'Ask the bank' });
  const { body } = await service.call('GET', `/${binderId}/feed?limit=1`, { token: ada.token });
  const between: number = body.data.seq;
  await send(`${transaction}/steps/${created.steps[1].id}`, { click_button_id: 'approve' });
  await send(`/pages/${terms}`, { text: 'Twelve years, fixed.' });
  await send('/addorguser', { users: [{ user: { id: carla.id } }] });
  const erased = `/${binderId}/pages/${board}/annotations/${wall.client_uuid}`;
  assert.equal((await service.call('DELETE', erased, { token: ada.token })).status, 200);
  await send(`/pages/${board}`, { name: 'Ground floor' });
  return { between, path: `/b/${binderId}`, transaction };
}

test('[HIST-8] [HIST-13] “History” shows a binder as it was, at an address and with a slider for the keyboard', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_FAILED|status of 404/);
  const { between, path } = await addBinderWithPast(service, org);
  const page = await app.open(org.ada, { path });
  await test.step('the menu of the binder opens its history', async () => {
    await page.getByRole('button', { name: 'Actions: Loan 4711' }).last().click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page.getByText('Current version. Drag to see earlier versions.').waitFor();
    await page.getByText('Ground floor', { exact: true }).waitFor();
  });
  await test.step('the address of an entry shows the binder as it was then', async () => {
    await page.goto(`${service.origin}${path}?history=${between}`);
    await page.getByText('Floor plan', { exact: true }).waitFor();
    const drawn = page.locator('.page-card', { hasText: 'Floor plan' }).locator('img');
    await expect(drawn, 'with its drawing of that time').toHaveAttribute('src', /as_of=seq:\d+/);
    await page.getByText(/^Version of .* Nothing can be changed here\.$/).waitFor();
    await expect(page.getByText('Carla Mendes', { exact: true }), 'not a member yet').toHaveCount(0);
    await page.getByLabel('1 of 2 steps done').or(page.locator('.step-line')).first().waitFor();
    await picturesLoad(page, '.history-picture img');
    await page.getByText('Text', { exact: true }).click();
    await page.getByText('Ten years, fixed.', { exact: true }).waitFor();
    await page.locator('.page-card', { hasText: 'Terms' }).getByText('Comments').click();
    await page.getByText(/Why fixed\?$/).waitFor();
    await page.getByText('Ask the bank', { exact: true }).waitFor();
    await inspectEverywhere(page, 'history');
  });
  await test.step('a picture that did not load is loaded again, and is not called removed', async () => {
    const card = page.locator('.page-card', { hasText: 'Floor plan' });
    const pictures = /\/board\/.*as_of/;
    await page.route(pictures, (route) => route.abort());
    await page.reload();
    await card.getByTitle('This could not be loaded').waitFor();
    await inspectEverywhere(page, 'picture that did not load');
    await page.unroute(pictures);
    await card.getByRole('button', { name: 'Try again' }).click();
    await picturesLoad(page, '.history-picture img');
    await page.route(pictures, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await card.getByTitle('Its content was removed').waitFor();
    await expect(card.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.unroute(pictures);
  });
  await test.step('the keyboard moves the slider', async () => {
    const slider = page.getByRole('slider', { name: 'History entry' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText('No pages yet.').waitFor();
    await expect(slider).toHaveAttribute('aria-valuetext', /created the binder/);
    await page.keyboard.press('End');
    await page.getByText('Carla Mendes', { exact: true }).waitFor();
    await expect(page).toHaveURL(`${service.origin}${path}?history`);
  });
  await test.step('buttons and entries lead to a moment and back to now', async () => {
    await page.getByRole('button', { name: 'Earlier', exact: true }).click();
    await page.getByText('Floor plan', { exact: true }).waitFor();
    await page.getByRole('button', { name: /requested “Approve the loan”/ }).click();
    await expect(page.locator('.step-line [data-status=completed]'), 'no answers yet').toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('Ground floor', { exact: true }).waitFor();
  });
});

test('[SEAL-8] the menu of an ended transaction downloads its receipt as PDF', async ({
  app,
  org,
  service,
}) => {
  const { path, transaction } = await addBinderWithPast(service, org);
  const page = await app.open(org.ada, { path: `${path}${transaction}` });
  await page.getByRole('button', { name: /^More actions/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Receipt as PDF' }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), 'Approve the loan receipt.pdf');
  assert.match(await readFile(await file.path(), 'latin1'), /^%PDF-1\.7/);
});

test('[HIST-9] the audit of a transaction is a page that prints', async ({ app, org, service }) => {
  const { path, transaction } = await addBinderWithPast(service, org);
  const page = await app.open(org.ada, { path: `${path}${transaction}` });
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Audit' }).click();
  await page.getByRole('heading', { name: 'Audit: Approve the loan' }).waitFor();
  await expect(page.getByText('pressed “Approve”')).toHaveCount(2);
  const hash = page.getByText(/^SHA-256 [0-9a-f]{64}$/).first();
  await hash.waitFor();
  await page.getByText('The documents are the same as at the previous answer.').waitFor();
  await inspectEverywhere(page, 'audit');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Receipt' }).click();
  assert.equal((await download).suggestedFilename(), 'Approve the loan receipt.html');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.app-side'), 'the list of binders is not printed').toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: null });
  const entry = page.getByRole('link', { name: /^Entry \d+ of the binder’s log$/ }).first();
  await entry.click();
  await page.getByText('Ada Lovelace requested “Approve the loan”').first().waitFor();
});
