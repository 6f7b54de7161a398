import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
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

const { browser, service, fixture } = await startApp();
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada } = fixture;
const clientId = fixture.client.id;
host.put('/', pageWith(service, '<div id="one"></div><button id="go">Go</button>'));
host.put(
  '/bare',
  '<!doctype html><html lang="en"><title>Bare</title><body><div id="one"></div></body></html>',
);

/** What an expression throws in the page; null for nothing. */
const thrown = (expression: string) =>
  `(() => { try { ${expression}; return null } catch ({ error_code, error_message }) { return [error_code, error_message] } })()`;

test(
  '[SDK-2] [SDK-18] what is wrong with init is told to its handler, or thrown',
  browser.needed,
  async () => {
    const { page, errors } = await openHost(browser, `${host.origin}/`);
    const code = async (expression: string) =>
      (await page.evaluate<[string, string] | null>(thrown(expression)))?.[0];
    assert.equal(await code(`Service.chat({ binder_id: 'B1' })`), 'not initialised');
    assert.equal(await code(`Service.init({ mode: 'production' })`), 'invalid client_id');
    assert.equal(await code(`Service.init({ mode: 'production', client_id: 'demo' })`), 'invalid client_id');
    assert.equal(await code(`Service.init({ client_id: '${clientId}' })`), 'invalid mode');
    assert.equal(
      await code(`Service.init({ mode: 'production', client_id: 1, error: tell('error') })`),
      undefined,
    );
    assert.equal((await toldOf(page, 'error'))[0]?.error_code, 'invalid client_id');
    assert.equal(await code(`Service.init({ mode: 'sandbox', client_id: '${clientId}' })`), undefined);
    await page.evaluate(
      `Service.init({ mode: 'production', client_id: '${clientId}', sdk_version: '3' }, () => told.push(['done', {}]))`,
    );
    assert.equal((await toldOf(page, 'done')).length, 1);
    const chat = (more: string) => code(`Service.chat({ binder_id: 'B1', iframe: 'true', ${more} })`);
    assert.equal(await chat(`tagid4iframe: 'one'`), 'invalid access_token');
    assert.equal(await chat(`access_token: 'x'`), 'invalid tagid4iframe');
    assert.equal(await chat(`access_token: 'x', tagid4iframe: 'none'`), 'invalid tagid4iframe');
    assert.equal(await chat(`access_token: 'x', tagid4iframe: 'none', error: tell('error')`), undefined);
    assert.match(String((await toldOf(page, 'error'))[1]?.error_message), /no element with the id none/);
    // What is no element, like the object that a library wraps around one, is none.
    for (const tag of ['5', '[document.body]', '{ 0: document.body, length: 1 }', 'document'])
      assert.equal(await chat(`access_token: 'x', tagid4iframe: ${tag}`), 'invalid tagid4iframe', tag);
    for (const odd of ['10n', '(() => { const own = {}; own.own = own; return own })()'])
      assert.equal(
        await chat(`access_token: 'x', tagid4iframe: 'one', extension: ${odd}`),
        'invalid options',
        odd,
      );
    assert.equal(await page.evaluate('Service.isBrowserSupported()'), true);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-6] [SDK-10] [SDK-11] [VER-3] versions are compared loosely: 2 warns once, and 4 gives handles',
  browser.needed,
  async () => {
    const { page } = await openHost(browser, `${host.origin}/`);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const kindOf = (version: string) =>
      page.evaluate<string>(`(() => {
      Service.init({ mode: 'production', client_id: '${clientId}', access_token: 'x', ${version} });
      const given = Service.timelineView({ iframe: true, tagid4iframe: 'one', error: () => {} });
      return given === undefined ? 'nothing' : given instanceof Promise ? 'promise' : 'else';
    })()`);
    assert.equal(await kindOf(''), 'nothing');
    assert.equal(await kindOf(`sdk_version: '2'`), 'nothing');
    assert.equal(await kindOf('sdk_version: 3'), 'nothing');
    for (const latest of ['4', `'4'`, `'5'`]) assert.equal(await kindOf(`sdk_version: ${latest}`), 'promise');
    await becomes(() => warnings.length, 1);
    assert.match(warnings[0] ?? '', /deprecated/);
    assert.equal(await kindOf(`sdk_version: 4, client_secret: 'no'`), 'promise');
    await becomes(
      () => warnings.slice(1).map((each) => /everybody’s. Get tokens from your server/.test(each)),
      [true],
    );
    const handle = await page.evaluate(
      `Service.timelineView({ iframe: true, tagid4iframe: 'one', error: () => {} }).then((handle) => Object.keys(handle).sort())`,
    );
    assert.deepEqual(handle, ['close', 'on', 'ready', 'session_id', 'update']);
    await page.context().close();
  },
);

test(
  '[SDK-12] [SDK-24] what is called before the script has come is done when it comes',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Early', ada);
    await fixture.post(binderId, ada, 'Good morning');
    const { page, errors } = await openHost(browser, `${host.origin}/bare`);
    await page.evaluate(`
    window.Service = { queue: [] };
    for (const name of ['init', 'chat'])
      Service[name] = (...values) => new Promise((settle) => Service.queue.push([name, values, settle]));
    Service.init({ mode: 'production', client_id: '${clientId}', access_token: '${ada.token}', sdk_version: 4 });
    window.early = Service.chat({ iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' });
    undefined;
  `);
    await page.addScriptTag({ url: `${service.origin}/sdk/service.js` });
    await page.evaluate('early.then(({ ready }) => ready)');
    await frameIn(page, 'one').getByText('Good morning').first().waitFor();
    // The same tag again leaves what is there alone.
    await page.evaluate('window.first = Service');
    await page.addScriptTag({ url: `${service.origin}/sdk/service.js` });
    assert.equal(await page.evaluate('first === Service'), true);
    const module = await page.evaluate<string[]>(
      `import('${service.origin}/sdk/service.mjs').then(({ Service }) => Object.keys(Service).sort())`,
    );
    assert.deepEqual(module, await page.evaluate('Object.keys(Service).sort()'));
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-7] [SDK-20] a token that has ended is told of once, and the next one goes on with nothing lost',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Tokens', ada, [fixture.ben]);
    const tokenOf = async () => {
      const body = new URLSearchParams({
        grant_type: 'http://www.service.com/auth_uniqueid',
        client_id: clientId,
        client_secret: fixture.client.secret,
        uniqueid: ada.uniqueId,
        timestamp: String(service.clock.now()),
      });
      const answer = await fetch(`${service.base}/oauth/token`, { method: 'POST', body });
      return (await jsonOf<{ access_token: string }>(answer)).access_token;
    };
    const revoke = (token: string) =>
      fetch(`${service.base}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ access_token: token }),
      });
    const tokens = [await tokenOf(), await tokenOf(), await tokenOf()] as const;
    const { page } = await openHost(browser, `${host.origin}/`);
    await page.exposeFunction('nextToken', (session: string) => {
      asked.push(session);
      return asked.length === 1 ? tokens[1] : undefined;
    });
    const asked: string[] = [];
    const init = (token: string) => `Service.init({
    mode: 'production', client_id: '${clientId}', access_token: '${token}', sdk_version: 4,
    invalid_token: ({ session_id }) => nextToken(session_id),
  })`;
    await page.evaluate(init(tokens[0]));
    await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' })
    .then((handle) => { window.handle = handle; return handle.ready; })`);
    const session = await page.evaluate<string>('handle.session_id');
    const field = frameIn(page, 'one').locator('[data-composer]');
    await field.fill('half a thought');
    await revoke(tokens[0]);
    await field.press('Enter');
    await until('the message was posted', async () => {
      const { body } = await service.call('GET', `/${binderId}/messages`, { token: ada.token });
      return body.data.messages.some(({ text }: { text?: string }) => text === 'half a thought');
    });
    assert.deepEqual(asked, [session], 'told once, however many calls were refused');
    assert.notEqual(await page.evaluate('handle.session_id'), session);

    // Nothing is handed back: it waits until init is called with the next one.
    await revoke(tokens[1]);
    await until('it was told of again', () => asked.length === 2);
    await field.fill('and the other half');
    await field.press('Enter');
    await page.evaluate(init(tokens[2]));
    await becomes(
      async () => (await toldOf(page, 'publish_feed')).map(({ message }) => message),
      ['half a thought', 'and the other half'],
    );
    assert.equal(new Set(asked).size, 2);

    // What one person wrote is never sent as another.
    await revoke(tokens[2]);
    await until('it was told of a third time', () => asked.length === 3);
    await field.fill('mine alone');
    await field.press('Enter');
    await page.evaluate(`handle.on('error', tell('wrong'))`);
    await page.evaluate(init(fixture.ben.token));
    await until('it was refused', async () => (await toldOf(page, 'wrong')).length > 0);
    assert.equal((await toldOf(page, 'wrong'))[0]?.error_code, 403);
    const { body } = await service.call('GET', `/${binderId}/messages`, { token: ada.token });
    assert.equal(body.data.messages.length, 2);
    await page.context().close();
  },
);

test(
  '[SDK-42] setup, as older pages call it, gets the token itself, and warns of a secret in a page',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Older', ada);
    const { page } = await openHost(browser, `${host.origin}/bare`);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.evaluate(`(() => {
      window.Service = { name: 'of somebody else' };
      window.told = [];
      const script = document.createElement('script');
      script.src = '${service.origin}/sdk/service.js';
      script.dataset.clientId = '${clientId}';
      return new Promise((resolve) => { script.onload = () => resolve(); document.head.append(script); });
    })()`);
    const setup = (more: string) => `new Promise((settle) => {
      const get_accesstoken = (answer) => settle(answer);
      const error = (answer) => settle(answer);
      Service.setup({ mode: 'production', uniqueid: '${ada.uniqueId}', get_accesstoken, error, ${more} }, () => told.push(['done', {}]));
    })`;
    const refused = await page.evaluate<{ error_code: string }>(setup(''));
    assert.equal(refused.error_code, 'invalid_request');
    assert.ok(!warnings.some((each) => /client_secret/.test(each)));
    const signed = await page.evaluate<{ error_message: string }>(setup(`signature: 'bm9uZQ'`));
    assert.match(signed.error_message, /have your server ask/);
    const timestamp = service.clock.now();
    const given = await page.evaluate<{ access_token: string; expires_in: number }>(
      setup(
        `client_secret: '${fixture.client.secret}', timestamp: ${timestamp}, firstname: 'Ada', lastname: 'Lovelace', pictureurl: 'https://pictures.example/ada.png', orgid: '${fixture.partner.orgId}'`,
      ),
    );
    assert.equal(given.expires_in, 43_200);
    assert.ok(warnings.some((each) => /client_secret in a page is everybody’s/.test(each)));
    assert.equal((await toldOf(page, 'done')).length, 1);
    await page.evaluate(
      `Service.chatView({ iframe: 'true', tagid4iframe: 'one', binder_id: '${binderId}' })`,
    );
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    await page.context().close();
  },
);
