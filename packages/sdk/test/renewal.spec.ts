import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import type { Page } from '@ringbinder/testkit/playwright/index.ts';
import {
  test as base,
  errorsOf,
  eventsOf,
  expect,
  frameIn,
  newToken,
  openHost,
  pageWith,
  revoke,
} from './support/embed.ts';

interface Tokens {
  newPage(): Promise<Page>;
  token(): Promise<{ access_token: string; expires_in: number }>;
  init(token: unknown, more?: string): string;
  chat(id: string, more?: string): string;
  binderId: string;
}

const BODY = '<div id="one"></div><div id="two"></div><div id="three"></div>';

const test = base.extend<{ tokens: Tokens }>({
  tokens: async ({ app, host, org, service }, use) => {
    const { ada, client } = org;
    const binderId = await org.addBinder('Tokens', ada);
    host.put('/', pageWith(service, BODY));
    await use({
      binderId,
      newPage: () => openHost(app, `${host.origin}/`),
      token: () => newToken(service, client, ada.uniqueId),
      init: (token, more = '') => `Service.init({
  mode: 'production', client_id: '${client.id}', access_token: ${JSON.stringify(token)}, sdk_version: 4, ${more} })`,
      chat: (id, more = '') =>
        `Service.chat({ ...callbacks, iframe: true, tagid4iframe: '${id}', binder_id: '${binderId}', ${more} }).catch(() => undefined)`,
    });
  },
});

const codeOf = (expression: string) =>
  `(() => { try { ${expression}; return null } catch ({ error_code }) { return error_code } })()`;

function countCalls(page: Page, service: TestService): { calls: string[] } {
  const counted = { calls: [] as string[] };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === service.origin && pathname.startsWith('/v1/')) counted.calls.push(pathname);
  });
  return counted;
}

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-64] a token may be text or the whole answer of the token endpoint', async ({
  service,
  tokens,
}) => {
  const page = await tokens.newPage();
  const { calls } = countCalls(page, service);
  for (const wrong of [
    {},
    { error: 'invalid_grant' },
    { data: { access_token: 'x' } },
    4711,
    true,
    'two words',
    'line\nbreak',
  ])
    assert.equal(
      await page.evaluate(codeOf(tokens.init(wrong))),
      'invalid access_token',
      JSON.stringify(wrong),
    );
  assert.equal(
    await page.evaluate(codeOf(tokens.init('x').replace('"x"', 'Promise.resolve("x")'))),
    'invalid access_token',
  );
  for (const [option, code] of [
    ['invalid_token: "next"', 'invalid invalid_token'],
    ['error: 1', 'invalid error'],
    ['base_url: "localhost:8400"', 'invalid base_url'],
    ['base_url: "ftp://collab.example"', 'invalid base_url'],
    ['mode: "prod"', 'invalid mode'],
    ['mode: null', 'invalid mode'],
    ['client_id: 5', 'invalid client_id'],
  ] as const)
    assert.equal(await page.evaluate(codeOf(tokens.init('x', option))), code, option);
  for (const nothing of ['', 'null', '"options"'])
    assert.match(String(await page.evaluate(codeOf(`Service.init(${nothing})`))), /^invalid /, nothing);
  assert.deepEqual(calls, []);

  await page.evaluate(tokens.init(await tokens.token()));
  await page.evaluate(tokens.chat('one'));
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
  await page.evaluate(tokens.init(undefined).replace('client_id:', 'clientId:'));
  await page.evaluate(tokens.chat('two', `access_token: ${JSON.stringify(await tokens.token())}`));
  await frameIn(page, 'two').locator('[data-composer]').waitFor();
  await page.evaluate(tokens.chat('three', 'access_token: { error: "no" }'));
  await expect
    .poll(async () => (await eventsOf(page, 'error')).map(({ error_code }) => error_code))
    .toEqual(['invalid access_token']);
  await page
    .locator('#three')
    .getByRole('alert')
    .getByText(/access_token returned neither a token nor a token response/)
    .waitFor();
});

const own = 'access_token: "own-ended",';
type Misbehaving = [name: string, handler: string, message: RegExp, asked: number, call?: string];

const misbehaving = (chat: Tokens['chat']): Misbehaving[] => [
  ['an answer that is an error', '() => ({ error: "invalid_grant" })', /invalid_grant/, 1],
  ['a rejection', '() => Promise.reject(new Error("the backend is away"))', /the backend is away/, 1],
  ['bad tokens', '() => "bad-" + asked', /rejected 3 access tokens/, 3],
  ['another call in its place', `() => { ${chat('one')} }`, /rejected 3 access tokens/, 3],
  [
    'bad tokens by init, and another call',
    `() => { begin("bad-" + asked); ${chat('one')} }`,
    ...([/rejected 3 access tokens/, 3] as const),
  ],
  [
    'another call with a bad token of its own',
    ...([`() => { ${chat('one', own)} }`, /rejected 3 access tokens/, 3, own] as const),
  ],
  ['the same token', '() => "ended"', /the same access token/, 1],
];

test('[SDK-64] [SDK-63] an invalid_token callback without a valid token ends in an error for the page, the console and the reader, without a loop', {
  tag: '@slow',
}, async ({ org, service, tokens }) => {
  const first = await tokens.newPage();
  await Promise.all(
    misbehaving(tokens.chat).map(async ([name, handler, message, asked, call]) => {
      const page = await first.context().newPage();
      const errors = errorsOf(page);
      await page.goto(first.url());
      const { calls } = countCalls(page, service);
      await page.evaluate(`window.asked = 0; window.times = []; window.handler = ${handler};
        window.begin = (access_token) => Service.init({ mode: 'production', client_id: '${org.client.id}', access_token, sdk_version: 4,
          invalid_token: (event) => { asked += 1; times.push(performance.now()); return handler(event); } });
        begin('ended');`);
      await page.evaluate(tokens.chat('one', call));
      await expect
        .poll(async () => (await eventsOf(page, 'error')).length > 0, `${name}: the page is told`)
        .toBeTruthy();
      const [error] = await eventsOf(page, 'error');
      assert.equal(error?.error_code, 'invalid_token', name);
      assert.match(String(error?.error_message), message, name);
      await frameIn(page, 'one').getByRole('alert').getByText(new RegExp(message.source, 'i')).waitFor();
      assert.ok(
        errors.some((line) => message.test(line)),
        `${name}: ${errors.join('\n')}`,
      );
      assert.equal(await page.evaluate('asked'), asked, name);
      const times = await page.evaluate<number[]>('times');
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      for (const [index, gap] of gaps.entries())
        assert.ok(gap >= 1_000 * 2 ** index - 20, `${name}: ${gaps.join()}`);
      assert.ok(calls.length <= 10, `${name}: ${calls.length} calls: ${calls.join()}`);
      await page.evaluate(`begin('${(await tokens.token()).access_token}')`);
      await frameIn(page, 'one').locator('[data-composer]').waitFor();
      const alerts = frameIn(page, 'one').getByRole('alert').filter({ hasText: /./ });
      assert.equal(await alerts.count(), 0, name);
    }),
  );
});

test('[SDK-64] an invalid_token callback that never answers ends in an error after ten seconds', async ({
  tokens,
}) => {
  const page = await tokens.newPage();
  await page.clock.install();
  await page.evaluate(`window.asked = 0;
    ${tokens.init('ended', 'invalid_token: () => { asked += 1; return new Promise(() => {}); }')}`);
  await page.evaluate(tokens.chat('one'));
  await page.waitForFunction('asked === 1');
  await page.clock.fastForward(10_000);
  await frameIn(page, 'one')
    .getByRole('alert')
    .getByText(/there was no new one/i)
    .waitFor();
  assert.deepEqual(
    (await eventsOf(page, 'error')).map(({ error_code }) => error_code),
    ['invalid_token'],
  );
});

test('[SDK-63] [SDK-64] a server that does not respond to the new token is named in the error', async ({
  tokens,
}) => {
  const page = await tokens.newPage();
  const { access_token: next } = await tokens.token();
  let held = 0;
  await page.route('**/embed/me?*', (route) => {
    if (route.request().headers().authorization !== `Bearer ${next}`) return route.fallback();
    held += 1;
  });
  await page.clock.install();
  await page.evaluate(tokens.init('ended', `invalid_token: () => '${next}'`));
  await page.evaluate(tokens.chat('one'));
  await expect.poll(() => held, 'the server is asked').toBe(1);
  await page.clock.fastForward(8_000);
  // The frame may have reported its own timeout of ten seconds first.
  await frameIn(page, 'one')
    .getByRole('alert')
    .getByText(/The server (does|did) not respond/)
    .waitFor({ state: 'attached' });
});

test('[SDK-64] [SDK-20] modules whose tokens are refused together request one new token and all continue with it', async ({
  org,
  service,
  tokens,
}) => {
  const { ada } = org;
  const page = await tokens.newPage();
  const [first, second] = [await tokens.token(), await tokens.token()];
  let asked = 0;
  await page.exposeFunction('next', async () => {
    asked += 1;
    return second;
  });
  await page.evaluate(tokens.init(first, 'invalid_token: () => next()'));
  for (const tag of ['one', 'two', 'three']) await page.evaluate(tokens.chat(tag));
  for (const tag of ['one', 'two', 'three']) await frameIn(page, tag).locator('[data-composer]').waitFor();
  await revoke(service, first.access_token);
  for (const tag of ['one', 'two', 'three']) {
    await frameIn(page, tag).locator('[data-composer]').fill(`from ${tag}`);
    await frameIn(page, tag).locator('[data-composer]').press('Enter');
  }
  await expect
    .poll(async () => {
      const { body } = await service.call('GET', `/${tokens.binderId}/messages`, { token: ada.token });
      const texts = body.data.messages.map(({ text }: { text?: string }) => text);
      return ['one', 'two', 'three'].every((tag) => texts.includes(`from ${tag}`));
    }, 'all three were posted')
    .toBeTruthy();
  assert.equal(asked, 1);
  await page.evaluate(`Service.removeWidget('one')`);
  await page.evaluate(tokens.chat('one'));
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
  assert.equal(asked, 1);
});
