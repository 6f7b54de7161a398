import assert from 'node:assert/strict';
import { seriousFindings, type TestService } from '@ringbinder/testkit';
import type { TestBrowser, TestPage } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { PASSWORD } from './fixture.ts';

/** How the pages are looked at: each test that looks at all pages does so once with each. */
export const SCREENS = {
  'desktop, light': { viewport: { width: 1280, height: 860 }, colorScheme: 'light', reducedMotion: 'reduce' },
  'desktop, dark': { viewport: { width: 1280, height: 860 }, colorScheme: 'dark', reducedMotion: 'reduce' },
  'phone, light': { viewport: { width: 390, height: 844 }, colorScheme: 'light', reducedMotion: 'reduce' },
  'phone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce' },
} as const;

type Options = Parameters<TestBrowser['newPage']>[0];
type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** The sessions of those who have signed in, by service and e-mail address. */
const sessions = new Map<string, State>();

/** Opens the console as someone who signs in, or is still signed in: that takes a third of the processor's time. */
export async function openConsole(
  browser: TestBrowser,
  service: TestService,
  email: string,
  options: Options = {},
): Promise<TestPage> {
  const key = `${service.origin} ${email}`;
  const session = sessions.get(key);
  const opened = await browser.newPage({
    ...SCREENS['desktop, light'],
    ...(session && { storageState: session }),
    ...options,
  });
  const { page } = opened;
  await page.goto(`${service.origin}/admin`);
  if (new URL(page.url()).pathname !== '/admin') {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  sessions.set(key, await page.context().storageState());
  return opened;
}

/** Goes to a page by the sidebar, and waits until it is there. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await loaded(page);
}

/** What is being loaded; the gallery shows a sample of it for ever. */
const BUSY = ':is(.work, .dialog) :is(.skeleton, [aria-busy=true])';

/** Waits until nothing on a page is being loaded. */
export async function loaded(page: Page): Promise<void> {
  await page.locator(BUSY).first().waitFor({ state: 'detached' });
}

/** Keeps a picture for whoever looks at the pages; `SCREENSHOTS` names the folder. */
export async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  const file = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  if (!folder) return;
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.screenshot({ path: `${folder}/${file}.png`, fullPage: true });
}

/** Fails unless all can use the page as it is, and it fits the screen. Keeps a picture of it. */
export async function inspect(page: Page, name: string): Promise<void> {
  await loaded(page);
  await keep(page, name);
  assert.deepEqual(await seriousFindings(page, ['critical', 'serious', 'moderate']), [], name);
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(isWide, false, `${name} is wider than the screen`);
  const isCut = await page.evaluate(
    "[...document.querySelectorAll('.table-scroll')].some((each) => each.scrollWidth > each.clientWidth)",
  );
  assert.equal(isCut, false, `${name} has a table that is wider than its container`);
}

/** Each width and each scheme is among them, in half the time of all four. */
export const CHECKED: readonly string[] = ['desktop, dark', 'phone, light'];

/** Fails unless all can use the page as it is now, and it fits, at both widths and in both schemes. */
export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  await loaded(page);
  for (const [screen, { viewport, colorScheme, reducedMotion }] of Object.entries(SCREENS)) {
    if (!CHECKED.includes(screen) && !process.env.SCREENSHOTS) continue;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
    if (CHECKED.includes(screen)) await inspect(page, `${name} ${screen}`);
    else await keep(page, `${name} ${screen}`);
  }
  const { viewport, colorScheme, reducedMotion } = SCREENS['desktop, light'];
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
}
