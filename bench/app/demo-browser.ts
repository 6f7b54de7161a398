import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { BrowserContext, Page } from 'playwright-core';
import type { Installation } from '../installation.ts';

/** Chromium, in which the first user of the demo is signed in. */
export interface DemoBrowser {
  /** Opens an address of the app in a profile of its own, with nothing in IndexedDB. */
  open(path: string): Promise<Page>;
  close(): Promise<void>;
}

/** Starts Chromium and signs in. Throws one line when there is no Chromium. */
export async function openDemoBrowser(installation: Installation): Promise<DemoBrowser> {
  const { origin } = await installation.server();
  const browser = testBrowser();
  const { page } = await browser.newPage();
  await signInToDemo(page, installation);
  const storageState: Awaited<ReturnType<BrowserContext['storageState']>> = await page
    .context()
    .storageState({ indexedDB: false });
  await page.context().close();
  return {
    async open(path) {
      const opened = await browser.newPage({ storageState, viewport: { width: 1280, height: 800 } });
      await opened.page.goto(`${origin}${path}`);
      return opened.page;
    },
    close: () => browser.close(),
  };
}

/** Signs in as the first user of the demo, and waits until the app is there. */
export async function signInToDemo(page: Page, installation: Installation): Promise<void> {
  const [user] = (await installation.demo()).users;
  const { origin } = await installation.server();
  await page.goto(`${origin}/sign-in`);
  await page.locator('[name=email]').fill(user?.email ?? '');
  await page.locator('[name=password]').fill(user?.password ?? '');
  await page.locator('[name=password]').press('Enter');
  await page.locator('.app').waitFor();
}
