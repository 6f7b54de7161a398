import type { Locator } from '@ringbinder/testkit/playwright/index.ts';

/**
 * Presses Enter as Safari reports it when the key commits a composition. Returns true if the field ignores the
 * key.
 */
export function ignoresEnterWhileComposing(field: Locator): Promise<boolean> {
  const key = "{ key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }";
  const press = new Function('field', `return field.dispatchEvent(new KeyboardEvent('keydown', ${key}))`);
  return field.evaluate(press as (field: unknown) => boolean);
}
