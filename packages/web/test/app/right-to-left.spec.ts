import assert from 'node:assert/strict';
import { uploadFile } from '@ringbinder/testkit';
import { expect, loaded, test } from '@ringbinder/testkit/playwright/index.ts';
import { assertNothingIsCut, drawRightToLeft, usePseudoLocale } from '../support/languages.ts';
import { LOAN_PDF } from '../support/viewer-page.ts';

test('[LANG-36] with a script from right to left nothing is cut, overlaps or leaves a window of 360 px', async ({
  app,
  org,
  service,
}) => {
  test.setTimeout(120_000);
  const { ada, ben } = org;
  const call = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', path, { token: ada.token, json });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  await call('/me', { language: 'de' });
  const id = await org.addBinder('4711', ada, [ben]);
  const message = await org.post(id, ben, '4712');
  await org.post(id, ada, '4713');
  await call(`/${id}/messages`, {
    message: { text: '4717' },
    reply_to: { binder: { comment_id: message } },
    thread_only: true,
  });
  await call(`/${id}/todos`, { name: '4714', assignee_id: ada.id });
  const actions = [
    { id: 'a', text: '4715' },
    { id: 'b', text: '4718', outcome: 'rejected' },
  ];
  const { transaction_id: transaction } = await call(`/${id}/transactions`, {
    title: '4716',
    content: '',
    steps: [{ assignee: { user_id: ada.id }, actions, order_number: 1 }],
  });
  const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, LOAN_PDF, '4721.pdf');

  const page = await app.open(ada, { path: '/home', viewport: { width: 360, height: 780 } });
  await usePseudoLocale(page);
  await drawRightToLeft(page);
  for (const [path, part] of [
    ['/home', '4714'],
    [`/b/${id}`, '4713'],
    [`/b/${id}/todos`, '4714'],
    [`/b/${id}/transactions`, '4716'],
    [`/b/${id}/transactions/${transaction}`, '4716'],
    [`/b/${id}/pages`, '4721'],
    [`/b/${id}/pages/${pages[0].id}`, '4721'],
    [`/b/${id}/members`, 'Ben'],
    [`/b/${id}/meets`, undefined],
  ] as const) {
    await page.goto(`${service.origin}${path}`);
    if (part) await page.locator('.app-main').getByText(part).first().waitFor();
    await expect(page.locator('html')).toHaveCSS('direction', 'rtl');
    await expect(page.locator('.app-main')).toContainText(/~\]|\]$/);
    await loaded(page);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await assertNothingIsCut(page);
  }
});
