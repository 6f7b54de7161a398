import { type App, inspect, loaded, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { startOtherSite } from '../support/other-site.ts';
import { addConversation, addTimeline } from '../support/timeline-org.ts';
import { loanBinder } from '../support/viewer-page.ts';
import { expectReflow, expectTargetSizes, expectTextSpacing } from '../support/wcag.ts';

interface Opened {
  /** `BINDER` stands for a binder's id, and `LOAN` for the id of a binder with a document. */
  path: string;
  open: (page: Page) => Promise<void>;
}

const press = async (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().press('Enter');
const choose = async (page: Page, opener: string | RegExp, name: string | RegExp) => {
  await press(page, opener);
  await page.getByRole('menuitem', { name }).press('Enter');
};

const DIALOGS: Record<string, Opened> = {
  'a new request': { path: '/b/BINDER/transactions', open: (page) => press(page, 'Request') },
  'a new name of a page': {
    path: '/b/LOAN/pages',
    open: (page) => choose(page, /^More actions/, 'Rename'),
  },
  'versions of a document': {
    path: '/b/LOAN/pages',
    open: (page) => choose(page, /^More actions/, 'Versions'),
  },
  'a new meeting': { path: '/b/BINDER/meets', open: (page) => press(page, 'Schedule a meeting') },
  'the settings of notifications': {
    path: '/home',
    async open(page) {
      await press(page, /^Notifications/);
      await press(page, 'Settings');
    },
  },
  'the shortcuts': { path: '/home', open: (page) => page.keyboard.press('?') },
  'a new binder': { path: '/home', open: (page) => choose(page, 'New', 'New binder') },
};

async function openDialog(app: App, { path, open }: Opened): Promise<Page> {
  const binderId = await addTimeline(app);
  await addConversation(app, binderId);
  const { id } = await loanBinder(app, 'Loan');
  const page = await app.open(app.org.ada, {
    path: path.replace('BINDER', binderId).replace('LOAN', id),
    reducedMotion: 'reduce',
  });
  await page.getByRole('heading').first().waitFor();
  await loaded(page);
  await open(page);
  await page.getByRole('dialog').waitFor();
  await loaded(page);
  return page;
}

for (const [name, opened] of Object.entries(DIALOGS))
  test(`[WCAG-15] [WCAG-17] the dialog of ${name} at 400 %, with text spacing and in forced colours`, async ({
    app,
  }) => {
    const page = await openDialog(app, opened);
    await expectTargetSizes(page);
    await expectTextSpacing(page);
    await expectReflow(page);
    await page.emulateMedia({ forcedColors: 'active' });
    await inspect(page, `${name} forced colours`);
  });

test('[WCAG-15] [WCAG-17] Clip at 400 %, with text spacing and in forced colours', async ({ app }) => {
  const page = await openDialog(app, { path: '/b/LOAN/pages', open: (each) => press(each, 'Record') });
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await expectTargetSizes(page);
  await expectTextSpacing(page);
  await expectReflow(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await inspect(page, 'clip forced colours');
});

test('[WCAG-17] the console is accessible in forced colours', async ({ app }) => {
  const { org, service } = app;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [org.ada.id]);
  for (const part of ['', '/users', '/clients', '/audit', '/background']) {
    const page = await app.open(org.ada, { path: `/admin${part}`, forcedColors: 'active' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await inspect(page, `console${part} forced colours`);
    await page.context().close();
  }
});

const MODULES = {
  chat: '[data-composer]',
  timelineView: '.binder-row',
  pageView: '.page-card',
  clip: 'button',
};

test('[WCAG-15] embedded modules at 400 % and with text spacing', async ({ app }) => {
  const { org, service } = app;
  const { id } = await loanBinder(app, 'Loan');
  await org.post(id, org.ada, 'The valuation of the shop came in: 184,000. That covers the loan.');
  const site = await startOtherSite();
  await service.env.db.query('UPDATE clients SET origins = $2 WHERE id = $1', [org.client.id, [site.origin]]);
  const options = {
    mode: 'production',
    client_id: org.client.id,
    access_token: org.ada.token,
    sdk_version: 4,
  };
  site.html = `<!doctype html><html lang="en"><title>Host</title>
    <script src="${service.origin}/sdk/service.js"></script>
    <script>Service.init(${JSON.stringify(options)})</script>
    ${Object.keys(MODULES)
      .map((call) => `<button onclick="Service.${call}({ binder_id: '${id}' })">${call}</button>`)
      .join('')}`;
  try {
    const host = await app.newPage({ reducedMotion: 'reduce' });
    await host.goto(site.origin);
    for (const [call, part] of Object.entries(MODULES)) {
      const opening = host.context().waitForEvent('page');
      await host.getByRole('button', { name: call, exact: true }).click();
      const page = await opening;
      await page.locator(part).first().waitFor();
      await expectTargetSizes(page);
      await expectTextSpacing(page);
      await expectReflow(page);
      await page.close();
    }
  } finally {
    await site.close();
  }
});
