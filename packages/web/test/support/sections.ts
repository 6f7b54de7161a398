import { expect, type Page } from '@ringbinder/testkit/playwright/index.ts';

export const openSection = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Binder sections' }).getByRole('link', { name, exact: true }).click();

export const picturesLoad = (page: Page, selector: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate<boolean>(`(() => {
          const all = [...document.querySelectorAll('${selector}')];
          return all.length > 0 && all.every((img) => img.naturalWidth > 0);
        })()`),
      `the pictures at ${selector} have loaded`,
    )
    .toBe(true);
