import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createWorkflow } from '@ringbinder/server/features/transactions/testing/workflow.ts';
import { type CreatedUser, uploadFile } from '@ringbinder/testkit';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { stepToken } from './support/approval.ts';
import { bankPage } from './support/bank-page.ts';
import { expect, frameIn, initPage, openHost, test } from './support/embed.ts';

test.use({ serviceOptions: { background: true } });

const PDF = readFileSync(new URL('../../../docs/assets/loan-agreement.pdf', import.meta.url));
const actions = [{ id: 'approve', text: 'Approve' }];

test('[FLOW-18] people take a loan from its form to its receipt in pages of a bank', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada, ben, carla } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben, carla]);
  const { pages } = await uploadFile(service, { binderId, token: ada.token }, PDF, 'Agreement.pdf');
  const place = { id: 'b', label: 'Borrower', page_id: pages[0].id, x: 60, y: 600, width: 200, height: 70 };
  const workflow = createWorkflow(service, { binderId, owner: ada });
  const of = ({ id }: CreatedUser, more: object) => ({ assignee: { user_id: id }, actions, ...more });
  const fields = [{ id: 'income', type: 'money', label: 'Monthly income', currency: 'EUR', required: true }];
  const { id, steps } = await workflow.make(
    [
      of(ben, { action_style: 'FORM', fields }),
      of(ben, {
        action_style: 'FILE_REQUEST',
        file_requests: [{ id: 'slip', label: 'Payslip', required: true }],
      }),
      { assignees: [ada, ben, carla].map((user) => ({ user_id: user.id })), required: 2, actions },
      of(ben, { action_style: 'SIGN', signatures: [place] }),
    ],
    ada.token,
    { title: 'Loan of 20,000' },
  );
  host.put('/', bankPage(service, '<div id="one"></div>'));
  host.put('/inbox', bankPage(service, '<service-inbox id="two"></service-inbox>'));

  /** A page of the bank with the step of a person, opened by its link. */
  async function openStep(index: number, person: CreatedUser): Promise<Page> {
    const token = await stepToken(app, binderId, id, steps[index], person);
    const page = await openHost(app, `${host.origin}/`);
    await initPage(page, org, { access_token: 'of-a-session' });
    await page.evaluate(
      `Service.transaction({ tagid4iframe: 'one', token: '${token}' }).then(() => undefined)`,
    );
    return page;
  }
  /** Presses when the button is in sight. */
  async function approve(page: Page): Promise<void> {
    const card = frameIn(page, 'one');
    await card.getByRole('button', { name: 'Approve' }).and(card.locator('[data-sight="clear"]')).click();
    await card.getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.close();
  }

  await test.step('Ben answers the form', async () => {
    const page = await openStep(0, ben);
    await frameIn(page, 'one').getByLabel('Monthly income (EUR)').fill('2500');
    await approve(page);
  });
  await test.step('Ben uploads the file', async () => {
    const page = await openStep(1, ben);
    const upload = frameIn(page, 'one').getByLabel('Payslip', { exact: true });
    await upload.setInputFiles({ name: 'July.pdf', mimeType: 'application/pdf', buffer: PDF });
    await frameIn(page, 'one').getByText('July.pdf').waitFor();
    await approve(page);
  });
  await test.step('Carla by a link, and Ada in her inbox, are two of three', async () => {
    await approve(await openStep(2, carla));
    const page = await openHost(app, `${host.origin}/inbox`);
    await initPage(page, org);
    const inbox = frameIn(page, 'two');
    await inbox.getByRole('button', { name: 'Approve' }).click();
    await inbox.getByText('Nothing is waiting for you').waitFor();
    await page.close();
  });
  await test.step('Ben signs', async () => {
    const page = await openStep(3, ben);
    const card = frameIn(page, 'one');
    const name = card.getByRole('group', { name: 'Borrower' }).getByLabel('Or type your name');
    await name.fill('Ben Okafor');
    await approve(page);
  });
  await test.step('the receipt has all of it', async () => {
    const answer = await fetch(`${service.base}/${binderId}/transactions/${id}/receipt`, {
      headers: { authorization: `Bearer ${ben.token}` },
    });
    assert.equal(answer.status, 200);
    const receipt = await answer.text();
    for (const part of ['2500.00 EUR', 'July.pdf', 'Carla Mendes', 'Borrower'])
      assert.ok(receipt.includes(part), part);
    await expect
      .poll(async () => {
        const { body } = await service.call('GET', `/${binderId}/pages/${pages[0].id}/versions`, {
          token: ben.token,
        });
        return body.data.versions.length;
      })
      .toBe(2);
  });
});
