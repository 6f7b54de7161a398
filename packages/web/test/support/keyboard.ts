import assert from 'node:assert/strict';
import { expect, type Page } from '@ringbinder/testkit/playwright/index.ts';

interface Focus {
  tag: string;
  name: string;
  isVisible: boolean;
  isAllowed: boolean;
}

const LOOK = `(() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const name = element.getAttribute('aria-label') || element.labels?.[0]?.innerText || element.innerText || '';
  const modals = [...document.querySelectorAll('dialog[open]')];
  return {
    tag: element.tagName,
    name: name.trim(),
    isVisible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 && box.width > 0
      && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    isAllowed: modals.length === 0 || modals.some((modal) => modal.contains(element)),
  };
})()`;

const LOADING = '.skeleton, [aria-busy=true]';

const MAX_STEPS = 120;

function problemAfter(key: string, { tag, name, isVisible, isAllowed }: Focus): string | undefined {
  if (tag === 'BODY') return `the focus is lost after ${key}`;
  if (!isVisible) return `after ${key}, the focus on ${tag} “${name}” is not visible`;
  if (!isAllowed) return `after ${key}, the focus is on ${tag} “${name}” behind a dialog`;
  return undefined;
}

export interface KeyboardUser {
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  expectAt(name: string | RegExp): Promise<void>;
  tabTo(name: string | RegExp, direction?: 'on' | 'back'): Promise<void>;
  goTo(name: string, direction?: 'on' | 'back'): Promise<void>;
}

export function useKeyboard(page: Page): KeyboardUser {
  /** The focus returns a frame after a dialog closes. */
  const look = async (problemOf: (focus: Focus) => string | undefined): Promise<Focus> => {
    let focus: Focus | undefined;
    await expect
      .poll(async () => {
        focus = await page.evaluate<Focus>(LOOK);
        return problemOf(focus);
      })
      .toBeUndefined();
    assert.ok(focus);
    return focus;
  };
  const lookAfter = (key: string) => look((focus) => problemAfter(key, focus));
  const isCalled = (focus: Focus, name: string | RegExp) =>
    typeof name === 'string' ? focus.name === name : name.test(focus.name);
  const user: KeyboardUser = {
    async press(key) {
      await page.keyboard.press(key);
      await lookAfter(key);
    },
    type: (text) => page.keyboard.insertText(text),
    async expectAt(name) {
      await look(
        (focus) =>
          problemAfter('that', focus) ??
          (isCalled(focus, name) ? undefined : `the focus is on “${focus.name}” instead of ${name}`),
      );
    },
    async tabTo(name, direction = 'on') {
      const key = direction === 'on' ? 'Tab' : 'Shift+Tab';
      const stops: string[] = [];
      await page.locator(LOADING).first().waitFor({ state: 'detached' });
      for (let step = 0; step < MAX_STEPS; step += 1) {
        await page.keyboard.press(key);
        const focus = await lookAfter(`${key} past ${stops.at(-1)}`);
        if (isCalled(focus, name)) return;
        stops.push(focus.name);
      }
      assert.fail(`${key} does not lead to ${name}, but to ${stops.slice(0, 30).join(' · ')}`);
    },
    async goTo(name, direction = 'back') {
      await user.tabTo(name, direction);
      await user.press('Enter');
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.locator(LOADING).first().waitFor({ state: 'detached' });
      await user.expectAt(name);
    },
  };
  return user;
}
