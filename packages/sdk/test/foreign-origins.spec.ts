import assert from 'node:assert/strict';
import { embedModules } from '@ringbinder/protocol';
import type { App } from '@ringbinder/testkit/playwright/index.ts';
import { codesOf, errorsOf, eventsOf, expect, initPage, openHost, pageWith, test } from './support/embed.ts';

const addressOf = ({ service, org }: App, origin: string, module: string) =>
  `${service.origin}/embed/${module}?${new URLSearchParams({ client_id: org.client.id, origin, widget: 'w1' })}`;

const stolen = {
  ringbinder: 1,
  type: 'session',
  session_id: 's',
  token: 'stolen',
  call: 'chat',
  options: {},
  callbacks: [],
};

test('[SDK-27] a module that a page of an unregistered origin frames or opens ignores its messages and sends it none', async ({
  app,
  host,
  startHost,
}) => {
  app.allowErrors(/./);
  const foreign = await startHost();
  const frames = embedModules.map(
    (module) => `<iframe src="${addressOf(app, host.origin, module).replaceAll('&', '&amp;')}"></iframe>`,
  );
  foreign.put(
    '/lies',
    `<!doctype html><title>Lies</title>${frames.join('')}
    <script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data));</script>`,
  );
  const page = await app.newPage();
  const errors = errorsOf(page);
  await page.goto(`${foreign.origin}/lies`);
  const refusals = () => errors.filter((error) => /frame-ancestors/.test(error)).length;
  await expect.poll(() => refusals() >= embedModules.length, 'the browser has refused each').toBeTruthy();
  for (const module of embedModules) {
    const opening = page.context().waitForEvent('page');
    await page.evaluate(
      `window.victim = window.open('${addressOf(app, host.origin, module)}&popup=1'); undefined`,
    );
    const victim = await opening;
    const requested: string[] = [];
    victim.on('request', (request) => requested.push(request.url()));
    await victim.waitForLoadState('load');
    await victim.evaluate(
      `window.received = 0; addEventListener('message', () => { received += 1; }); undefined`,
    );
    await page.evaluate(
      `for (const widget of ['w1', '']) victim.postMessage({ ...${JSON.stringify(stolen)}, widget }, '*')`,
    );
    await expect.poll(() => victim.evaluate('received')).toEqual(2);
    assert.deepEqual(
      requested.filter((address) => address.includes('/v1/')),
      [],
      module,
    );
    await victim.close();
  }
  assert.deepEqual(await page.evaluate('heard'), []);
  assert.ok(!app.requestsOf(page).some((address) => address.includes('stolen')));
});

test('[SDK-27] messages of a foreign frame beside the modules change neither the modules nor the page', async ({
  app,
  org,
  startHost,
  openReady,
}) => {
  app.allowErrors(/./);
  const { ada } = org;
  const foreign = await startHost();
  const binderId = await org.addBinder('Quiet', ada);
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
  const page = await openReady({}, { body: `${tags}<div id="beside"></div>` });
  await page.evaluate(
    `addEventListener('message', ({ data }) => data === 'done' && told.push(['done', {}]))`,
  );
  await page.evaluate(
    `Promise.all(${JSON.stringify(calls)}.map((call) =>
        Service[call]({ ...callbacks, close: tell('close'), imitated: tell('imitated'), iframe: true, tagid4iframe: call, binder_id: '${binderId}' })
          .then(({ ready }) => ready))).then(() => undefined)`,
  );
  await page.evaluate(`{
    const widgets = [...document.querySelectorAll('iframe')].map(({ src }) => new URL(src).searchParams.get('widget'));
    const frame = document.createElement('iframe');
    frame.onload = () => frame.contentWindow.postMessage({ widgets }, '*');
    frame.src = '${foreign.origin}/beside';
    document.querySelector('#beside').append(frame);
  }`);
  await expect.poll(async () => (await eventsOf(page, 'done')).length > 0, 'it has tried').toBeTruthy();
  assert.deepEqual(await eventsOf(page, 'error'), []);
  assert.deepEqual(await eventsOf(page, 'close'), []);
  assert.deepEqual(await eventsOf(page, 'imitated'), []);
  assert.equal(await page.locator('iframe').count(), calls.length + 1);
  await page.frameLocator('#chat iframe').locator('[data-composer]').waitFor();
  assert.ok(!app.requestsOf(page).some((address) => address.includes('stolen')));
});

test('[SDK-21] [SDK-18] a page of an unregistered origin gets an error that names the origin to register', async ({
  app,
  org,
  service,
  startHost,
}) => {
  app.allowErrors(/./);
  const foreign = await startHost();
  foreign.put('/', pageWith(service, '<div id="one"></div><button onclick="open1()">Go</button>'));
  const page = await openHost(app, `${foreign.origin}/`);
  await initPage(page, org, { sdk_version: 3 });
  await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: 'B1' })`);
  const words = `add it to the origins of client ${org.client.id}`;
  await page.frameLocator('#one iframe').getByText(words).waitFor();
  await expect.poll(() => codesOf(page)).toEqual(['origin not registered']);
  assert.match(String((await eventsOf(page, 'error'))[0]?.error_message), new RegExp(words));
  await page.evaluate(`window.open1 = () => Service.timeline({ ...callbacks })`);
  await page.getByRole('button', { name: 'Go' }).click();
  await expect
    .poll(async () => (await eventsOf(page, 'error')).length >= 2, 'it was told of the window')
    .toBeTruthy();
});
