import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';
import { startPlainProxy } from './testing/plain-proxy.ts';

/* Whatever keeps a module from being shown: the page, its console and whoever looks at it are told within ten seconds. */

const { browser, service, fixture } = await startApp();
const host = await startHost();
const stranger = await startHost();
const { ada } = fixture;
const clientId = fixture.client.id;
await registerOrigins(service, clientId, [host.origin]);
const binderId = await fixture.addBinder('Started', ada);

/** As promised, and a little for a busy machine. */
const LIMIT_MS = 10_500;

interface Start {
  init?: string;
  call?: string;
  headers?: Record<string, string>;
  from?: string;
}

/** A page that shows a chat at once. */
function starting({ init = '', call = '', from = service.origin }: Start): string {
  const page = pageWith(
    service,
    `<div id="one"></div><script>
      window.asked = 0;
      const begun = performance.now();
      callbacks.error = (detail) => told.push(['error', { ...detail, after: performance.now() - begun }]);
      Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 3, ${init} });
      Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}', ${call} });
    </script>`,
  );
  return page.replace(`${service.origin}/sdk/`, `${from}/sdk/`);
}

let paths = 0;
async function openStarting(start: Start) {
  const path = `/start-${++paths}`;
  host.put(path, starting(start), start.headers);
  return openHost(browser, host.origin + path);
}

/** Waits for the error, and for its line in the console. */
async function failureOf(page: Page, errors: readonly string[]) {
  await until('the page is told', async () => (await toldOf(page, 'error')).length > 0);
  const [error = {}] = await toldOf(page, 'error');
  const message = String(error.error_message);
  assert.ok(Number(error.after) < LIMIT_MS, `${message} after ${error.after} ms`);
  await until(`the console has it: ${message}`, () => errors.some((line) => line.includes(message)));
  return { code: error.error_code, message };
}

/** What whoever looks at the page reads in the place of the module. */
async function wordsIn(page: Page): Promise<string> {
  const body = frameIn(page, 'one').locator('body');
  // An error of the browser has none, and neither has a frame that is hidden.
  const inFrame = await body.innerText({ timeout: 1_000 }).catch(() => '');
  return `${inFrame} ${await page.locator('#one').innerText()}`;
}

const failing: { name: string; start: Start; code: unknown; message: RegExp; words?: RegExp }[] = [
  ...['B1', 'undefined', '[object Object]', `B${'x'.repeat(21)}!`].map((id) => ({
    name: `a binder_id ${id}`,
    start: { call: `binder_id: '${id}'` },
    code: 404,
    message: /there is no binder/,
    words: /not open to you/,
  })),
  {
    name: 'a frame that the policy of the page refuses',
    start: { headers: { 'content-security-policy': "frame-src 'self'" } },
    code: 'csp frame src',
    message: /frame-src/,
  },
  {
    name: 'a client that is not there',
    start: { init: `client_id: 'C${'x'.repeat(22)}'` },
    code: 'invalid client_id',
    message: /no client/,
    words: /no such client/,
  },
];

test(
  '[SDK-63] what keeps a module from being shown is told within ten seconds, to page, console and people',
  browser.needed,
  async () => {
    const nothing = await startHost('127.0.0.1');
    const proxy = await startPlainProxy(service.origin);
    const all = [
      ...failing,
      {
        name: 'a server that is none',
        start: { init: `base_url: '${nothing.origin}'` },
        code: 'server unreachable',
        message: /does not answer/,
      },
      {
        name: 'a proxy without WebSockets',
        start: { from: proxy },
        code: 'unreachable',
        message: /WebSocket/,
      },
    ];
    await Promise.all(
      all.map(async ({ name, start, code, message, ...rest }) => {
        const { page, errors } = await openStarting(start);
        const failure = await failureOf(page, errors);
        assert.equal(failure.code, code, `${name}: ${failure.message}`);
        assert.match(failure.message, message, name);
        const words = ('words' in rest && rest.words) || message;
        await until(`${name} is said in the page`, async () => words.test(await wordsIn(page)));
        await page.context().close();
      }),
    );
  },
);

test(
  '[SDK-63] every module says that its binder is not there, whatever the id is made of',
  browser.needed,
  async () => {
    const { page } = await openStarting({});
    for (const call of ['chatView', 'pageView', 'todoView', 'meetView', 'meet', 'note', 'annotate'])
      for (const id of ['nope', `B${'x'.repeat(22)}`]) {
        await page.evaluate(`window.told = []; document.querySelector('#one').innerHTML = '';
          Service.${call}({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${id}' })`);
        await until(`${call} with ${id} is told`, async () => (await toldOf(page, 'error')).length > 0);
        const [error] = await toldOf(page, 'error');
        assert.ok([400, 404].includes(Number(error?.error_code)), `${call}: ${JSON.stringify(error)}`);
        await until(`${call} with ${id} is said in the page`, async () =>
          /not open to you|could not be shown/.test(await wordsIn(page)),
        );
      }
    await page.context().close();
  },
);

test(
  '[SDK-63] [SDK-21] a page around the page whose origin is not registered is named at once; an srcdoc is as good as its page',
  browser.needed,
  async () => {
    host.put('/inner', starting({}));
    stranger.put('/', `<!doctype html><iframe src="${host.origin}/inner"></iframe>`);
    const { page } = await openHost(browser, `${stranger.origin}/`);
    const inner = () => page.frames().find((each) => each.url() === `${host.origin}/inner`);
    await until('the inner page is told', async () =>
      Boolean(
        await inner()
          ?.evaluate('told.some(([name]) => name === "error")')
          .catch(() => false),
      ),
    );
    const error = await inner()?.evaluate<Record<string, unknown>>(
      'told.find(([name]) => name === "error")[1]',
    );
    assert.equal(error?.error_code, 'origin not registered');
    assert.ok(String(error?.error_message).includes(stranger.origin), String(error?.error_message));
    await page.frameLocator('iframe').frameLocator('iframe').getByText(stranger.origin).waitFor();

    const html = starting({}).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    host.put('/srcdoc', `<!doctype html><iframe srcdoc="${html}"></iframe>`);
    await page.goto(`${host.origin}/srcdoc`);
    await page.frameLocator('iframe').frameLocator('iframe').locator('[data-composer]').waitFor();

    // A sandbox takes the origin away, of the page and of all frames in it.
    for (const [path, body, headers] of [
      ['/sandbox', `<!doctype html><iframe sandbox="allow-scripts" src="/inner"></iframe>`, {}],
      ['/csp-sandbox', starting({}), { 'content-security-policy': 'sandbox allow-scripts' }],
    ] as const) {
      host.put(path, body, headers);
      await page.goto(host.origin + path);
      const frame = path === '/sandbox' ? page.frameLocator('iframe') : page;
      await frame.getByRole('alert').getByText('allow-same-origin').waitFor();
    }
    await page.context().close();
  },
);

test('[SDK-63] a module that comes late is shown after all, and its words go', browser.needed, async () => {
  host.put('/late', '');
  const opened = await openHost(browser, `${host.origin}/late`);
  const { page } = opened;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/embed/chat?*', async (route) => {
    await held;
    await route.continue();
  });
  host.put('/late', starting({}));
  await page.goto(`${host.origin}/late`, { waitUntil: 'commit' });
  await until('it has failed', async () => (await toldOf(page, 'error')).length > 0);
  await page.getByRole('alert').waitFor();
  assert.equal(await page.locator('iframe').isVisible(), false);
  release();
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.context().close();
});

test('[SDK-63] the client and server take an address from nobody but its origin: ancestors are checked as they are written', async () => {
  const statusOf = async (ancestors: string) => {
    const query = new URLSearchParams({ client_id: clientId, origin: host.origin, widget: 'w', ancestors });
    return (await fetch(`${service.origin}/embed/chat?${query}`)).status;
  };
  assert.equal(await statusOf(''), 200);
  assert.equal(await statusOf(`${host.origin},${host.origin}`), 200);
  for (const around of [
    stranger.origin,
    `${host.origin},${stranger.origin}`,
    'null',
    `${host.origin},`,
    '"><b>',
  ])
    assert.equal(await statusOf(around), 403, around);
});
