import { openCatalogue } from '@ringbinder/locales';
import { type App, expect, loaded, type Page } from '@ringbinder/testkit/playwright/index.ts';
import { addReceivingBot, openConsole, test } from '../support/console-page.ts';
import { assertNoEnglish, assertNothingIsCut, usePseudoLocale } from '../support/languages.ts';

const LANGUAGES = ['de', 'ja', 'th', 'zh-tw'] as const;
const PAGES = [
  '',
  '/users',
  '/groups',
  '/binders',
  '/clients',
  '/clients/org',
  '/bots',
  '/bots/apps',
  '/idps',
  '/idps/all',
  '/mails',
  '/tokens',
  '/sessions',
  '/audit',
  '/orgs',
  '/background',
];

async function addRows(app: App): Promise<string[]> {
  const { service, org } = app;
  const { bot } = await addReceivingBot(service, org);
  const { db } = service.env;
  // Exporting the audit log logs the partner’s name.
  await db.query(`UPDATE partners SET name = '4715' WHERE id = $1`, [org.partner.id]);
  await db.query(`UPDATE clients SET name = '4711' WHERE partner_id = $1`, [org.partner.id]);
  await db.query(`UPDATE users SET name = '4712', first_name = '4712' WHERE id = $1`, [bot.userId]);
  await org.addBinder('4713', org.ada, [org.ben]);
  const client = { notification_url: 'https://app.example/notifications' };
  const { token } = org.ada;
  await service.call('POST', `/partners/${org.partner.id}/clients/${org.client.id}`, { token, json: client });
  await service.call('POST', `/orgs/${org.partner.orgId}/groups`, {
    token,
    json: { name: '4714', members: [{ user_id: org.ben.id }] },
  });
  return [`/users/${org.ben.id}`, `/bots/${bot.clientId}`];
}

async function assertDialogs(page: Page, language: string): Promise<number> {
  const buttons = page.locator(
    'main :is(.page-head, .tools, .record header, tbody tr:first-child) button:visible',
  );
  const count = await buttons.count();
  let opened = 0;
  for (let index = 0; index < count; index += 1) {
    await buttons.nth(index).click();
    const dialog = page.getByRole('dialog');
    const isOpen = await dialog.waitFor({ timeout: 700 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) continue;
    opened += 1;
    await assertNoEnglish(page, language, 'dialog', 2);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  return opened;
}

for (const language of LANGUAGES)
  test(`[LANG-31] the console is in the language ${language}${language === 'de' ? '' : ' @slow'}`, async ({
    app,
    org,
    service,
  }) => {
    test.setTimeout(180_000);
    const { token } = org.ada;
    const paths = [...PAGES, ...(await addRows(app))];
    await service.call('POST', '/me', { token, json: { language } });
    const page = await openConsole(app);
    await expect(page.locator('html')).toHaveAttribute('lang', new Intl.Locale(language).toString());
    let dialogs = 0;
    for (const path of paths) {
      await page.goto(page.url().replace(/\/admin.*$/, `/admin${path}`));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await loaded(page);
      await assertNoEnglish(page, language);
      dialogs += await assertDialogs(page, language);
    }
    expect(dialogs).toBeGreaterThan(15);
  });

test('[LANG-31] who is not an admin reads so in their language', async ({ app, org, service }) => {
  app.allowErrors(/status of 403/);
  await service.call('POST', '/me', { token: org.ben.token, json: { language: 'de' } });
  const page = await app.open(org.ben, { path: '/admin' });
  const { text } = await openCatalogue('de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('page.not_admin'));
  await expect(page.getByRole('button')).toHaveText(text('page.other_account'));
});

test('[LANG-31] texts that are longer by 40 % are neither cut nor overlap in the console at 360 px', async ({
  app,
  org,
  service,
}) => {
  test.setTimeout(120_000);
  const paths = [...PAGES, ...(await addRows(app))];
  await service.call('POST', '/me', { token: org.ada.token, json: { language: 'de' } });
  const page = await openConsole(app, '', { viewport: { width: 360, height: 780 } });
  await usePseudoLocale(page);
  for (const path of paths) {
    await page.goto(page.url().replace(/\/admin.*$/, `/admin${path}`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/[~\]]$|4711|4712|Ben/);
    await loaded(page);
    await assertNothingIsCut(page);
  }
});
