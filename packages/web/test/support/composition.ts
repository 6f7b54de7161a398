import type { Locator } from '@ringbinder/testkit/playwright/index.ts';

/** In Safari, the Enter that commits a composition has the key code 229. */
export function ignoresEnterWhileComposing(field: Locator): Promise<boolean> {
  const key = "{ key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }";
  const press = new Function('field', `return field.dispatchEvent(new KeyboardEvent('keydown', ${key}))`);
  return field.evaluate(press as (field: unknown) => boolean);
}
