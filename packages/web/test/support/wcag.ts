import assert from 'node:assert/strict';
import { seriousFindings } from '@ringbinder/testkit/accessibility.ts';
import { expect, loaded, type Page } from '@ringbinder/testkit/playwright/index.ts';

const ZOOMED = { width: 320, height: 256 };
const MAX_TABS = 80;
const MIN_STOPS = 3;

/** The criterion allows tabs, tables, listings and an editor's bar to scroll sideways. */
const MAY_SCROLL = '.binder-tabs, .draw-style, .scroll:has(> table), pre, pre > code';

/** The document's width is not enough, because the app's frame clips content. */
const findWide = (isScrollWrong: boolean) => `[...document.querySelectorAll('*')].filter((element) => {
  const { overflowX, textOverflow } = getComputedStyle(element);
  const { clientWidth, clientHeight, scrollWidth } = element;
  // Texts for screen readers are one pixel large.
  if (clientWidth <= 3 || clientHeight <= 3 || scrollWidth <= clientWidth + 1) return false;
  // The library of the API reference scrolls rows of names.
  if (element.closest('.scalar-app')) return false;
  // A picture has no text, and no control.
  if (!element.innerText?.trim() && !element.querySelector('a, button, input, select, textarea')) return false;
  if (textOverflow === 'ellipsis' || !element.checkVisibility({ visibilityProperty: true })) return false;
  if (overflowX === 'hidden' || overflowX === 'clip') return true;
  return ${isScrollWrong} && overflowX !== 'visible' && !element.matches(${JSON.stringify(MAY_SCROLL)});
}).map((element) => element.outerHTML.slice(0, 200))`;

/** Criterion 1.4.10. */
export async function expectReflow(page: Page, content?: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  await loaded(page);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), ZOOMED.width);
  await expect.poll(() => page.evaluate(findWide(true))).toEqual([]);
  if (content !== undefined) {
    const box = await page.locator(content).boundingBox();
    assert.ok(box && box.height >= ZOOMED.height / 3, `${content} has ${box?.height} pixels`);
  }
  if (before) await page.setViewportSize(before);
}

const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const ADD_SPACING = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(SPACING)});
  document.adoptedStyleSheets.push(sheet);
  return document.documentElement.scrollWidth > innerWidth;
})()`;

const CUT = `[...document.querySelectorAll('body *')].filter((element) => {
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) return false;
  const { visibility, textOverflow, webkitLineClamp, overflowX, overflowY } = getComputedStyle(element);
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
  // Texts for screen readers are one pixel large.
  if (visibility === 'hidden' || clientWidth < 3 || clientHeight < 3) return false;
  if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
  const isCut = (overflow) => overflow === 'hidden' || overflow === 'clip';
  return (isCut(overflowX) && scrollWidth > clientWidth + 1) || (isCut(overflowY) && scrollHeight > clientHeight + 1);
}).map((element) => element.outerHTML.slice(0, 200))`;

/** Criterion 1.4.12. */
export async function expectTextSpacing(page: Page): Promise<void> {
  const isWide = await page.evaluate(ADD_SPACING);
  assert.equal(isWide, false, 'wider than the window');
  assert.deepEqual(await page.evaluate(findWide(false)), []);
  assert.deepEqual(await page.evaluate(CUT), []);
  await page.evaluate('void document.adoptedStyleSheets.pop()');
}

/** Criterion 2.5.8. */
export async function expectTargetSizes(page: Page): Promise<void> {
  assert.deepEqual(await seriousFindings(page, undefined, [], ['target-size']), []);
}

const FOCUS_PROBLEM = `(() => {
  const element = document.activeElement;
  if (element === document.body) return 'end';
  // A date field has several stops.
  if (element === globalThis.lastFocused) return 'same';
  globalThis.lastFocused = element;
  const isMarked = element.matches('input:is([type=checkbox], [type=radio], [type=file])');
  const parts = isMarked ? [element, ...element.labels] : [element];
  const isSeen = parts.flatMap((each) => [...each.getClientRects()]).some(({ left, top, width, height }) =>
    [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
      const found = document.elementFromPoint(left + width * x, top + height * y);
      return parts.some((each) => each.contains(found));
    }),
  );
  if (!isSeen) return 'covered: ' + element.outerHTML.slice(0, 200);
  // The editor of a field has a box of its own within the field.
  const box = element.closest('.composer-editor')?.parentElement ?? element;
  const shown = [...parts, box.closest(':focus-within[class]:not(:focus)') ?? element];
  // A transition, which begins with the style, would show the values from before.
  const settle = (animation) => { if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish(); };
  const read = () => shown.map((each) => {
    each.getAnimations().forEach(settle);
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth } = getComputedStyle(each);
    const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px' && !/, 0\\)$/.test(outlineColor);
    return [hasOutline && outlineColor, boxShadow, borderWidth !== '0px' && borderColor].join();
  }).join();
  const focused = read();
  element.blur();
  const blurred = read();
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) return 'loses the focus: ' + element.outerHTML.slice(0, 200);
  return focused === blurred ? 'without a change: ' + element.outerHTML.slice(0, 200) : '';
})()`;

/** Criteria 2.4.7 and 2.4.11. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const problems = new Set<unknown>();
  let stops = 0;
  await page.evaluate('document.activeElement?.blur()');
  for (let count = 0; count < MAX_TABS; count++) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate(FOCUS_PROBLEM);
    if (problem === 'end') break;
    if (problem === 'same') continue;
    stops++;
    if (problem !== '') problems.add(problem);
  }
  assert.deepEqual([...problems], []);
  assert.ok(stops >= MIN_STOPS, `only ${stops} stops`);
}

export async function expectNoMotion(page: Page): Promise<void> {
  const moving = await page.evaluate(
    `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).map(({ effect }) => effect.target.outerHTML.slice(0, 200))`,
  );
  assert.deepEqual(moving, []);
}
