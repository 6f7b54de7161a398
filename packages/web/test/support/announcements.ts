import { readFileSync } from 'node:fs';
import { expect, type Page } from '@ringbinder/testkit/playwright/index.ts';

export const LIVE_REGIONS = readFileSync(new URL('./live-regions.js', import.meta.url), 'utf8');

export interface Announcement {
  text: string;
  politeness: 'polite' | 'assertive';
}

export const politely = (text: string): Announcement => ({ text, politeness: 'polite' });
export const assertively = (text: string): Announcement => ({ text, politeness: 'assertive' });

export const announcementsOf = (within: Page) =>
  within
    .locator('html')
    .evaluate(() => (globalThis as unknown as { announcements: Announcement[] }).announcements);

export const forgetAnnouncements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as { announcements: Announcement[] }).announcements.length = 0;
  });

export async function expectAnnounced(page: Page, ...expected: readonly Announcement[]): Promise<void> {
  await expect.poll(() => announcementsOf(page)).toEqual(expected);
  await forgetAnnouncements(page);
}

export async function expectAmongAnnounced(page: Page, ...expected: readonly Announcement[]): Promise<void> {
  for (const { text, politeness } of expected)
    await expect
      .poll(async () => (await announcementsOf(page)).filter((each) => each.text === text))
      .toEqual([{ text, politeness }]);
}
