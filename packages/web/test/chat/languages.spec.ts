import assert from 'node:assert/strict';
import { openCatalogue } from '@ringbinder/locales';
import type { CreatedUser, TestService } from '@ringbinder/testkit';
import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { editorOf, messageOf, openOwnChat } from '../support/chat-page.ts';
import { assertNoEnglish, assertNothingIsCut, usePseudoLocale } from '../support/languages.ts';

async function setLanguage(service: TestService, { token }: CreatedUser, language: string): Promise<void> {
  const { status, body } = await service.call('POST', '/me', { token, json: { language } });
  assert.equal(status, 200, body.message);
}

async function visitChat(
  page: Page,
  text: (id: string) => string,
  check: () => Promise<void>,
): Promise<void> {
  const button = (id: string, within = page.locator('body')) =>
    within.getByRole('button', { name: text(id), exact: true }).first();
  await messageOf(page, 'Who calls').waitFor();
  await check();
  await messageOf(page, 'Who calls').hover();
  await button('chat_tools.actions.more', messageOf(page, 'Who calls')).click();
  await page.getByRole('menuitem', { name: text('chat_tools.actions.pin') }).waitFor();
  await check();
  await page.getByRole('menuitem', { name: text('chat_tools.actions.pin') }).click();
  await messageOf(page, 'Who calls').locator('.pinned-mark').waitFor();
  await button('chat.search.open').click();
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.locator('.chat-panel [role=status]')).toContainText('nothing like it');
  await check();
  await button('chat_tools.search.close').click();
  await editorOf(page);
  await button('chat.composer.format').click();
  await page.getByRole('toolbar').waitFor();
  await check();
  await button('chat.composer.emoji').click();
  await page
    .getByRole('textbox', { name: text('chat_tools.emoji.search') })
    .or(page.getByRole('searchbox'))
    .first()
    .waitFor();
  await check();
  await page.keyboard.press('Escape');
  await messageOf(page, 'Who calls').hover();
  await button('chat_tools.actions.thread', messageOf(page, 'Who calls')).click();
  await page.getByRole('region', { name: text('chat_tools.threads.title') }).waitFor();
  await check();
}

for (const [language, tag] of [
  ['de', 'de'],
  ['ja', 'ja'],
  ['th', 'th'],
  ['zh-tw', 'zh-TW'],
] as const)
  test(`[LANG-11] [LANG-12] Chat, the list of binders and the account menu are in the language ${tag}`, async ({
    app,
    org,
  }) => {
    await setLanguage(app.service, org.ada, language);
    const { page } = await openOwnChat(app, 'Kredit 4711', {
      prepare: (id) => org.post(id, org.ben, 'Who calls the notary?'),
    });
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const { text } = await openCatalogue(language);
    const parts = ['.app-list', '.chat', '.binder-tabs'];
    await visitChat(page, text, async () => {
      for (const part of parts) await assertNoEnglish(page, language, part);
    });
    await page.locator('.profile:not(.bell)').click();
    await page.getByRole('menuitem', { name: text('account.language') }).waitFor();
    await assertNoEnglish(page, language, '[role=menu]');
  });

test('[LANG-27] in Nynorsk, which Chromium does not know, days are written as in Bokmål', async ({
  app,
  org,
}) => {
  await setLanguage(app.service, org.ada, 'nn');
  const { page } = await openOwnChat(app, 'Lån 4714', {
    prepare: (id) => org.post(id, org.ben, 'Kven ringjer notaren?'),
  });
  await expect(page.locator('html')).toHaveAttribute('lang', 'nn');
  await expect(page.locator('.chat-content time').first()).toHaveText('I dag');
});

test('[LANG-13] the account menu changes the language without a reload', async ({ app, org }) => {
  const { page } = await openOwnChat(app, 'Loan 4712', {
    prepare: (id) => org.post(id, org.ben, 'Who calls the notary?'),
  });
  await page.evaluate('window.isSame = true');
  await page.locator('.profile:not(.bell)').click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Genehmigungen' }).waitFor();
  await messageOf(page, 'Who calls').waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  for (const part of ['.app-list', '.chat']) await assertNoEnglish(page, 'de', part);
  assert.equal(await page.evaluate('window.isSame'), true);
  const { body } = await app.service.call('GET', '/me', { token: org.ada.token });
  assert.equal(body.data.language, 'de');
});

test('[LANG-14] texts that are longer by 40 % are neither cut nor overlap in Chat at 360 px', async ({
  app,
  org,
}) => {
  await setLanguage(app.service, org.ada, 'de');
  const binderId = await org.addBinder('Loan 4713', org.ada, [org.ben]);
  await org.post(binderId, org.ben, 'Who calls the notary?');
  const page = await app.open(org.ada, { viewport: { width: 360, height: 780 } });
  await usePseudoLocale(page);
  await page.goto(page.url().replace(/\/[^/]*$/, `/b/${binderId}`));
  await messageOf(page, 'Who calls').waitFor();
  await expect(page.locator('.binder-tabs')).toContainText('[');
  await assertNothingIsCut(page);
});

test('[LANG-32] lines of the server are in the language of the person, in Chat and in the list of binders', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Kredit 4714', ada, [ben]);
  const quiet = await org.addBinder('Kredit 4719', ada, [ben]);
  const post = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', path, { token: ada.token, json });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const actions = [{ id: 'no', text: '4716', outcome: 'rejected' }];
  const steps = [{ assignee: { user_id: ada.id }, actions }];
  for (const binder of [quiet, id]) {
    const created = await post(`/${binder}/transactions`, { title: '4717', content: '', steps });
    const step = `/${binder}/transactions/${created.transaction_id}/steps/${created.steps[0].id}`;
    await post(step, { click_button_id: 'no', comment: '4718' });
  }
  await post(`/${id}/meets`, { name: 'שלום 4715' });
  const page = await app.open(ada, { path: `/b/${id}` });
  const chat = page.locator('.chat');
  const list = page.locator('.app-list');
  await expect(chat).toContainText('Meeting started');
  await expect(list).toContainText('Rejected');
  const { text } = await openCatalogue('de');
  await page.locator('.profile:not(.bell)').click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(chat).toContainText(text('feed.meet_started', { name: '\u2068שלום 4715\u2069' }));
  await expect(chat).toContainText(text('feed.rejected'));
  await expect(chat).toContainText('4718');
  await expect(list).toContainText(text('feed.rejected'));
  for (const part of ['.app-list', '.chat']) await assertNoEnglish(page, 'de', part);
});

test('[LANG-34] a search finds a line of the server by its English words, and shows it in German', async ({
  app,
  org,
  service,
}) => {
  const { token } = org.ada;
  await service.call('POST', '/me', { token, json: { language: 'de' } });
  const id = await org.addBinder('4711', org.ada, [org.ben]);
  const meet = await service.call('POST', `/${id}/meets`, { token, json: {} });
  assert.equal(meet.status, 200);
  const page = await app.open(org.ada, { path: `/b/${id}` });
  const { text } = await openCatalogue('de');
  const line = text('feed.meet_started', { name: '4711' });
  await page.getByText(line).first().waitFor();
  await page.getByRole('button', { name: text('chat.search.open'), exact: true }).click();
  await page.getByRole('searchbox').fill('started');
  await page.locator('.results li').filter({ hasText: line }).waitFor();
  await expect(page.locator('.results')).not.toContainText('Meeting started');
});
