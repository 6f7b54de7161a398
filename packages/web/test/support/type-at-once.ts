import type { Locator } from '@ringbinder/testkit/playwright/index.ts';

export const typeAtOnce = (field: Locator, text: string) =>
  field.evaluate((input: EventTarget & { value: string }, keys) => {
    for (const key of keys) {
      input.value += key;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, text);
