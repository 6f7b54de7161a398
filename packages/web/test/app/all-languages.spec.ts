import assert from 'node:assert/strict';
import { catalogueOf, languages } from '@ringbinder/locales';
import { uploadFile } from '@ringbinder/testkit';
import { type App, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { chooseLanguage, crawl, goTo, NARROW, problemsOf, type Visit } from '../support/crawl.ts';
import { LOAN_PDF } from '../support/viewer-page.ts';

test.use({ serviceOptions: { background: true } });

const DAY_MS = 86_400_000;
const LANGUAGES = languages.filter((each) => catalogueOf(each) === each && each !== 'en');

async function call({ service, org }: App, path: string, json: object, by = org.ada) {
  const { status, body } = await service.call('POST', path, { token: by.token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** Names without words cannot equal a text of the app. */
async function addItems(app: App) {
  const { ada, ben } = app.org;
  const id = await app.org.addBinder('4711', ada, [ben]);
  const message = await app.org.post(id, ben, '4712');
  await call(app, `/${id}/messages/${message}/save`, { remind_time: Date.now() + DAY_MS });
  await call(app, `/${id}/messages`, { message: { text: '4713', mentions: [ada.id] } }, ben);
  const actions = [
    { id: 'a', text: '4714' },
    { id: 'b', text: '4718', outcome: 'rejected' },
  ];
  const fields = [{ id: 'f', type: 'money', label: '4724', currency: 'EUR', required: true }];
  const steps = [
    { assignees: [{ user_id: ada.id }, { user_id: ben.id }], required: 2, actions, order_number: 1 },
    { assignee: { user_id: ben.id }, action_style: 'FORM', fields, actions, order_number: 2 },
  ];
  const { transaction_id: transaction } = await call(
    app,
    `/${id}/transactions`,
    { title: '4715', content: '', steps },
    ben,
  );
  const dated = [
    { id: 'f', type: 'money', label: '4730', currency: 'EUR' },
    { id: 'g', type: 'date', label: '4731' },
  ];
  const form = { assignee: { user_id: ada.id }, action_style: 'FORM', fields: dated, actions };
  const path = `/${id}/transactions`;
  const answered = await call(app, path, { title: '4729', content: '', steps: [form] }, ben);
  const answers = { f: '4000.5', g: '2026-12-01' };
  const at = `${path}/${answered.transaction_id}/steps/${answered.steps[0].id}`;
  await call(app, at, { click_button_id: 'a', answers });
  const { pages } = await uploadFile(app.service, { binderId: id, token: ada.token }, LOAN_PDF, '4721.pdf');
  const note = await call(app, `/${id}/pages`, { type: 'note', name: '4725', text: '4726' });
  await call(
    app,
    `/${id}/messages`,
    { message: { text: '4727' }, reply_to: { binder: { comment_id: message } }, thread_only: true },
    ben,
  );
  const board = await call(app, `/${id}/pages`, { type: 'whiteboard', name: '4722' });
  await call(app, `/${id}/pages/${pages[0].id}/comments`, { text: '4723' });
  const times = { due_time: Date.now() + DAY_MS, reminder_time: Date.now() + DAY_MS };
  const todo = { name: '4716', assignee_id: ada.id, description: '4717', ...times };
  await call(app, `/${id}/todos`, todo, ben);
  const page = pages[0].id as number;
  return {
    id,
    transaction,
    answered: answered.transaction_id as number,
    page,
    board: board.page_id as number,
    note: note.page_id as number,
  };
}

type Items = Awaited<ReturnType<typeof addItems>>;

const shows =
  (path: string, text: string): Visit =>
  async (page) => {
    await goTo(page, path);
    await page.locator('.app-main').getByText(text, { exact: true }).first().waitFor();
  };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

const PARTS: Record<string, (items: Items) => Record<string, Visit>> = {
  'Home, chat and the account': ({ id }) => ({
    Home: shows('/home', '4716'),
    waiting: shows('/home?show=steps', '4715'),
    chat: shows(`/b/${id}`, '4712'),
    'message menu': async (page) => {
      await page.locator('.chat-content .message').first().focus();
      await page.keyboard.press('m');
      await page.getByRole('menu').waitFor();
    },
    'search in chat': async (page, text) => {
      await button(page, text('chat.search.open')).click();
      await page.getByRole('searchbox').fill('4712');
      await page.locator('.results li').first().waitFor();
    },
    notifications: async (page) => {
      await goTo(page, '/home');
      await page.locator('.profile.bell').click();
      await page.locator('.notification-list').getByText('4715').waitFor();
    },
    account: async (page, text) => {
      await page.locator('.profile:not(.bell)').click();
      await page.getByRole('menuitem', { name: text('account.status') }).click();
      await page.getByLabel(text('person.status.text'), { exact: true }).waitFor();
    },
  }),
  'approvals, to-dos and members': ({ id, transaction, answered }) => ({
    approvals: shows(`/b/${id}/transactions`, '4715'),
    'a new approval': async (page, text) => {
      await button(page, text('transaction_form.button')).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
      await button(page, text('transaction_form.submit')).click();
      await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor();
    },
    approval: shows(`/b/${id}/transactions/${transaction}`, '4715'),
    'an answered form': shows(`/b/${id}/transactions/${answered}`, '4731'),
    audit: async (page) => {
      await goTo(page, `/b/${id}/transactions/${transaction}?audit`);
      await page.locator('.audit-entries li').first().waitFor();
    },
    'to-dos': shows(`/b/${id}/todos`, '4716'),
    'to-do': (page) => page.getByText('4716', { exact: true }).last().click(),
    members: async (page) => {
      await goTo(page, `/b/${id}/members`);
      await page.locator('.member').nth(1).waitFor();
    },
  }),
  'pages, the viewer, Draw and meets': ({ id, page: document, board }) => ({
    pages: shows(`/b/${id}/pages`, '4722'),
    viewer: async (page) => {
      await goTo(page, `/b/${id}/pages/${document}`);
      await page.locator('.page-tiles[data-sharp=true]').waitFor();
    },
    'search in pages': async (page) => {
      await page.keyboard.press('Control+f');
      await page.locator('.viewer-search').waitFor();
    },
    'menu of the viewer': async (page, text) => {
      await button(page, text('viewer.more')).click();
      await page.getByRole('menu').waitFor();
    },
    Draw: async (page, text) => {
      await goTo(page, `/b/${id}/pages/${board}`);
      await button(page, text('draw.draw')).click();
      await button(page, text('draw.tools.pen')).waitFor();
    },
    meets: async (page, text) => {
      await goTo(page, `/b/${id}/meets`);
      await button(page, text('meets.schedule')).waitFor();
    },
    'a planned meet': async (page, text) => {
      await button(page, text('meets.schedule')).click();
      await page.getByLabel(text('meets.dialog.name'), { exact: true }).waitFor();
    },
    history: async (page) => {
      await goTo(page, `/b/${id}?history=3`);
      await page.locator('.history-entries li').nth(2).waitFor();
    },
  }),
  'emoji, threads, versions, notes, templates and Clip': ({ id, page: document, note }) => ({
    emoji: async (page, text) => {
      await goTo(page, `/b/${id}`);
      await button(page, text('chat.composer.emoji')).waitFor();
      // An open picker does not move, so resize first.
      await page.setViewportSize(NARROW);
      await button(page, text('chat.composer.emoji')).click();
      await page.locator('.emoji-picker button').nth(20).waitFor();
    },
    'no emoji': async (page, text) => {
      await page.setViewportSize(NARROW);
      await button(page, text('chat.composer.emoji')).click();
      await page.locator('.emoji-picker').getByRole('searchbox').fill('4728');
      await page.locator('.emoji-picker').getByRole('status').filter({ hasText: '4728' }).waitFor();
    },
    thread: async (page) => {
      await page.locator('.thread-line').click();
      await page.locator('.chat-panel').getByText('4727').waitFor();
    },
    versions: async (page, text) => {
      await goTo(page, `/b/${id}/pages/${document}`);
      await button(page, text('viewer.more')).click();
      await page.getByRole('menuitem', { name: text('pages.versions'), exact: true }).click();
      await page.locator('.versions > li').first().waitFor();
    },
    note: async (page, text) => {
      await goTo(page, `/b/${id}/pages/${note}`);
      await button(page, text('draw.edit')).click();
      await page.getByRole('textbox', { name: text('notes.text') }).waitFor();
    },
    templates: async (page, text) => {
      await goTo(page, `/b/${id}/transactions`);
      await button(page, text('template_saving.manage')).click();
      await button(page, text('template_saving.new_template')).waitFor();
    },
    'a new template': async (page, text) => {
      await button(page, text('template_saving.manage')).click();
      await button(page, text('template_saving.new_template')).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().waitFor();
      await button(page, text('template_builder.add_step')).click();
      await button(page, text('template_builder.add_role')).click();
      await button(page, text('template_saving.submit')).click();
      await dialog.locator('[aria-invalid=true]').first().waitFor();
    },
    Clip: async (page, text) => {
      await goTo(page, `/b/${id}/pages`);
      await button(page, text('pages.record')).click();
      await button(page, text('clip.start')).waitFor();
    },
  }),
};

for (const [name, statesOf] of Object.entries(PARTS))
  test(`[LANG-26] ${name} show no English and fit 360 px in each language`, { tag: '@slow' }, async ({
    app,
    org,
    service,
  }) => {
    test.setTimeout(600_000);
    await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
    const states = statesOf(await addItems(app));
    const page = await app.open(org.ada, { path: '/home', viewport: { width: 1280, height: 860 } });
    page.on('dialog', (dialog) => dialog.accept());
    const problems: string[] = [];
    let before = 'en';
    for (const language of LANGUAGES) {
      await chooseLanguage(page, before, language);
      problems.push(...(await crawl(page, language, states)));
      before = language;
    }
    assert.deepEqual(problems, []);
  });

const SIGNED_OUT = ['/sign-in', '/forgotten-password', '/nothing', '/approval', '/view'];

test('[LANG-26] the pages for signing in and the mails show no English and fit 360 px in each language', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  test.setTimeout(300_000);
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  app.allowErrors(/status of 404/);
  const admin = await app.open(org.ada, { path: '/account', viewport: NARROW });
  const problems: string[] = [];
  for (const language of LANGUAGES) {
    const visitor = await app.newPage({ viewport: NARROW, locale: language });
    for (const path of SIGNED_OUT) {
      await visitor.goto(`${service.origin}${path}`);
      problems.push(...(await problemsOf(visitor, language, path)));
    }
    await visitor.context().close();
    await admin.goto(`${service.origin}/admin/mail-preview?language=${language}`);
    const frames = admin.frames();
    assert.ok(frames.length > 1 && (await admin.getByRole('heading', { level: 1 }).count()) > 5, 'the mails');
    for (const [index, frame] of frames.entries())
      problems.push(...(await problemsOf(frame, language, `mail ${index}`)));
  }
  assert.deepEqual(problems, []);
});
