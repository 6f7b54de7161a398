import type { Page } from '@ringbinder/testkit/playwright/index.ts';

const visibleControls = (page: Page, part: string) =>
  page.evaluate<string[]>(`[...new Set(
    [...document.querySelectorAll('${part} :is(button, a, input, textarea, select, [draggable=true], [contenteditable=true])')]
      .filter((each) => each.checkVisibility() && !each.disabled && each.ariaDisabled !== 'true' && !each.readOnly)
      .map((each) => (each.ariaLabel ?? each.labels?.[0]?.textContent ?? (each.textContent || each.title)).trim() +
        (each.tagName === 'LI' && each.draggable ? ' (dragged)' : '')),
  )].sort()`);

/** @param force opens menus immediately, because pages that decode videos draw few frames */
export async function controlsOf(
  page: Page,
  {
    part = '.app main',
    closed = [],
    force = false,
  }: { part?: string; closed?: readonly string[]; force?: boolean } = {},
): Promise<string[]> {
  const controls = await visibleControls(page, part);
  const menus = page.locator(`${part} [aria-haspopup="menu"]:visible`);
  for (let index = 0; index < (await menus.count()); index++) {
    const menu = menus.nth(index);
    const name = (await menu.getAttribute('aria-label')) ?? (await menu.textContent());
    if (closed.includes(name ?? '')) continue;
    await menu.click({ force });
    const items = page.locator('[role^="menuitem"]:visible');
    await items.first().waitFor();
    for (const item of await items.allTextContents()) controls.push(`${name} > ${item.trim()}`);
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
  }
  return controls;
}

export const without = (all: readonly string[], those: readonly string[]) =>
  [...new Set(all)].filter((each) => !those.includes(each)).toSorted();
