import { openCatalogue } from '@ringbinder/locales';
import { type Frame, loaded, type Page } from '@ringbinder/testkit/playwright/index.ts';
import { findEnglish, findFaults } from './languages.ts';

const WIDE = { width: 1280, height: 860 };
export const NARROW = { width: 360, height: 780 };

export type Text = Awaited<ReturnType<typeof openCatalogue>>['text'];

export type Visit = (page: Page, text: Text) => Promise<unknown>;

export const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );

export async function chooseLanguage(page: Page, from: string, to: string): Promise<void> {
  const { text } = await openCatalogue(from);
  await page.locator('.profile:not(.bell)').click();
  await page.getByRole('menuitem', { name: text('account.language'), exact: true }).click();
  await page.getByRole('combobox', { name: text('account.language') }).selectOption(to);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('account.save_language'), exact: true })
    .click();
  const { tag } = await openCatalogue(to);
  await page.locator(`html[lang="${to === 'en' ? 'en-GB' : tag}"]`).waitFor({ state: 'attached' });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export async function problemsOf(page: Page | Frame, language: string, name: string): Promise<string[]> {
  const { english, count } = await findEnglish(page.locator('body'), language);
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return [...english, ...(count < 2 ? ['no text'] : []), ...(isWide ? ['too wide'] : [])].map(
    (problem) => `${language}, ${name}: ${problem}`,
  );
}

export async function crawl(
  page: Page,
  language: string,
  states: Readonly<Record<string, Visit>>,
): Promise<string[]> {
  const { text } = await openCatalogue(language);
  const problems = new Set<string>();
  const look = async (name: string) => {
    const { english, count } = await findEnglish(page.locator('body'), language);
    for (const each of english) problems.add(`${language}, ${name}: ${each}`);
    if (count < 6) problems.add(`${language}, ${name}: only ${count} texts`);
  };
  for (const [name, visit] of Object.entries(states)) {
    await visit(page, text);
    await loaded(page);
    await look(name);
    // An open menu does not move when the window changes.
    if ((await page.getByRole('menu').count()) === 0) {
      await page.setViewportSize(NARROW);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await loaded(page);
      await look(`${name} at 360 px`);
      for (const fault of await findFaults(page)) problems.add(`${language}, ${name}: ${fault}`);
      await page.setViewportSize(WIDE);
    }
    for (let layer = 0; layer < 2; layer++) await page.keyboard.press('Escape');
  }
  return [...problems];
}
