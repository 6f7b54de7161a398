import assert from 'node:assert/strict';
import { catalogueOf, languages, openCatalogue } from '@ringbinder/locales';
import { type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { chooseLanguage, crawl, goTo, type Visit } from '../support/crawl.ts';
import { startMeet } from '../support/meet-people.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

const LANGUAGES = languages.filter((each) => catalogueOf(each) === each && each !== 'en');

const inBar = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true }).click();

const STATES: Record<string, Visit> = {
  'in the meet': (page) => page.getByRole('toolbar').waitFor(),
  people: async (page, text) => {
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: text('meeting.bar.people') })
      .click();
    await page.locator('.meet-panel').waitFor();
  },
  'more actions': async (page, text) => {
    await inBar(page, text('meeting.bar.more'));
    await page.getByRole('menu').waitFor();
  },
  layout: async (page, text) => {
    await inBar(page, text('meeting.bar.layout'));
    await page.getByRole('menu').waitFor();
  },
};

test('[LANG-26] a meet shows no English and fits 360 px in each language, before and while the person is in it', {
  tag: '@slow',
}, async ({ app, org }) => {
  test.setTimeout(600_000);
  const id = await org.addBinder('4711', org.ada, [org.ben]);
  const { path } = await startMeet(app, id);
  const viewport = { width: 1280, height: 860 };
  const page = await app.open(org.ada, { path: '/home', viewport, scripts: [SMALL_MEDIA] });
  const problems: string[] = [];
  const before: Record<string, Visit> = {
    'before the meet': async (_, text) => {
      await goTo(page, path);
      await page.getByRole('button', { name: text('meeting.ready.join'), exact: true }).waitFor();
    },
  };
  let last = 'en';
  for (const language of LANGUAGES) {
    await chooseLanguage(page, last, language);
    last = language;
    problems.push(...(await crawl(page, language, before)));
    await goTo(page, '/home');
    await page.locator('.meet-place').waitFor({ state: 'detached' });
  }
  const { text } = await openCatalogue(last);
  await goTo(page, path);
  await page.getByRole('button', { name: text('meeting.ready.join'), exact: true }).click();
  await page.getByRole('toolbar').waitFor();
  for (const language of LANGUAGES) {
    await goTo(page, '/home');
    await page.locator('.meet-place[data-mini=true]').waitFor();
    if (language !== last) await chooseLanguage(page, last, language);
    last = language;
    await goTo(page, path);
    await page.locator('.meet-place[data-mini=false]').waitFor();
    problems.push(...(await crawl(page, language, STATES)));
  }
  assert.deepEqual(problems, []);
});
