import assert from 'node:assert/strict';
import { openCatalogue } from '@ringbinder/locales';
import type { CreatedUser } from '@ringbinder/testkit';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { assertNoEnglish, assertNothingIsCut, usePseudoLocale } from '../support/languages.ts';

test.use({ serviceOptions: { background: true } });

const DAY_MS = 86_400_000;
const LANGUAGES = ['de', 'ja', 'th', 'zh-tw'] as const;

async function call({ service }: App, { token }: CreatedUser, path: string, json: object) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const setLanguage = (app: App, user: CreatedUser, language: string) => call(app, user, '/me', { language });

async function addItems(app: App): Promise<string> {
  const { ada, ben } = app.org;
  const id = await app.org.addBinder('4711', ada, [ben]);
  const messageId = await app.org.post(id, ben, '4712');
  await call(app, ada, `/${id}/messages/${messageId}/save`, { remind_time: Date.now() + DAY_MS });
  await call(app, ben, `/${id}/messages`, { message: { text: '4713', mentions: [ada.id] } });
  const steps = [{ assignee: { user_id: ada.id }, actions: [{ id: 'a', text: '4714' }] }];
  await call(app, ben, `/${id}/transactions`, { title: '4715', content: '', steps });
  const times = { due_time: Date.now() + DAY_MS, reminder_time: Date.now() + DAY_MS };
  await call(app, ben, `/${id}/todos`, { name: '4716', assignee_id: ada.id, description: '4717', ...times });
  return id;
}

async function openHome(app: App, width = 1280): Promise<Page> {
  const page = await app.open(app.org.ada, { path: '/home', viewport: { width, height: 900 } });
  for (const name of ['4712', '4713', '4715', '4716'])
    await page.getByText(name, { exact: true }).first().waitFor();
  return page;
}

for (const language of LANGUAGES)
  test(`[LANG-16] Home and the page of waiting requests are in the language ${language}`, async ({
    app,
    org,
  }) => {
    await setLanguage(app, org.ada, language);
    await addItems(app);
    const page = await openHome(app);
    await assertNoEnglish(page, language);
    const { text } = await openCatalogue(language);
    await page.locator('.home-saved-actions [data-control=remind]').click();
    await page.getByRole('dialog').waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: text('home.waiting_page.all') }).click();
    await page.getByText(text('home.waiting_page.select_all')).click();
    await assertNoEnglish(page, language);
    await page.getByRole('button', { name: text('home.absences.button') }).click();
    await page.getByRole('dialog').waitFor();
    await assertNoEnglish(page, language);
  });

for (const language of LANGUAGES)
  test(`[LANG-17] to-dos are in the language ${language}`, async ({ app, org }) => {
    await setLanguage(app, org.ada, language);
    const id = await addItems(app);
    const page = await app.open(org.ada, { path: `/b/${id}/todos` });
    await page.getByText('4716', { exact: true }).click();
    const { text } = await openCatalogue(language);
    const remove = page.getByRole('button', { name: text('todos.delete'), exact: true });
    await remove.waitFor();
    await assertNoEnglish(page, language);
    await remove.click();
    await page.getByRole('dialog').waitFor();
    await assertNoEnglish(page, language);
  });

for (const language of LANGUAGES)
  test(`[LANG-17] members are in the language ${language}`, async ({ app, org }) => {
    await setLanguage(app, org.ada, language);
    const id = await addItems(app);
    const page = await app.open(org.ada, { path: `/b/${id}/members` });
    const { text } = await openCatalogue(language);
    await page.locator('.member').nth(1).waitFor();
    await assertNoEnglish(page, language);
    await page.locator('.member').filter({ hasText: org.ben.name }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: text('members.hand_over') }).waitFor();
    await assertNoEnglish(page, language);
    await page.getByRole('menuitem', { name: text('members.hand_over') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('members.hand_over_submit') })
      .waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text('members.add') }).click();
    await page.getByLabel(text('members.adding.find')).fill('4719');
    await page.locator('.choices.people').getByText('4719').waitFor();
    await assertNoEnglish(page, language);
  });

for (const language of LANGUAGES)
  test(`[LANG-18] notifications and their settings are in the language ${language}`, async ({ app, org }) => {
    await setLanguage(app, org.ada, language);
    await addItems(app);
    const page = await openHome(app);
    const { text } = await openCatalogue(language);
    await page.locator('.profile.bell').click();
    await page.locator('.notification-list').getByText('4715').waitFor();
    await assertNoEnglish(page, language);
    await page.getByRole('button', { name: text('notices.settings'), exact: true }).click();
    await page.getByText(text('notices.form.kinds')).waitFor();
    await assertNoEnglish(page, language);
  });

for (const language of LANGUAGES)
  test(`[LANG-18] search, the person card and the status are in the language ${language}`, async ({
    app,
    org,
  }) => {
    await setLanguage(app, org.ada, language);
    const id = await app.org.addBinder('4711', org.ada, [org.ben]);
    await org.post(id, org.ben, '4712');
    const page = await app.open(org.ada, { path: `/b/${id}` });
    const { text } = await openCatalogue(language);
    await page.getByText('4712', { exact: true }).first().waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: text('find.title') });
    await field.fill('type:');
    await page.getByRole('option').nth(3).waitFor();
    await assertNoEnglish(page, language);
    await field.fill('4712');
    await page.getByRole('option').filter({ hasText: '4712' }).first().waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('.person-link').first().click();
    await page.getByRole('button', { name: text('person.message'), exact: true }).waitFor();
    await assertNoEnglish(page, language);
    await page.keyboard.press('Escape');
    await page.locator('.profile:not(.bell)').click();
    await page.getByRole('menuitem', { name: text('account.status') }).click();
    await page.getByLabel(text('person.status.text'), { exact: true }).waitFor();
    await assertNoEnglish(page, language);
  });

test('[LANG-32] suggested answers of a request in another language, and their lines, are in the reader’s language', async ({
  app,
  org,
}) => {
  await setLanguage(app, org.ada, 'de');
  const id = await org.addBinder('4711', org.ada, [org.ben]);
  const actions = ['Approuver', 'Approve at once'].map((text, index) => ({
    id: `${index}`,
    text,
    feed_msg: `4715: ${text}`,
  }));
  const steps = [{ assignee: { user_id: org.ada.id }, actions }];
  const request = { title: '4715', content: '', steps };
  const { transaction_id } = await call(app, org.ben, `/${id}/transactions`, request);
  const { text } = await openCatalogue('de');
  const page = await app.open(org.ada, { path: '/home' });
  await page.getByRole('button', { name: 'Approve at once', exact: true }).waitFor();
  await page.getByRole('button', { name: text('default_answers.approve'), exact: true }).click();
  await expect(page.getByText('4715', { exact: true })).toHaveCount(0);
  await page.goto(`${app.service.origin}/b/${id}/transactions/${transaction_id}`);
  await page.getByText(text('default_answers.approve')).first().waitFor();
  await expect(page.getByText('Approuver', { exact: true })).toHaveCount(0);
  const line = text('default_answers.answered.approve', { name: org.ada.name });
  await page
    .locator('.binder-row .snippet')
    .filter({ hasText: `${line}: 4715` })
    .waitFor();
  await page.goto(`${app.service.origin}/b/${id}`);
  await page.locator('.message.system bdi').getByText(line, { exact: true }).waitFor();
});

test('[LANG-19] texts that are longer by 40 % are neither cut nor overlap on Home and in to-dos at 360 px', async ({
  app,
  org,
}) => {
  await setLanguage(app, org.ada, 'de');
  const id = await addItems(app);
  const page = await app.open(org.ada, { path: '/home', viewport: { width: 360, height: 780 } });
  await usePseudoLocale(page);
  for (const path of ['/home', `/b/${id}/todos`]) {
    await page.goto(page.url().replace(/\/home$/, path));
    await page.getByText('4716', { exact: true }).first().waitFor();
    await expect(page.locator('.section-page')).toContainText('~]');
    await assertNothingIsCut(page);
  }
});

test('[LANG-35] the app is in the language of the browser until the person chooses one', async ({
  app,
  org,
}) => {
  const page = await app.open(org.ada, { path: '/home', locale: 'fr-CH' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.locator('.profile:not(.bell)').waitFor();
  await assertNoEnglish(page, 'fr', '.app-list');
  await setLanguage(app, org.ada, 'en');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
});

test('[LANG-13] Home and to-dos follow a change of the language without a reload', async ({ app }) => {
  const id = await addItems(app);
  const page = await openHome(app);
  await page.evaluate('window.isSame = true');
  const choose = async (label: string, menu: string, save: string) => {
    await page.locator('.profile:not(.bell)').click();
    await page.getByRole('menuitem', { name: menu }).click();
    await page.getByRole('combobox', { name: menu }).selectOption({ label });
    await page.getByRole('button', { name: save }).click();
  };
  await choose('Deutsch', 'Language', 'Save');
  await page.getByText('Erwähnungen und Antworten').waitFor();
  await assertNoEnglish(page, 'de');
  await page.locator(`a[href$="/b/${id}"]`).first().click();
  await page.getByRole('link', { name: 'Aufgaben' }).click();
  await page.getByText('4716', { exact: true }).click();
  await assertNoEnglish(page, 'de');
  const { text } = await openCatalogue('de');
  await choose('日本語', text('account.language'), text('account.save_language'));
  await page.getByRole('heading', { name: 'タスク' }).waitFor();
  await assertNoEnglish(page, 'ja');
  assert.equal(await page.evaluate('window.isSame'), true);
});

test('[LANG-13] the list names each language in that language', async ({ app, org }) => {
  const page = await app.open(org.ada);
  await page.locator('.profile:not(.bell)').click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  const options = page.getByRole('combobox', { name: 'Language' }).locator('option');
  await expect(options.filter({ hasText: /nynorsk/i })).toHaveText(['norsk nynorsk']);
  await expect(options.filter({ hasText: /German|Norwegian|Japanese/ })).toHaveCount(0);
});
