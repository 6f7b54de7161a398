import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openCatalogue } from '@ringbinder/locales';
import { uploadFile } from '@ringbinder/testkit';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { assertNoEnglish, assertNothingIsCut, usePseudoLocale } from '../support/languages.ts';

const LANGUAGES = ['de', 'ja', 'th', 'zh-tw'] as const;
const PDF = readFileSync(new URL('../../../../docs/assets/loan-agreement.pdf', import.meta.url));

type Text = Awaited<ReturnType<typeof openCatalogue>>['text'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();

async function call({ service, org }: App, path: string, json: object) {
  const { status, body } = await service.call('POST', path, { token: org.ada.token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function addItems(app: App) {
  const { ada, ben } = app.org;
  const id = await app.org.addBinder('4711', ada, [ben]);
  const { pages } = await uploadFile(app.service, { binderId: id, token: ada.token }, PDF, '4721.pdf');
  const board = await call(app, `/${id}/pages`, { type: 'whiteboard', name: '4722' });
  await call(app, `/${id}/pages/${pages[0].id}/comments`, {
    text: '4723',
    is_position_comment: true,
    x: 350,
    y: 205,
  });
  const actions = [
    { id: 'a', text: '4714' },
    { id: 'b', text: '4718', outcome: 'rejected' },
  ];
  const steps = [
    { assignees: [{ user_id: ada.id }, { user_id: ben.id }], required: 2, actions, order_number: 1 },
    {
      assignee: { user_id: ben.id },
      action_style: 'FORM',
      fields: [{ id: 'f', type: 'money', label: '4724', currency: 'EUR', required: true }],
      actions,
      order_number: 2,
    },
    {
      assignee: { user_id: ada.id },
      action_style: 'FILE_REQUEST',
      file_requests: [{ id: 'g', label: '4725', required: true }],
      actions,
      order_number: 3,
    },
  ];
  const { transaction_id: transaction } = await call(app, `/${id}/transactions`, {
    title: '4715',
    content: '',
    steps,
  });
  return {
    id,
    pages: pages.map((each: { id: number }) => each.id) as number[],
    board: board.page_id,
    transaction,
  };
}

async function start(app: App, language: string) {
  await call(app, '/me', { language });
  const items = await addItems(app);
  const { text } = await openCatalogue(language);
  return { ...items, text: text as Text };
}

for (const language of LANGUAGES)
  test(`[LANG-22] approvals are in the language ${language}`, async ({ app, org }) => {
    const { id, transaction, text } = await start(app, language);
    const page = await app.open(org.ada, { path: `/b/${id}/transactions` });
    await page.getByText('4715').first().waitFor();
    await assertNoEnglish(page, language);
    await button(page, text('transaction_form.button')).first().click();
    await dialog(page).getByRole('radio').first().waitFor();
    await assertNoEnglish(page, language);
    await button(page, text('transaction_form.submit')).click();
    await dialog(page).locator('[aria-invalid=true]').first().waitFor();
    await assertNoEnglish(page, language);
    await page.goto(new URL(`/b/${id}/transactions/${transaction}`, page.url()).href);
    await button(page, '4714').click();
    await page.getByText('4714').nth(1).waitFor();
    await assertNoEnglish(page, language);
    await page.goto(new URL(`/b/${id}/transactions/${transaction}?audit`, page.url()).href);
    await page.locator('.audit-entries li').nth(1).waitFor();
    await assertNoEnglish(page, language);
  });

for (const language of LANGUAGES)
  test(`[LANG-22] pages, the viewer and versions are in the language ${language}`, async ({ app, org }) => {
    const { id, pages, text } = await start(app, language);
    const page = await app.open(org.ada, { path: `/b/${id}/pages` });
    await page.getByText('4721').first().waitFor();
    await assertNoEnglish(page, language);
    await page.goto(new URL(`/b/${id}/pages/${pages[0]}`, page.url()).href);
    await page.locator('.page-tiles[data-sharp=true]').waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Control+f');
    await page.locator('.viewer-search').waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Escape');
    await button(page, text('viewer.more')).click();
    await item(page, text('pages.versions')).waitFor();
    await assertNoEnglish(page, language);
    await item(page, text('pages.versions')).click();
    await dialog(page).getByText(text('versions.current')).waitFor();
    await assertNoEnglish(page, language);
  });

for (const language of LANGUAGES)
  test(`[LANG-22] Draw and the history are in the language ${language}`, async ({ app, org }) => {
    const { id, board, text } = await start(app, language);
    const page = await app.open(org.ada, { path: `/b/${id}/pages/${board}` });
    await button(page, text('draw.draw')).click();
    await button(page, text('draw.tools.pen')).waitFor();
    await assertNoEnglish(page, language);
    await page.goto(new URL(`/b/${id}?history=3`, page.url()).href);
    await page.locator('.history-entries li').nth(2).waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.locator('.shortcuts').waitFor();
    // In many languages, keys have English names.
    await page.evaluate(`document.querySelectorAll('.shortcuts dt').forEach((keys) => keys.remove())`);
    await assertNoEnglish(page, language);
  });

test('[LANG-22] amounts and dates of answers are written as in German', async ({ app, org }) => {
  await call(app, '/me', { language: 'de' });
  const id = await org.addBinder('4711', org.ada);
  const fields = [
    { id: 'sum', type: 'money', label: '4712', currency: 'EUR' },
    { id: 'day', type: 'date', label: '4713' },
  ];
  const actions = [{ id: 'a', text: '4714' }];
  const step = { assignee: { user_id: org.ada.id }, action_style: 'FORM', fields, actions };
  const path = `/${id}/transactions`;
  const { transaction_id, steps } = await call(app, path, { title: '4715', content: '', steps: [step] });
  const answers = { sum: '4000.5', day: '2026-12-01' };
  await call(app, `${path}/${transaction_id}/steps/${steps[0].id}`, { click_button_id: 'a', answers });
  const page = await app.open(org.ada, { path: `/b${path}/${transaction_id}` });
  await page.getByText('4.000,50\u00a0€', { exact: true }).waitFor();
  await page.getByText('1. Dezember 2026', { exact: true }).waitFor();
});

test('[LANG-23] texts that are longer by 40 % are neither cut nor overlap in approvals and pages at 360 px', async ({
  app,
  org,
}) => {
  const { id, transaction } = await start(app, 'de');
  const viewport = { width: 360, height: 780 };
  const page = await app.open(org.ada, { path: `/b/${id}/transactions`, viewport });
  await usePseudoLocale(page);
  for (const [path, name] of [
    ['transactions', '4715'],
    [`transactions/${transaction}`, '4715'],
    ['pages', '4721'],
  ] as const) {
    await page.goto(new URL(`/b/${id}/${path}`, page.url()).href);
    await page.getByText(name).first().waitFor();
    await expect(page.locator('.section-page')).toContainText('~]');
    await assertNothingIsCut(page);
  }
});
