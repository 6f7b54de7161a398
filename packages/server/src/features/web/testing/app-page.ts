import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type CreatedUser,
  startService,
  type TestService,
  type TestServiceOptions,
  until,
} from '@ringbinder/testkit';
import { type TestBrowser, type TestPage, testBrowser } from '@ringbinder/testkit/browser.ts';
import { signIn } from '@ringbinder/testkit/playwright/app.ts';
import { createOrg, type TestOrg } from '@ringbinder/testkit/playwright/org.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { SCREENS } from './console-page.ts';
import { buildPages } from './fixture.ts';

export { createOrg as createAppFixture, type TestOrg as AppFixture };

/** What the tests of a file share. */
export interface App {
  browser: TestBrowser;
  service: TestService;
  fixture: TestOrg;
}

/**
 * Starts what the tests of a file share: a service with the pages as they are now, an org with three people, and a
 * browser. It is closed after the last test.
 * @param more arguments of the browser's command line
 */
export async function startApp(options?: TestServiceOptions, more?: readonly string[]): Promise<App> {
  buildPages();
  const service = await startService(options);
  const browser = testBrowser(process.env, more);
  after(async () => {
    await browser.close();
    await service.close();
  });
  return { browser, service, fixture: await createOrg(service) };
}

/**
 * Opens the app in a browser context of its own, as someone who is signed in; what is in IndexedDB is of this context.
 * @param path where to go, like `/b/{id}`
 */
export async function openApp(
  browser: TestBrowser,
  service: TestService,
  email: string,
  { path = '/', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<TestPage> {
  const opened = await browser.newPage({
    ...SCREENS['desktop, light'],
    storageState: await signIn(service, email),
    ...options,
  });
  await opened.page.goto(`${service.origin}${path}`);
  if (path !== '/account') await opened.page.locator('.app').waitFor();
  return opened;
}

/** Waits until there are pictures at a selector, and all of them have loaded. */
export const picturesLoad = (page: Page, selector: string) =>
  until(`the pictures at ${selector} have loaded`, () =>
    page.evaluate<boolean>(`(() => {
      const all = [...document.querySelectorAll('${selector}')];
      return all.length > 0 && all.every((img) => img.naturalWidth > 0);
    })()`),
  );

/** Two people who look at the same part of a binder, each in a browser of their own. */
export interface Both {
  binderId: string;
  ada: Page;
  ben: Page;
  /** Closes both. Fails for what a page has written to its console, unless that is `expected`. */
  close(expected?: RegExp): Promise<void>;
}

/**
 * Makes a binder of Ada's with Ben, and opens it for both.
 * @param part what of it, like `/todos`
 * @param prepare what is done with the binder before it is opened
 */
export async function openBoth(
  { browser, service, fixture }: App,
  name: string,
  {
    part = '',
    members = [fixture.ben],
    prepare = async () => undefined,
  }: { part?: string; members?: CreatedUser[]; prepare?: (binderId: string) => Promise<unknown> } = {},
): Promise<Both> {
  const { ada, ben } = fixture;
  const binderId = await fixture.addBinder(name, ada, members);
  await prepare(binderId);
  const path = `/b/${binderId}${part}`;
  const one = await openApp(browser, service, ada.email, { path });
  const two = await openApp(browser, service, ben.email, { path });
  return {
    binderId,
    ada: one.page,
    ben: two.page,
    async close(expected) {
      const errors = [...one.errors, ...two.errors];
      assert.deepEqual(expected ? errors.filter((error) => !expected.test(error)) : errors, []);
      await one.page.context().close();
      await two.page.context().close();
    },
  };
}
