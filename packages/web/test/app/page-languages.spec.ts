import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

const WIDTH = 390;

const CUT = `[...document.querySelectorAll('html, main *')]
  .filter(({ scrollWidth, clientWidth, tagName, className }) => clientWidth > 0 && tagName !== 'INPUT' &&
    className !== 'hidden-visually' && scrollWidth > clientWidth + 1)
  .map(({ tagName, textContent }) => tagName + ': ' + textContent)`;

async function expectNothingCut(page: Page): Promise<void> {
  expect(await page.evaluate(CUT)).toEqual([]);
}

for (const language of ['de', 'fi', 'ja', 'lt', 'ru', 'th', 'zh-tw'])
  test(`[LANG-10] pages in ${language} fit a phone`, async ({ app, browser, org, service }) => {
    const { ada: user, client } = org;
    await service.env.db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [
      client.id,
      ['https://app.example.com/back'],
    ]);
    await service.env.db.query('UPDATE users SET language = $2 WHERE id = $1', [user.id, language]);
    const context = await browser.newContext({ locale: language, viewport: { width: WIDTH, height: 844 } });
    const visitor = await context.newPage();
    for (const path of ['/sign-in', '/forgotten-password', '/nothing', '/approval', '/view']) {
      await visitor.goto(`${service.origin}${path}`);
      await expectNothingCut(visitor);
    }
    await context.close();
    const page = await app.open(user, { path: '/account', viewport: { width: WIDTH, height: 844 } });
    const query = new URLSearchParams({ client_id: client.id, response_type: 'code' });
    for (const path of [`/v1/oauth/authorize?${query}`, '/account', '/profile', '/password']) {
      await page.goto(`${service.origin}${path}`);
      await expectNothingCut(page);
    }
  });

test('[LANG-9] the menu of languages works without JavaScript', async ({ browser, service }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${service.origin}/sign-in`);
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await page.getByText('Sprache: Deutsch').click();
  await page.getByRole('link', { name: '日本語' }).click();
  await expect(page.getByRole('heading', { name: 'サインイン' })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in(\?next=[^&]*)?$/);
  await context.close();
});
