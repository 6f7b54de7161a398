import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import {
  frameIn,
  jsonOf,
  openHost,
  pageWith,
  registerOrigins,
  startHost,
  toldOf,
} from './testing/host-page.ts';

/* Where the tokens of modules come from, and what becomes of a page that gives bad ones. */

const { browser, service, fixture } = await startApp();
const host = await startHost();
const { ada } = fixture;
const clientId = fixture.client.id;
await registerOrigins(service, clientId, [host.origin]);
const binderId = await fixture.addBinder('Tokens', ada);
host.put('/', pageWith(service, '<div id="one"></div><div id="two"></div><div id="three"></div>'));

async function tokenAnswer(): Promise<{ access_token: string; expires_in: number }> {
  const body = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: clientId,
    client_secret: fixture.client.secret,
    uniqueid: ada.uniqueId,
    timestamp: String(service.clock.now()),
  });
  return jsonOf(await fetch(`${service.base}/oauth/token`, { method: 'POST', body }));
}
const revoke = (token: string) =>
  fetch(`${service.base}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ access_token: token }),
  });

const init = (token: unknown, more = '') => `Service.init({
  mode: 'production', client_id: '${clientId}', access_token: ${JSON.stringify(token)}, sdk_version: 4, ${more} })`;
const chat = (tag: string, more = '') =>
  `Service.chat({ ...callbacks, iframe: true, tagid4iframe: '${tag}', binder_id: '${binderId}', ${more} }).catch(() => undefined)`;
const codeOf = (expression: string) =>
  `(() => { try { ${expression}; return null } catch ({ error_code }) { return error_code } })()`;

/** Counts what the page, and all that is in it, asks of the API. */
function countCalls(page: Page): { calls: string[] } {
  const counted = { calls: [] as string[] };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === service.origin && pathname.startsWith('/v1/')) counted.calls.push(pathname);
  });
  return counted;
}

test(
  '[SDK-64] a token is its text or the whole answer of the token endpoint, wherever it is passed; anything else is refused at once',
  browser.needed,
  async () => {
    const { page } = await openHost(browser, `${host.origin}/`);
    const { calls } = countCalls(page);
    for (const wrong of [
      {},
      { error: 'invalid_grant' },
      { data: { access_token: 'x' } },
      4711,
      true,
      'two words',
      'line\nbreak',
    ])
      assert.equal(await page.evaluate(codeOf(init(wrong))), 'invalid access_token', JSON.stringify(wrong));
    assert.equal(
      await page.evaluate(codeOf(init('x').replace('"x"', 'Promise.resolve("x")'))),
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
      assert.equal(await page.evaluate(codeOf(init('x', option))), code, option);
    for (const nothing of ['', 'null', '"options"'])
      assert.match(String(await page.evaluate(codeOf(`Service.init(${nothing})`))), /^invalid /, nothing);
    assert.deepEqual(calls, []);

    await page.evaluate(init(await tokenAnswer()));
    await page.evaluate(chat('one'));
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    await page.evaluate(init(undefined).replace('client_id:', 'clientId:'));
    await page.evaluate(chat('two', `access_token: ${JSON.stringify(await tokenAnswer())}`));
    await frameIn(page, 'two').locator('[data-composer]').waitFor();
    await page.evaluate(chat('three', 'access_token: { error: "no" }'));
    await becomes(
      async () => (await toldOf(page, 'error')).map(({ error_code }) => error_code),
      ['invalid access_token'],
    );
    await page
      .locator('#three')
      .getByRole('alert')
      .getByText(/access_token gave no token/)
      .waitFor();
    await page.context().close();
  },
);

const own = 'access_token: "own-ended",';
const misbehaving: [name: string, handler: string, message: RegExp, asked: number, call?: string][] = [
  ['an answer that is an error', '() => ({ error: "invalid_grant" })', /invalid_grant/, 1],
  ['a rejection', '() => Promise.reject(new Error("the backend is away"))', /the backend is away/, 1],
  ['a rejection without a reason', '() => Promise.reject()', /failed: .object Undefined/, 1],
  ['null that is thrown', '() => { throw null }', /failed: .object Null/, 1],
  ['an error answer that is thrown', '() => { throw { error: "invalid_grant" } }', /invalid_grant/, 1],
  ['what it throws', '() => { throw new TypeError("no backend") }', /no backend/, 1],
  ['a response that nobody has read', '() => fetch("/")', /object Response/, 1],
  ['a number', '() => 4711', /object Number/, 1],
  ['nothing, and no init', '() => undefined', /no other came/, 1],
  ['a promise without an end', '() => new Promise(() => {})', /no other came/, 1],
  ['bad tokens', '() => "bad-" + asked', /refused 3 access tokens/, 3],
  ['bad tokens by init', '() => { begin("bad-" + asked) }', /refused 3 access tokens/, 3],
  ['another call in its place', `() => { ${chat('one')} }`, /refused 3 access tokens/, 3],
  [
    'bad tokens by init, and another call',
    `() => { begin("bad-" + asked); ${chat('one')} }`,
    ...([/refused 3 access tokens/, 3] as const),
  ],
  [
    'another call with a bad token of its own',
    ...([`() => { ${chat('one', own)} }`, /refused 3 access tokens/, 3, own] as const),
  ],
  ['the same token', '() => "ended"', /the same access token/, 1],
];

test(
  '[SDK-64] [SDK-63] an invalid_token that gives none, or bad ones, ends in an error: page, console and people are told, and nothing loops',
  browser.needed,
  async () => {
    await Promise.all(
      misbehaving.map(async ([name, handler, message, asked, call]) => {
        const { page, errors } = await openHost(browser, `${host.origin}/`);
        const { calls } = countCalls(page);
        await page.evaluate(`window.asked = 0; window.times = []; window.handler = ${handler};
        window.begin = (access_token) => Service.init({ mode: 'production', client_id: '${clientId}', access_token, sdk_version: 4,
          invalid_token: (event) => { asked += 1; times.push(performance.now()); return handler(event); } });
        begin('ended');`);
        await page.evaluate(chat('one', call));
        await until(`${name}: the page is told`, async () => (await toldOf(page, 'error')).length > 0);
        const [error] = await toldOf(page, 'error');
        assert.equal(error?.error_code, 'invalid_token', name);
        assert.match(String(error?.error_message), message, name);
        await frameIn(page, 'one').getByRole('alert').getByText(new RegExp(message.source, 'i')).waitFor();
        assert.ok(
          errors.some((line) => message.test(line)),
          `${name}: ${errors.join('\n')}`,
        );
        assert.equal(await page.evaluate('asked'), asked, name);
        // Later each time: at least a second, and then two.
        const times = await page.evaluate<number[]>('times');
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        for (const [index, gap] of gaps.entries())
          assert.ok(gap >= 1_000 * 2 ** index - 20, `${name}: ${gaps.join()}`);
        assert.ok(calls.length <= 10, `${name}: ${calls.length} calls: ${calls.join()}`);
        // A page that comes to its senses is not lost.
        await page.evaluate(`begin('${(await tokenAnswer()).access_token}')`);
        await frameIn(page, 'one').locator('[data-composer]').waitFor();
        assert.equal(await frameIn(page, 'one').getByRole('alert').count(), 0, name);
        await page.context().close();
      }),
    );
  },
);

test(
  '[SDK-64] [SDK-20] modules that are refused together have the page asked once, and all go on with what it gives',
  browser.needed,
  async () => {
    const { page } = await openHost(browser, `${host.origin}/`);
    const [first, second] = [await tokenAnswer(), await tokenAnswer()];
    let asked = 0;
    await page.exposeFunction('next', async () => {
      asked += 1;
      return second;
    });
    await page.evaluate(init(first, 'invalid_token: () => next()'));
    for (const tag of ['one', 'two', 'three']) await page.evaluate(chat(tag));
    for (const tag of ['one', 'two', 'three']) await frameIn(page, tag).locator('[data-composer]').waitFor();
    await revoke(first.access_token);
    for (const tag of ['one', 'two', 'three']) {
      await frameIn(page, tag).locator('[data-composer]').fill(`from ${tag}`);
      await frameIn(page, tag).locator('[data-composer]').press('Enter');
    }
    await until('all three were posted', async () => {
      const { body } = await service.call('GET', `/${binderId}/messages`, { token: ada.token });
      const texts = body.data.messages.map(({ text }: { text?: string }) => text);
      return ['one', 'two', 'three'].every((tag) => texts.includes(`from ${tag}`));
    });
    assert.equal(asked, 1);
    // What is shown later begins with the token that counts now.
    await page.evaluate(`Service.removeWidget('one')`);
    await page.evaluate(chat('one'));
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    assert.equal(asked, 1);
    await page.context().close();
  },
);
