import assert from 'node:assert/strict';
import { seriousFindings } from '@ringbinder/testkit/accessibility.ts';
import { loaded, type Page } from '@ringbinder/testkit/playwright/index.ts';

/** 1280 × 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 };
/** More than the controls of any page under test. */
const MAX_TABS = 80;

/** Criterion 1.4.10: at 400 % a page is not wider than the window, and `content` keeps a third of its height. */
export async function expectReflow(page: Page, content?: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  await loaded(page);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), ZOOMED.width);
  if (content !== undefined) {
    const box = await page.locator(content).boundingBox();
    assert.ok(box && box.height >= ZOOMED.height / 3, `${content} has ${box?.height} pixels`);
  }
  if (before) await page.setViewportSize(before);
}

const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Whether the page is wider than the window with it. */
const ADD_SPACING = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(SPACING)});
  document.adoptedStyleSheets.push(sheet);
  return document.documentElement.scrollWidth > innerWidth;
})()`;

/** Elements with text of their own that is cut, except where an ellipsis says so. */
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

/** Criterion 1.4.12: with the spacing of the criterion no text is cut, and the page is not wider than the window. */
export async function expectTextSpacing(page: Page): Promise<void> {
  const isWide = await page.evaluate(ADD_SPACING);
  assert.equal(isWide, false, 'wider than the window');
  assert.deepEqual(await page.evaluate(CUT), []);
  await page.evaluate('void document.adoptedStyleSheets.pop()');
}

/** Criterion 2.5.8: controls have 24 × 24 pixels, or as much room. */
export async function expectTargetSizes(page: Page): Promise<void> {
  assert.deepEqual(await seriousFindings(page, undefined, [], ['target-size']), []);
}

/** The problem of the focused element: no outline of it or of its container, or nothing of it is visible. */
const FOCUS_PROBLEM = `(() => {
  const element = document.activeElement;
  if (element === document.body) return 'end';
  const { left, top, width, height } = element.getBoundingClientRect();
  const isSeen = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
    const found = document.elementFromPoint(left + width * x, top + height * y);
    return found && (element.contains(found) || found.contains(element));
  });
  const hasOutline = (each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  if (isSeen && (hasOutline(element) || hasOutline(element.closest(':focus-within[class]:not(:focus)') ?? element))) return '';
  return (isSeen ? 'without outline: ' : 'covered: ') + element.outerHTML.slice(0, 200);
})()`;

/** Criteria 2.4.7 and 2.4.11: the focus is visible on every control that Tab reaches. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const problems = new Set<unknown>();
  await page.evaluate('document.activeElement?.blur()');
  for (let count = 0; count < MAX_TABS; count++) {
    await page.keyboard.press('Tab');
    const problem = await page.evaluate(FOCUS_PROBLEM);
    if (problem === 'end') break;
    if (problem !== '') problems.add(problem);
  }
  assert.deepEqual([...problems], []);
}

/** With reduced motion nothing moves. */
export async function expectNoMotion(page: Page): Promise<void> {
  const moving = await page.evaluate(
    `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).map(({ effect }) => effect.target.outerHTML.slice(0, 200))`,
  );
  assert.deepEqual(moving, []);
}
