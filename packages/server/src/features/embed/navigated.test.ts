import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

/* What was a module goes on to a page of somebody else, in its frame or in its window. */

const { browser, service, fixture } = await startApp();
const host = await startHost();
const foreign = await startHost();
const { ada } = fixture;
await registerOrigins(service, fixture.client.id, [host.origin]);
const binderId = await fixture.addBinder('Navigated', ada);

const call = `Service.chat({ ...callbacks, close: tell('close'), imitated: tell('imitated'), binder_id: '${binderId}',`;
host.put(
  '/',
  pageWith(
    service,
    `<div id="one"></div><button onclick="act()">Go</button><script>
      window.asked = 0;
      addEventListener('message', ({ data }) => data?.foreign && told.push([data.foreign, data]));
      Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${ada.token}', sdk_version: 4,
        invalid_token: () => { asked += 1; return 'next-token'; } });
      const { open } = window;
      window.open = (...values) => (window.opened = open(...values));
      window.act = () => ${call} }).then((handle) => { window.handle = handle; });
    </script>`,
  ),
);
// It knows how frames look, and what the page calls this use of the module.
foreign.put(
  '/',
  `<!doctype html><title>Foreign</title><script>
    const page = window.opener ?? window.parent;
    window.heard = [];
    addEventListener('message', ({ data }) => {
      heard.push(JSON.stringify(data));
      if (data?.ask) page.postMessage({ foreign: 'answered', heard: heard.slice(0, -1) }, '*');
    });
    const widget = new URLSearchParams(location.search).get('widget');
    for (const type of ['ready', 'invalid_token', 'error', 'size', 'event', 'closed'])
      page.postMessage({ ringbinder: 1, widget, type, name: 'imitated', detail: {}, session_id: new URLSearchParams(location.search).get('session'),
        error_code: 'imitated', error_message: 'imitated', width: 1, height: 1, module: 'chat' }, '*');
    page.postMessage({ foreign: 'loaded' }, '*');
  </script>`,
);

/** Sends the module to the foreign page, and has the page say all that it can say to a module. */
async function leave(page: Page, target: string, address: string): Promise<void> {
  const session = await page.evaluate<string>('handle.session_id');
  const widget = new URL(address).searchParams.get('widget') ?? '';
  assert.notEqual(widget, '');
  const query = new URLSearchParams({ widget, session });
  await page.evaluate(`${target}.location = '${foreign.origin}/?${query}'; undefined`);
  await until('the foreign page is there', async () => (await toldOf(page, 'loaded')).length > 0);
  await page.evaluate(
    `handle.update({ theme: { accent: '#1f3a8a' }, access_token: 'given-later' }); Service.postMessage(undefined, '${binderId}', handle.session_id, 'secret words')`,
  );
  await page.evaluate(`${target}.postMessage({ ask: true }, '*')`);
  await until('it has answered', async () => (await toldOf(page, 'answered')).length > 0);
  const [{ heard } = {}] = await toldOf(page, 'answered');
  assert.deepEqual(heard, [], 'nothing reaches it: neither session nor token');
  for (const event of ['imitated', 'error', 'close']) assert.deepEqual(await toldOf(page, event), [], event);
  assert.equal(await page.evaluate('asked'), 0, 'and it has no token asked for');
}

test(
  '[SDK-27] a frame that goes on to another origin is not heard, and gets neither session nor token',
  browser.needed,
  async () => {
    const { page } = await openHost(browser, `${host.origin}/`);
    await page.evaluate(
      `${call} iframe: true, tagid4iframe: 'one' }).then((handle) => { window.handle = handle; return handle.ready; })`,
    );
    const address = await page.evaluate<string>(`document.querySelector('#one iframe').src`);
    await leave(page, `document.querySelector('#one iframe').contentWindow`, address);
    // Called again it is the module once more.
    await page.evaluate(
      `${call} iframe: true, tagid4iframe: 'one', access_token: '${ada.token}' }).then((handle) => handle.ready)`,
    );
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    await page.context().close();
  },
);

test(
  '[SDK-27] a window that goes on to another origin is not heard, and gets neither session nor token',
  browser.needed,
  async () => {
    const { page } = await openHost(browser, `${host.origin}/`);
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Go' }).click();
    const opened = await opening;
    await opened.locator('[data-composer]').waitFor();
    await becomes(async () => (await toldOf(page, 'start_chat')).length, 1);
    await leave(page, 'opened', opened.url());
    await page.context().close();
  },
);
