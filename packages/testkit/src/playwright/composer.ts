import { expect, type Locator } from '@playwright/test';

const READ = new Function(
  'field',
  `return field.value ?? [...field.querySelectorAll('p, pre')].map(({ textContent }) => textContent).join('\\n')`,
) as (field: unknown) => string;

/** The field is a textarea until the editor has loaded. */
export async function expectText(field: Locator, text: string, message = text): Promise<void> {
  await expect.poll(() => field.evaluate(READ), message).toBe(text);
}
