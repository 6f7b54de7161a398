import assert from 'node:assert/strict';
import { openCatalogue } from '@ringbinder/locales';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { assertNoEnglish, usePseudoLocale } from '../support/languages.ts';
import { startMeet } from '../support/meet-people.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

async function openMeetIn(app: App, language: string): Promise<{ page: Page; path: string }> {
  const { org, service } = app;
  const { status } = await service.call('POST', '/me', { token: org.ada.token, json: { language } });
  assert.equal(status, 200);
  const binderId = await org.addBinder('Kredit 4711', org.ada, [org.ben]);
  const { path } = await startMeet(app, binderId);
  return { page: await app.open(org.ada, { path: `/b/${binderId}/meets`, scripts: [SMALL_MEDIA] }), path };
}

for (const [language, tag] of [
  ['de', 'de'],
  ['ja', 'ja'],
  ['th', 'th'],
  ['zh-tw', 'zh-TW'],
] as const)
  test(`[LANG-20] meets, before and while somebody is in one, are in the language ${tag}`, async ({
    app,
  }) => {
    const { page, path } = await openMeetIn(app, language);
    const { text } = await openCatalogue(language);
    const button = (id: string) => page.getByRole('button', { name: text(id), exact: true });
    const check = (selector = '.meet', least = 6) => assertNoEnglish(page, language, selector, least);
    await page.getByRole('heading', { name: text('meets.title') }).waitFor();
    await check('.section-page');
    await button('meets.schedule').click();
    await page.getByLabel(text('meets.dialog.name')).waitFor();
    await check('.dialog');

    await page.goto(`${app.service.origin}${path}`);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await button('meeting.ready.join').waitFor();
    await check();
    await button('meeting.ready.join').click();
    await button('meeting.bar.leave_menu').waitFor();
    await check();
    for (const panel of ['meeting.bar.people', 'meeting.bar.chat']) {
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: text(panel) })
        .click();
      await page.locator('.meet-panel').waitFor();
      await check();
    }
    for (const menu of ['meeting.bar.more', 'meeting.bar.layout', 'meeting.bar.leave_menu']) {
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: text(menu), exact: true })
        .click();
      await page.getByRole('menu').waitFor();
      await check('[role=menu]', 2);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  });

test('[LANG-21] the controls of a meet with texts that are longer by 40 % fit 360 px', async ({ app }) => {
  const { page, path } = await openMeetIn(app, 'de');
  await usePseudoLocale(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${app.service.origin}${path}`);
  await page.getByRole('button', { name: '[Jóín]' }).waitFor();
  const isWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(await isWide(), false);
  await page.getByRole('button', { name: '[Jóín]' }).click();
  await page.getByRole('toolbar').waitFor();
  assert.equal(await isWide(), false);
  const outside = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('.meet button')].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return each.checkVisibility({ visibilityProperty: true }) && width > 2 && (left < -1 || right > innerWidth + 1);
  }).map((each) => each.outerHTML.slice(0, 120))`);
  assert.deepEqual(outside, []);
});

test('[LANG-33] who is not let into a locked meet reads why in German', async ({ app, org, service }) => {
  await service.call('POST', '/me', { token: org.ben.token, json: { language: 'de' } });
  const { page, path } = await openMeetIn(app, 'de');
  const { text } = await openCatalogue('de');
  const join = async (of: Page) => {
    await of.goto(`${app.service.origin}${path}`);
    await of.getByRole('button', { name: text('meeting.ready.join'), exact: true }).click();
  };
  await join(page);
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: text('meeting.bar.more'), exact: true })
    .click();
  await page.getByRole('menuitem', { name: text('meeting.more.lock') }).click();
  await page.getByText(text('meeting.says.locked')).first().waitFor();
  const late = await app.open(org.ben, { path: '/home', scripts: [SMALL_MEDIA] });
  await join(late);
  await late.getByText(text('errors.meet_locked')).waitFor();
});
