import type { TestService } from '@ringbinder/testkit';
import type { TestBrowser, TestPage } from '@ringbinder/testkit/browser.ts';
import { loaded, SCREENS } from '@ringbinder/testkit/playwright/looks.ts';
import type { Page } from 'playwright-core';
import { PASSWORD } from './fixture.ts';

export * from '@ringbinder/testkit/playwright/looks.ts';

type Options = Parameters<TestBrowser['newPage']>[0];
type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** The sessions of those who have signed in, by service and e-mail address. */
const sessions = new Map<string, State>();

/** Opens the console as someone who signs in, or is still signed in: that takes a third of the processor's time. */
export async function openConsole(
  browser: TestBrowser,
  service: TestService,
  email: string,
  options: Options = {},
): Promise<TestPage> {
  const key = `${service.origin} ${email}`;
  const session = sessions.get(key);
  const opened = await browser.newPage({
    ...SCREENS['desktop, light'],
    ...(session && { storageState: session }),
    ...options,
  });
  const { page } = opened;
  await page.goto(`${service.origin}/admin`);
  if (new URL(page.url()).pathname !== '/admin') {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  sessions.set(key, await page.context().storageState());
  return opened;
}

/** Goes to a page by the sidebar, and waits until it is there. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await loaded(page);
}
