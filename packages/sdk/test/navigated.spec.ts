import assert from 'node:assert/strict';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import { test as base, eventsOf, expect, frameIn, openHost, openWindow, pageWith } from './support/embed.ts';

const callOf = (binderId: string) =>
  `Service.chat({ ...callbacks, close: tell('close'), imitated: tell('imitated'), binder_id: '${binderId}',`;

const hostHtml = (
  clientId: string,
  token: string,
  call: string,
) => `<div id="one"></div><button onclick="act()">Go</button><script>
      window.asked = 0;
      addEventListener('message', ({ data }) => data?.foreign && told.push([data.foreign, data]));
      Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${token}', sdk_version: 4,
        invalid_token: () => { asked += 1; return 'next-token'; } });
      const { open } = window;
      window.open = (...values) => (window.opened = open(...values));
      window.act = () => ${call} }).then((handle) => { window.handle = handle; });
    </script>`;

const FOREIGN = `<!doctype html><title>Foreign</title><script>
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
  </script>`;

interface Scene {
  page: Page;
  call: string;
  leave(target: string, address: string): Promise<void>;
}

const test = base.extend<{ scene: Scene }>({
  scene: async ({ app, host, org, service, startHost }, use) => {
    const foreign = await startHost();
    foreign.put('/', FOREIGN);
    const binderId = await org.addBinder('Navigated', org.ada);
    const call = callOf(binderId);
    host.put('/', pageWith(service, hostHtml(org.client.id, org.ada.token, call)));
    const page = await openHost(app, `${host.origin}/`);
    await use({
      page,
      call,
      leave: (target, address) => leave(page, binderId, foreign.origin, target, address),
    });
  },
});

async function leave(
  page: Page,
  binderId: string,
  foreign: string,
  target: string,
  address: string,
): Promise<void> {
  const session = await page.evaluate<string>('handle.session_id');
  const widget = new URL(address).searchParams.get('widget') ?? '';
  assert.notEqual(widget, '');
  const query = new URLSearchParams({ widget, session });
  await page.evaluate(`${target}.location = '${foreign}/?${query}'; undefined`);
  await expect
    .poll(async () => (await eventsOf(page, 'loaded')).length > 0, 'the foreign page is there')
    .toBeTruthy();
  await page.evaluate(
    `handle.update({ theme: { accent: '#1f3a8a' }, access_token: 'given-later' }); Service.postMessage(undefined, '${binderId}', handle.session_id, 'secret words')`,
  );
  await page.evaluate(`${target}.postMessage({ ask: true }, '*')`);
  await expect
    .poll(async () => (await eventsOf(page, 'answered')).length > 0, 'it has answered')
    .toBeTruthy();
  const [{ heard } = {}] = await eventsOf(page, 'answered');
  assert.deepEqual(heard, [], 'it receives neither session nor token');
  for (const event of ['imitated', 'error', 'close'])
    assert.deepEqual(await eventsOf(page, event), [], event);
  assert.equal(await page.evaluate('asked'), 0, 'it cannot request a token');
}

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-27] the page ignores a frame that has gone to another origin and sends it neither session nor token', async ({
  org,
  scene,
}) => {
  const { ada } = org;
  const { page, call, leave } = scene;
  await page.evaluate(
    `${call} iframe: true, tagid4iframe: 'one' }).then((handle) => { window.handle = handle; return handle.ready; })`,
  );
  const address = await page.evaluate<string>(`document.querySelector('#one iframe').src`);
  await leave(`document.querySelector('#one iframe').contentWindow`, address);
  await page.evaluate(
    `${call} iframe: true, tagid4iframe: 'one', access_token: '${ada.token}' }).then((handle) => handle.ready)`,
  );
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
});

test('[SDK-27] the page ignores a window that has gone to another origin and sends it neither session nor token', async ({
  scene,
}) => {
  const { page, leave } = scene;
  const opened = await openWindow(page, 'Go');
  await opened.locator('[data-composer]').waitFor();
  await expect.poll(async () => (await eventsOf(page, 'start_chat')).length).toEqual(1);
  await leave('opened', opened.url());
});
