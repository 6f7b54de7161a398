import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedModules } from '@ringbinder/protocol';
import { becomes, until } from '@ringbinder/testkit';
import { startApp } from '../web/testing/app-page.ts';
import { openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

/* What a page of another origin may try with each of the modules. */

const { browser, service, fixture } = await startApp();
const host = await startHost();
const foreign = await startHost();
const { ada } = fixture;
const clientId = fixture.client.id;
await registerOrigins(service, clientId, [host.origin]);

const addressOf = (origin: string, module: string) =>
  `${service.origin}/embed/${module}?${new URLSearchParams({ client_id: clientId, origin, widget: 'w1' })}`;

/** What a stranger would have a module begin with. */
const stolen = {
  ringbinder: 1,
  type: 'session',
  session_id: 's',
  token: 'stolen',
  call: 'chat',
  options: {},
  callbacks: [],
};

test('[SDK-21] the page of each module says who may frame it, and gives strangers nothing to frame or to open', async () => {
  for (const module of embedModules) {
    const policyOf = async (address: string) => {
      const answer = await fetch(address);
      const text = await answer.text();
      return { status: answer.status, text, policy: answer.headers.get('content-security-policy') ?? '' };
    };
    const own = await policyOf(addressOf(host.origin, module));
    assert.equal(own.status, 200, module);
    assert.ok(own.policy.includes(`frame-ancestors ${host.origin};`), module);
    const opened = await policyOf(`${addressOf(host.origin, module)}&popup=1`);
    assert.ok(opened.policy.includes("frame-ancestors 'none';"), module);
    const refused = await policyOf(addressOf(foreign.origin, module));
    assert.equal(refused.status, 403, module);
    assert.ok(!refused.text.includes('/assets/') || !refused.text.includes('type="module"'), module);
  }
});

test(
  '[SDK-27] each module that a stranger frames or opens, lying about its origin, hears nothing of it and tells it nothing',
  browser.needed,
  async () => {
    const frames = embedModules.map(
      (module) => `<iframe src="${addressOf(host.origin, module).replaceAll('&', '&amp;')}"></iframe>`,
    );
    foreign.put(
      '/lies',
      `<!doctype html><title>Lies</title>${frames.join('')}
    <script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>`,
    );
    const { page, errors, requests } = await openHost(browser, `${foreign.origin}/lies`);
    const refusals = () => errors.filter((error) => /frame-ancestors/.test(error)).length;
    await until('the browser has refused each', () => refusals() >= embedModules.length);
    for (const module of embedModules) {
      const opening = page.context().waitForEvent('page');
      await page.evaluate(
        `window.victim = window.open('${addressOf(host.origin, module)}&popup=1'); undefined`,
      );
      const victim = await opening;
      const asked: string[] = [];
      victim.on('request', (request) => asked.push(request.url()));
      await victim.waitForLoadState('load');
      await victim.evaluate(
        `window.received = 0; addEventListener('message', () => { received += 1; }); undefined`,
      );
      await page.evaluate(
        `for (const widget of ['w1', '']) victim.postMessage({ ...${JSON.stringify(stolen)}, widget }, '*')`,
      );
      await becomes(() => victim.evaluate('received'), 2);
      // A session that had begun would ask who that is, or look at what a link opens.
      assert.deepEqual(
        asked.filter((address) => address.includes('/v1/')),
        [],
        module,
      );
      await victim.close();
    }
    assert.deepEqual(await page.evaluate('heard'), []);
    assert.ok(!requests.some((address) => address.includes('stolen')));
    await page.context().close();
  },
);

test(
  '[SDK-27] a frame beside the modules that posts to each, and to the page as if it were each, changes nothing',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Quiet', ada);
    foreign.put(
      '/beside',
      `<!doctype html><title>Beside</title><script>
    addEventListener('message', ({ data }) => {
      if (data?.widgets === undefined) return;
      for (const widget of [...data.widgets, 'w1', '']) {
        for (let index = 0; index < parent.frames.length; index += 1)
          if (parent.frames[index] !== window)
            for (const type of ['session', 'token', 'update', 'close'])
              parent.frames[index].postMessage({ ...${JSON.stringify(stolen)}, type, widget }, '*');
        for (const type of ['ready', 'invalid_token', 'error', 'event', 'closed'])
          parent.postMessage({ ringbinder: 1, widget, type, name: 'imitated', detail: {}, session_id: 's' }, '*');
      }
      parent.postMessage('done', '*');
    });
  </script>`,
    );
    const calls = ['chat', 'pageView', 'todoView', 'timeline', 'draw', 'clip'];
    const tags = calls.map((call) => `<div id="${call}"></div>`).join('');
    host.put('/', pageWith(service, `${tags}<div id="beside"></div>`));
    const { page, requests } = await openHost(browser, `${host.origin}/`);
    await page.evaluate(
      `addEventListener('message', ({ data }) => data === 'done' && told.push(['done', {}]))`,
    );
    await page.evaluate(
      `Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 4 })`,
    );
    await page.evaluate(
      `Promise.all(${JSON.stringify(calls)}.map((call) =>
        Service[call]({ ...callbacks, close: tell('close'), imitated: tell('imitated'), iframe: true, tagid4iframe: call, binder_id: '${binderId}' })
          .then(({ ready }) => ready))).then(() => undefined)`,
    );
    // It even knows what the page calls each of them.
    await page.evaluate(`{
    const widgets = [...document.querySelectorAll('iframe')].map(({ src }) => new URL(src).searchParams.get('widget'));
    const frame = document.createElement('iframe');
    frame.onload = () => frame.contentWindow.postMessage({ widgets }, '*');
    frame.src = '${foreign.origin}/beside';
    document.querySelector('#beside').append(frame);
  }`);
    await until('it has tried', async () => (await toldOf(page, 'done')).length > 0);
    assert.deepEqual(await toldOf(page, 'error'), []);
    assert.deepEqual(await toldOf(page, 'close'), []);
    assert.deepEqual(await toldOf(page, 'imitated'), []);
    assert.equal(await page.locator('iframe').count(), calls.length + 1);
    await page.frameLocator('#chat iframe').locator('[data-composer]').waitFor();
    assert.ok(!requests.some((address) => address.includes('stolen')));
    await page.context().close();
  },
);
