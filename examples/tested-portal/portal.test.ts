import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { unwrap } from '@ringbinder/client';
import { type RingbinderService, startRingbinder, type Workflow } from '@ringbinder/test-service';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startPortal } from './portal.ts';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;
const needed = existsSync(CHROMIUM) ? {} : { skip: 'needs Chromium: set CHROMIUM to its path' };

let service: RingbinderService;
let portal: Awaited<ReturnType<typeof startPortal>>;
let browser: Browser | undefined;
before(async () => {
  service = await startRingbinder();
  const { client, users } = service.demo;
  portal = await startPortal({
    baseUrl: service.baseUrl,
    sdkUrl: service.sdkUrl,
    mode: 'sandbox',
    clientId: client.client_id,
    clientSecret: client.client_secret,
    customer: users[2]?.unique_id ?? '',
  });
  await service.allowOrigin(portal.origin);
  if (existsSync(CHROMIUM))
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  await portal?.stop();
  await service?.stop();
});

async function ask(title: string): Promise<{ page: Page; workflow: Workflow }> {
  const [adviser, customer] = [service.as('ben'), service.as('cleo')];
  const binder = await adviser.makesBinder(title, [customer]);
  const buttons = [
    { id: 'approve', text: 'Approve' },
    { id: 'reject', text: 'Reject' },
  ];
  const workflow = await adviser.asks(binder, title, [{ assignee: customer, buttons }]);
  const page = await (browser as Browser).newPage();
  await page.goto(portal.origin);
  return { page, workflow };
}

const frame = (page: Page, id: string) => page.frameLocator(`#${id} iframe`);
/**
 * An approval ignores presses until its button has been visible for a moment, so that nobody presses an
 * unseen button.
 */
const approve = (page: Page) => {
  const visibleApproval = frame(page, 'approval');
  return visibleApproval
    .getByRole('button', { name: 'Approve' })
    .and(visibleApproval.locator('[data-sight="clear"]'));
};

test('the customer approves in the page, and the adviser has the answer', needed, async () => {
  const { page, workflow } = await ask('Loan 4711');
  await approve(page).click();
  await page.getByText('You have said: approve').waitFor();
  const path = { binder_id: workflow.binderId, transaction_id: workflow.transactionId };
  const { api } = service.as('ben').client;
  const { outcome } = await unwrap(
    api.GET('/{binder_id}/transactions/{transaction_id}', { params: { path } }),
  );
  assert.equal(outcome, 'completed');
});

test('what the adviser writes comes at once', needed, async () => {
  const { page, workflow } = await ask('Loan 4712');
  await frame(page, 'chat').getByRole('textbox').first().waitFor();
  await service.as('ben').says(workflow.binderId, 'The papers are complete.');
  await frame(page, 'chat').getByText('The papers are complete.').first().waitFor();
});

test('who takes longer than an hour is told to load the page again', needed, async () => {
  const { page } = await ask('Loan 4713');
  await approve(page).waitFor();
  await service.clock.advance('2 hours');
  await approve(page).click();
  await page.getByRole('status').filter({ hasText: /link/ }).waitFor();
});
