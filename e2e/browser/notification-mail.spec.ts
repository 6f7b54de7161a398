import { expect, test } from '@playwright/test';
import { openCatalogue } from '@ringbinder/locales';
import { writeMail } from '../../packages/server/src/features/notification-mails/words.ts';

test('[NOTIFY-24] a long word of a mail wraps on a phone', async ({ page }) => {
  const text = 'x'.repeat(3_000);
  const binder = { id: 'B1', name: text, items: [], count: 1, messages: [{ id: 1, userName: 'Ada', text }] };
  const links = { origin: 'https://binders.test.example', unsubscribe: 'https://binders.test.example/stop' };
  await page.setViewportSize({ width: 360, height: 700 });
  await page.setContent(writeMail([binder], links, await openCatalogue('en')).html);
  await expect(page.getByText('Ada: x')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
