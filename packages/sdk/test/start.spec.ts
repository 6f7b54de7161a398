import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import type { Page, TestOrg } from '@ringbinder/testkit/playwright/index.ts';
import { test as base, errorsOf, eventsOf, expect, frameIn, openHost, pageWith } from './support/embed.ts';
import { startPlainProxy } from './support/plain-proxy.ts';

/** The documented ten seconds, plus half a second for a busy machine. */
const LIMIT_MS = 10_500;

interface StartOptions {
  init?: string;
  call?: string;
  headers?: Record<string, string>;
  from?: string;
}

interface StartFixtures {
  starting: (start: StartOptions) => string;
  openStarting: (start: StartOptions) => Promise<{ page: Page; errors: string[] }>;
}

const test = base.extend<StartFixtures>({
  starting: async ({ service, org }, use) => {
    const binderId = await org.addBinder('Started', org.ada);
    await use((start) => startingPage(service, org, binderId, start));
  },
  openStarting: ({ app, host, starting }, use) => {
    let paths = 0;
    return use(async (start) => {
      const path = `/start-${++paths}`;
      host.put(path, starting(start), start.headers);
      const page = await app.newPage();
      const errors = errorsOf(page);
      await page.goto(host.origin + path);
      return { page, errors };
    });
  },
});

function startingPage(
  service: TestService,
  { client, ada }: TestOrg,
  binderId: string,
  { init = '', call = '', from = service.origin }: StartOptions,
): string {
  const page = pageWith(
    service,
    `<div id="one"></div><script>
      window.begun = performance.now();
      callbacks.error = (detail) => told.push(['error', { ...detail, after: performance.now() - begun }]);
      Service.init({ mode: 'production', client_id: '${client.id}', access_token: '${ada.token}', sdk_version: 3, ${init} });
      Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}', ${call} });
    </script>`,
  );
  return page.replace(`${service.origin}/sdk/`, `${from}/sdk/`);
}

async function failureOf(page: Page, errors: readonly string[]) {
  await expect.poll(async () => (await eventsOf(page, 'error')).length > 0, 'the page is told').toBeTruthy();
  const [error = {}] = await eventsOf(page, 'error');
  const message = String(error.error_message);
  assert.ok(Number(error.after) < LIMIT_MS, `${message} after ${error.after} ms`);
  await expect
    .poll(() => errors.some((line) => line.includes(message)), `the console has it: ${message}`)
    .toBeTruthy();
  return { code: error.error_code, message };
}

async function wordsIn(page: Page): Promise<string> {
  const body = frameIn(page, 'one').locator('body');
  // Browser error pages and hidden frames have no text.
  const inFrame = await body.innerText({ timeout: 1_000 }).catch(() => '');
  return `${inFrame} ${await page.locator('#one').innerText()}`;
}

const failing: { name: string; start: StartOptions; code: unknown; message: RegExp; words?: RegExp }[] = [
  {
    name: 'a binder_id that is none',
    start: { call: `binder_id: 'B1'` },
    code: 404,
    message: /there is no binder/,
    words: /have access to this binder/,
  },
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
    message: /does not exist/,
    words: /unknown client/i,
  },
];

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-63] a module that cannot be shown is reported within ten seconds to the page, in the console and to the reader', {
  tag: ['@slow', '@alone'],
}, async ({ service, startHost, serve, openStarting }) => {
  const nothing = await startHost('127.0.0.1');
  const proxy = await startPlainProxy(serve, service.origin);
  const all = [
    ...failing,
    {
      name: 'an address without a server',
      start: { init: `base_url: '${nothing.origin}'` },
      code: 'server unreachable',
      message: /does not respond/,
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
      await expect
        .poll(async () => words.test(await wordsIn(page)), `${name} is said in the page`)
        .toBeTruthy();
    }),
  );
});

const MODULES = ['chatView', 'pageView', 'todoView', 'meetView', 'meet', 'note', 'annotate'];
const UNKNOWN = [
  ...MODULES.flatMap((call) => ['nope', `B${'x'.repeat(22)}`].map((id) => [call, id] as const)),
  ...['undefined', '[object Object]', `B${'x'.repeat(21)}!`].map((id) => ['chat', id] as const),
];

test('[SDK-63] every module reports that its binder does not exist, whatever the id', {
  tag: '@slow',
}, async ({ openStarting }) => {
  const { page, errors } = await openStarting({});
  for (const [call, id] of UNKNOWN) {
    errors.length = 0;
    await page.evaluate(`window.told = []; window.begun = performance.now();
      document.querySelector('#one').innerHTML = '';
      Service.${call}({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${id}' })`);
    const { code, message } = await failureOf(page, errors);
    assert.ok([400, 404].includes(Number(code)), `${call} with ${id}: ${code} ${message}`);
    await expect
      .poll(() => wordsIn(page), `${call} with ${id}`)
      .toMatch(/have access to this binder|could not be shown/);
  }
});

test('[SDK-63] [SDK-21] an outer page of an origin that is not registered is named in the error', async ({
  app,
  host,
  startHost,
  starting,
}) => {
  const outerSite = await startHost();
  host.put('/inner', starting({}));
  outerSite.put('/', `<!doctype html><iframe src="${host.origin}/inner"></iframe>`);
  const page = await openHost(app, `${outerSite.origin}/`);
  const inner = () => page.frames().find((each) => each.url() === `${host.origin}/inner`);
  await expect
    .poll(
      async () =>
        Boolean(
          await inner()
            ?.evaluate('told.some(([name]) => name === "error")')
            .catch(() => false),
        ),
      'the inner page is told',
    )
    .toBeTruthy();
  const error = await inner()?.evaluate<Record<string, unknown>>(
    'told.find(([name]) => name === "error")[1]',
  );
  assert.equal(error?.error_code, 'origin not registered');
  assert.ok(String(error?.error_message).includes(outerSite.origin), String(error?.error_message));
  await page.frameLocator('iframe').frameLocator('iframe').getByText(outerSite.origin).waitFor();
});

test('[SDK-63] [SDK-21] a page in an srcdoc shows modules, and a sandbox without allow-same-origin is reported', async ({
  app,
  host,
  starting,
}) => {
  const page = await app.newPage();
  const html = starting({}).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  host.put('/srcdoc', `<!doctype html><iframe srcdoc="${html}"></iframe>`);
  await page.goto(`${host.origin}/srcdoc`);
  await page.frameLocator('iframe').frameLocator('iframe').locator('[data-composer]').waitFor();

  host.put('/inner', starting({}));
  for (const [path, body, headers] of [
    ['/sandbox', `<!doctype html><iframe sandbox="allow-scripts" src="/inner"></iframe>`, {}],
    ['/csp-sandbox', starting({}), { 'content-security-policy': 'sandbox allow-scripts' }],
  ] as const) {
    host.put(path, body, headers);
    await page.goto(host.origin + path);
    const frame = path === '/sandbox' ? page.frameLocator('iframe') : page;
    await frame.getByRole('alert').getByText('allow-same-origin').waitFor();
  }
});

test('[SDK-63] a module that loads late replaces the error', async ({ app, host, starting }) => {
  const page = await app.newPage();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/embed/chat?*', async (route) => {
    await released;
    await route.continue();
  });
  host.put('/late', starting({}));
  await page.clock.install();
  await page.goto(`${host.origin}/late`, { waitUntil: 'commit' });
  await page.waitForFunction('window.begun');
  await page.clock.fastForward(6_000);
  await expect.poll(async () => (await eventsOf(page, 'error')).length > 0, 'it has failed').toBeTruthy();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.locator('iframe').isVisible(), false);
  release();
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});
