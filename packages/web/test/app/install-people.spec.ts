import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import { signIn } from '@ringbinder/testkit/playwright/app.ts';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { sendMessage } from '../support/chat-page.ts';
import {
  cachedPaths,
  countWorkers,
  openInstalled,
  share,
  startOffline,
  storedInApp,
} from '../support/installed-app.ts';
import { startUpgradable } from '../support/upgraded-server.ts';

async function signInInstead(page: Page, app: App, person: CreatedUser): Promise<void> {
  const { cookies } = await signIn(app.service, person.email);
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
}

const signedOutLine = (page: Page) => page.locator('.connection-line').getByText('You are signed out');

test('[INSTALL-7] what a person wrote without a network is not sent as the one who signed in meanwhile', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED|status of 40[13]/);
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  const page = await startOffline(await openInstalled(app, ada, `/b/${id}`));
  await sendMessage(page, 'by Ada');
  await signInInstead(page, app, ben);
  await page.context().setOffline(false);
  await signedOutLine(page).waitFor();
  const { body } = await service.call('GET', `/${id}/messages`, { token: ben.token });
  assert.deepEqual(body.data.messages, []);
});

test('[INSTALL-7] at the sign-in page, the app forgets its user', async ({ app, org, service }) => {
  const page = await openInstalled(app, org.ada, '/home');
  await page.context().clearCookies();
  await page.goto(`${service.origin}/sign-in`);
  await expect.poll(() => storedInApp(page)).toEqual(['list']);
});

test('[INSTALL-8] an app that started without a server signs out after its session has ended', async ({
  app,
  org,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED|status of 401/);
  const page = await startOffline(await openInstalled(app, org.ada, '/home'), '/home');
  await signInInstead(page, app, org.ben);
  await page.context().setOffline(false);
  await signedOutLine(page).waitFor();
  await page.locator('button.profile:not(.bell)').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/(home)?$/);
  await page.getByText(org.ben.name).first().waitFor();
  const databasesOfAda = () =>
    page.evaluate(
      `indexedDB.databases().then((all) => all.filter(({ name }) => name.includes('${org.ada.id}')).length)`,
    );
  await expect.poll(databasesOfAda).toBe(0);
  assert.equal(await countWorkers(page), 0);
  assert.deepEqual(await cachedPaths(page), []);
});

test('[INSTALL-10] shared files are offered again after a reload, and to nobody else', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  await org.addBinder('Loan 4711', ada);
  const page = await openInstalled(app, ada, '/home');
  await share(page, { 'minutes.txt': 'We agreed on noon.' });
  const dialog = page.getByRole('dialog', { name: 'Add to a binder' });
  await dialog.getByText('minutes.txt').waitFor();
  await page.reload();
  await dialog.getByText('minutes.txt').waitFor();
  await signInInstead(page, app, ben);
  await page.goto(`${service.origin}/home?shared`);
  await expect.poll(() => storedInApp(page)).not.toContain('shared');
  await expect(dialog).toHaveCount(0);
});

test('[INSTALL-2] the page of a proxy is not stored as a script', async ({ app, org, service }) => {
  app.allowErrors(/bad-precaching-response|Failed to load/);
  const server = await startUpgradable(service);
  let asked = 0;
  let isBroken = true;
  server.upgrade((url, body) => {
    if (!/\/forward-dialog-/.test(url) || !isBroken) return body;
    asked += 1;
    return { page: '<title>Maintenance</title>' };
  });
  const page = await app.newPage({ storageState: await signIn(service, org.ada.email) });
  await page.goto(`${server.origin}/home`);
  const register = () =>
    page.evaluate(`navigator.serviceWorker.register('/service-worker.js').then(
      (registration) => new Promise((resolve) => {
        const { installing } = registration;
        installing.onstatechange = () => /redundant|activated/.test(installing.state) && resolve(installing.state);
      }))`);
  assert.equal(await register(), 'redundant');
  assert.equal(asked, 1);
  isBroken = false;
  assert.equal(await register(), 'activated');
  await page.context().close();
  await server.close();
});
