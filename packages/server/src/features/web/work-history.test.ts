import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { openApp, picturesLoad, startApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben, carla } = fixture;

/** A binder in which something went on: pages, drawings, an approval, messages, members who came and went. */
async function live(name: string) {
  const binderId = await fixture.addBinder(name, ada, [ben]);
  const post = async (path: string, json: unknown, { token } = ada) => {
    const answer = await service.call('POST', `/${binderId}${path}`, { token, json });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await fixture.post(binderId, ada, 'The plan is in the pages.');
  const { page_id: board } = await post('/pages', { type: 'whiteboard', name: 'Floor plan' });
  const { page_id: terms } = await post('/pages', { type: 'note', name: 'Terms', text: 'Ten years, fixed.' });
  const wall = { client_uuid: '0b7e6f1e-0000-4000-8000-000000000001' };
  const svg_tag =
    '<rect x="200" y="150" width="600" height="400" fill="none" stroke="#a3271f" stroke-width="12"/>';
  await post(`/pages/${board}/annotations`, { ...wall, svg_tag });
  const actions = [
    { id: 'approve', text: 'Approve', feed_msg: 'approved the loan' },
    { id: 'reject', text: 'Reject', outcome: 'rejected' },
  ];
  const steps = [ben, ada].map(({ id }) => ({ assignee: { user_id: id }, actions }));
  const made = await post('/transactions', {
    title: 'Approve the loan',
    content: '120,000 over ten years.',
    steps,
  });
  const transaction = `/transactions/${made.transaction_id}`;
  await post(`${transaction}/steps/${made.steps[0].id}`, { click_button_id: 'approve' }, ben);
  await post(`/pages/${terms}/comments`, { text: 'Why fixed?' }, ben);
  await post('/todos', { name: 'Ask the bank' });
  const { body } = await service.call('GET', `/${binderId}/feed?limit=1`, { token: ada.token });
  const between: number = body.data.seq;
  await post(`${transaction}/steps/${made.steps[1].id}`, { click_button_id: 'approve' });
  await post(`/pages/${terms}`, { text: 'Twelve years, fixed.' });
  await post('/addorguser', { users: [{ user: { id: carla.id } }] });
  const erased = `/${binderId}/pages/${board}/annotations/${wall.client_uuid}`;
  assert.equal((await service.call('DELETE', erased, { token: ada.token })).status, 200);
  await post(`/pages/${board}`, { name: 'Ground floor' });
  return { binderId, between, path: `/b/${binderId}`, transaction };
}

test(
  '[HIST-8] [HIST-13] a binder is seen as it was, by a slider that takes keys',
  browser.needed,
  async () => {
    const { between, path } = await live('Loan 4711');
    const { page, errors } = await openApp(browser, service, ada.email, { path });
    await page.getByRole('button', { name: 'Actions: Loan 4711' }).last().click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page.getByText('As it is now. Move back to see what was.').waitFor();
    await page.getByText('Ground floor', { exact: true }).waitFor();

    await page.goto(`${service.origin}${path}?history=${between}`);
    await page.getByText('Floor plan', { exact: true }).waitFor();
    const drawn = page.locator('.page-card', { hasText: 'Floor plan' }).locator('img');
    assert.match((await drawn.getAttribute('src')) ?? '', /as_of=seq:\d+/, 'with what was drawn on it then');
    await page.getByText(/^As it was on .* Nothing can be changed here\.$/).waitFor();
    assert.equal(await page.getByText('Carla Mendes', { exact: true }).count(), 0, 'she was no member yet');
    await page.getByLabel('1 of 2 steps done').or(page.locator('.step-line')).first().waitFor();
    await picturesLoad(page, '.history-picture img');
    await page.getByText('Text', { exact: true }).click();
    await page.getByText('Ten years, fixed.', { exact: true }).waitFor();
    await page.locator('.page-card', { hasText: 'Terms' }).getByText('Comments').click();
    await page.getByText(/Why fixed\?$/).waitFor();
    await page.getByText('Ask the bank', { exact: true }).waitFor();
    await inspectEverywhere(page, 'history');

    const slider = page.getByRole('slider', { name: 'Entry of the history' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText('There were no pages yet.').waitFor();
    await becomes(
      async () => /made the binder/.test((await slider.getAttribute('aria-valuetext')) ?? ''),
      true,
    );
    await page.keyboard.press('End');
    await page.getByText('Carla Mendes', { exact: true }).waitFor();
    await becomes(() => new URL(page.url()).search, '?history', 'now has no entry in its address');
    await page.getByRole('button', { name: 'Earlier', exact: true }).click();
    await page.getByText('Floor plan', { exact: true }).waitFor();
    await page.getByRole('button', { name: /asked for “Approve the loan”/ }).click();
    await becomes(() => page.locator('.step-line [data-status=completed]').count(), 0, 'nobody had answered');
    assert.equal(
      await page.getByRole('button', { name: 'Approve', exact: true }).count(),
      0,
      'nothing to press',
    );
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('Ground floor', { exact: true }).waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test('[HIST-9] the audit of a transaction is a page that prints', browser.needed, async () => {
  const { path, transaction } = await live('Loan 4712');
  const { page, errors } = await openApp(browser, service, ada.email, { path: `${path}${transaction}` });
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { name: 'Audit: Approve the loan' }).waitFor();
  await page.getByText('pressed “Approve”').first().waitFor();
  assert.equal(await page.getByText('pressed “Approve”').count(), 2);
  await page
    .getByText(/^SHA-256 [0-9a-f]{64}$/)
    .first()
    .waitFor();
  await page.getByText('The documents were the same as at the answer before.').waitFor();
  await inspectEverywhere(page, 'audit');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Receipt' }).click();
  assert.equal((await download).suggestedFilename(), 'Approve the loan receipt.html');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.app-side').isVisible(), false, 'the list of binders is not printed');
  assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
  await page.emulateMedia({ media: null });
  await page
    .getByRole('link', { name: /^Entry \d+ of the binder’s log$/ })
    .first()
    .click();
  await page.getByText('You asked for “Approve the loan”').first().waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});
