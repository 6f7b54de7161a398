import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

const { browser, service, fixture } = await startApp({}, ['--test-third-party-cookie-phaseout']);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;

/** A page with a button that opens Chat of a binder in a window, as old pages do. */
async function openCaller(binderId: string, headers: Record<string, string> = {}) {
  host.put(
    `/${binderId}`,
    pageWith(
      service,
      `<button onclick="call()">Chat</button><script>
      Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${ada.token}', sdk_version: 4 });
      function call() {
        Service.chat({ ...callbacks, binder_id: '${binderId}' }).then((handle) => { window.handle = handle; }, tell('refused'));
      }
      </script>`,
    ),
    headers,
  );
  return openHost(browser, `${host.origin}/${binderId}`);
}

/** Presses the button, and gives the window that opens. */
async function press(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Chat' }).click();
  const opened = await opening;
  await opened.locator('[data-composer]').waitFor();
  return opened;
}

const messagesOf = async (page: Page, name: string) =>
  (await toldOf(page, name)).map(({ message }) => message);

for (const policy of ['unsafe-none', 'same-origin-allow-popups', 'same-origin'] as const) {
  test(
    `[SDK-26] Chat in a window, of a page with COOP ${policy}: its session comes by a code, and its events come back`,
    browser.needed,
    async () => {
      const binderId = await fixture.addBinder(`Window ${policy}`, ada, [ben]);
      const { page, errors } = await openCaller(binderId, { 'cross-origin-opener-policy': policy });
      const opened = await press(page);
      assert.equal(new URL(opened.url()).hash, '', 'the code is gone from the address');
      assert.equal(await opened.evaluate('opener === null'), policy === 'same-origin');
      await becomes(
        async () => (await toldOf(page, 'start_chat')).map(({ binder_id }) => binder_id),
        [binderId],
      );
      await opened.locator('[data-composer]').fill('from a window');
      await opened.locator('[data-composer]').press('Enter');
      await becomes(() => messagesOf(page, 'publish_feed'), ['from a window']);
      await fixture.post(binderId, ben, 'Hello window');
      await becomes(() => messagesOf(page, 'receive_feed'), ['Hello window']);
      assert.ok(!opened.url().includes(ada.token));
      assert.ok(!service.logLines.some((line) => line.includes(ada.token)));
      const closing = opened.waitForEvent('close');
      await page.evaluate('handle.close()');
      await closing;
      assert.deepEqual(errors, []);
      await page.context().close();
    },
  );
}

test(
  '[SDK-26] a window is used again by its name, and one that the browser blocks is told of',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Again', ada);
    const { page } = await openCaller(binderId);
    const first = await press(page);
    const pages = page.context().pages().length;
    await page.bringToFront();
    await page.getByRole('button', { name: 'Chat' }).click();
    await becomes(async () => (await toldOf(page, 'start_chat')).length, 2);
    assert.equal(page.context().pages().length, pages);
    await first.locator('[data-composer]').waitFor();
    await page.evaluate('window.open = () => null; call()');
    await until('it was told', async () => (await toldOf(page, 'error')).length > 0);
    const [blocked] = await toldOf(page, 'error');
    assert.equal(blocked?.error_code, 'popup blocked');
    assert.match(String(blocked?.error_message), /within a click/);
    await page.context().close();
  },
);
