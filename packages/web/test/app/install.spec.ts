import assert from 'node:assert/strict';
import {
  type App,
  expect,
  inspectEverywhere,
  keep,
  type Page,
  SCREENS,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, sendMessage } from '../support/chat-page.ts';
import { cachedPaths, countWorkers, isInstalled, openInstalled, share } from '../support/installed-app.ts';

const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });

test('[INSTALL-6] without a network the app starts with its list, messages and outbox', async ({
  app,
  org,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { ada, ben } = org;
  const id = await org.addBinder('On a train', ada, [ben]);
  await org.post(id, ben, 'See you at noon');
  await org.addBinder('Another', ada);
  const page = await openInstalled(app, ada, `/b/${id}`);
  await page.locator('.message').getByText('See you at noon').waitFor();
  console.log(await cachedPaths(page));
  await page.context().setOffline(true);
  await page.close();
  const next = await page.context().newPage();
  const start = Date.now();
  await next.goto(`${app.service.origin}/b/${id}`);
  await row(next, 'On a train').waitFor();
  console.log('list after', Date.now() - start);
  await next.locator('.message').getByText('See you at noon').waitFor();
  await next.locator('.connection-line').getByText('You are offline').waitFor();
  await sendMessage(next, 'written offline');
  await next.waitForTimeout(3000);
  await keep(next, 'install-offline');
  await next.context().setOffline(false);
  await next.locator('.message[data-id]').getByText('written offline').waitFor();
});
