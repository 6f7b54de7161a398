import { expect, type Locator } from '@playwright/test';

const READ = new Function(
  'field',
  `return field.value ?? [...field.querySelectorAll('p, pre')].map(({ textContent }) => textContent).join('\\n')`,
) as (field: unknown) => string;

/** Waits until the field contains the text. Before the editor has loaded, the field is a textarea. */
export async function expectText(field: Locator, text: string, message = text): Promise<void> {
  await expect.poll(() => field.evaluate(READ), message).toBe(text);
}
