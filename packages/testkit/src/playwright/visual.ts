import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { seriousFindings } from '../accessibility.ts';

export const SCREENS = {
  'desktop, light': { viewport: { width: 1280, height: 860 }, colorScheme: 'light', reducedMotion: 'reduce' },
  'desktop, dark': { viewport: { width: 1280, height: 860 }, colorScheme: 'dark', reducedMotion: 'reduce' },
  'phone, light': { viewport: { width: 390, height: 844 }, colorScheme: 'light', reducedMotion: 'reduce' },
  'phone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce' },
} as const;

const BUSY = ':is(.work, .dialog) :is(.skeleton, [aria-busy=true])';

export async function loaded(page: Page): Promise<void> {
  await page.locator(BUSY).first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  const file = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  if (!folder) return;
  // Wait longer, because an opening dialog shows the toast again above itself.
  await expect(page.locator('.toast')).toHaveCount(0, { timeout: 30_000 });
  await page.screenshot({ path: `${folder}/${file}.png`, fullPage: true });
}

export async function inspect(page: Page, name: string, skipped: readonly string[] = []): Promise<void> {
  await loaded(page);
  await saveScreenshot(page, name);
  assert.deepEqual(
    await seriousFindings(page, ['critical', 'serious', 'moderate', 'minor'], skipped),
    [],
    name,
  );
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(isWide, false, `${name} is wider than the screen`);
  const isCut = await page.evaluate(
    "[...document.querySelectorAll('.table-scroll')].some((each) => each.scrollWidth > each.clientWidth)",
  );
  assert.equal(isCut, false, `${name} has a table that is wider than its container`);
}

/** Two of the four combinations, to halve the time. */
export const CHECKED: readonly string[] = ['desktop, dark', 'phone, light'];

export async function inspectEverywhere(page: Page, name: string): Promise<void> {
  await loaded(page);
  for (const [screen, { viewport, colorScheme, reducedMotion }] of Object.entries(SCREENS)) {
    if (!CHECKED.includes(screen) && !process.env.SCREENSHOTS) continue;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion });
    if (CHECKED.includes(screen)) await inspect(page, `${name} ${screen}`);
    else await saveScreenshot(page, `${name} ${screen}`);
  }
  const { viewport, colorScheme, reducedMotion } = SCREENS['desktop, light'];
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
}
