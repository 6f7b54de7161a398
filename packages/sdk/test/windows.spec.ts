import assert from 'node:assert/strict';
import type { App, Page } from '@ringbinder/testkit/playwright/index.ts';
import { eventsOf, expect, type HostSite, openHost, openWindow, pageWith, test } from './support/embed.ts';

interface Scene {
  app: App;
  host: HostSite;
}

async function openCaller({ app, host }: Scene, binderId: string, headers: Record<string, string> = {}) {
  const { org, service } = app;
  host.put(
    `/${binderId}`,
    pageWith(
      service,
      `<button onclick="call()">Chat</button><script>
      Service.init({ mode: 'production', client_id: '${org.client.id}', access_token: '${org.ada.token}', sdk_version: 4 });
      function call() {
        Service.chat({ ...callbacks, binder_id: '${binderId}' }).then((handle) => { window.handle = handle; }, tell('refused'));
      }
      </script>`,
    ),
    headers,
  );
  return openHost(app, `${host.origin}/${binderId}`);
}

async function press(page: Page): Promise<Page> {
  const opened = await openWindow(page, 'Chat');
  await opened.locator('[data-composer]').waitFor();
  return opened;
}

const messagesOf = async (page: Page, name: string) =>
  (await eventsOf(page, name)).map(({ message }) => message);

for (const policy of ['unsafe-none', 'same-origin-allow-popups', 'same-origin'] as const) {
  test(`[SDK-26] a page with COOP ${policy} opens Chat in a window, gets its events and closes it`, {
    tag: policy === 'same-origin' ? [] : '@slow',
  }, async ({ app, org, service, host }) => {
    const { ada, ben } = org;
    const binderId = await org.addBinder(`Window ${policy}`, ada, [ben]);
    const page = await openCaller({ app, host }, binderId, { 'cross-origin-opener-policy': policy });
    const opened = await press(page);
    assert.equal(new URL(opened.url()).hash, '', 'the code is gone from the address');
    assert.equal(await opened.evaluate('opener === null'), policy === 'same-origin');
    await expect
      .poll(async () => (await eventsOf(page, 'start_chat')).map(({ binder_id }) => binder_id))
      .toEqual([binderId]);
    await opened.locator('[data-composer]').fill('from a window');
    await opened.locator('[data-composer]').press('Enter');
    await expect.poll(() => messagesOf(page, 'publish_feed')).toEqual(['from a window']);
    await org.post(binderId, ben, 'Hello window');
    await expect.poll(() => messagesOf(page, 'receive_feed')).toEqual(['Hello window']);
    assert.ok(!opened.url().includes(ada.token));
    assert.ok(!service.logLines.some((line) => line.includes(ada.token)));
    const closing = opened.waitForEvent('close');
    await page.evaluate('handle.close()');
    await closing;
  });
}

test('[SDK-26] the window of a name is used again, and a blocked window is reported', async ({
  app,
  org,
  host,
}) => {
  app.allowErrors(/./);
  const { ada } = org;
  const binderId = await org.addBinder('Again', ada);
  const page = await openCaller({ app, host }, binderId);
  const first = await press(page);
  const pages = page.context().pages().length;
  await page.bringToFront();
  await page.getByRole('button', { name: 'Chat' }).click();
  await expect.poll(async () => (await eventsOf(page, 'start_chat')).length).toEqual(2);
  assert.equal(page.context().pages().length, pages);
  await first.locator('[data-composer]').waitFor();
  await page.evaluate('window.open = () => null; call()');
  await expect.poll(async () => (await eventsOf(page, 'error')).length > 0, 'it was told').toBeTruthy();
  const [blocked] = await eventsOf(page, 'error');
  assert.equal(blocked?.error_code, 'popup blocked');
  assert.match(String(blocked?.error_message), /within a click/);
});

test('[SDK-72] a module in a window follows the scheme of its page', async ({ app, org, service, host }) => {
  const binderId = await org.addBinder('Schemes', org.ada, [org.ben]);
  const theme = `{ light: { accent: '#1f3a8a' }, dark: { accent: '#9db4ff' } }`;
  host.put(
    '/schemes',
    pageWith(
      service,
      `<button onclick="Service.chat({ binder_id: '${binderId}', theme: ${theme} })">Chat</button><script>
      Service.init({ mode: 'production', client_id: '${org.client.id}', access_token: '${org.ada.token}', sdk_version: 4 });
      </script>`,
      '<style>:root { color-scheme: light dark; }</style>',
    ),
  );
  const page = await openHost(app, `${host.origin}/schemes`);
  const root = (await press(page)).locator('html');
  for (const [colorScheme, accent] of [
    ['light', /--accent: rgb\(31 58 138\)/],
    ['dark', /--accent: rgb\(157 180 255\)/],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(root).toHaveAttribute('style', accent);
    await expect(root).toHaveAttribute('data-theme', colorScheme);
  }
});
