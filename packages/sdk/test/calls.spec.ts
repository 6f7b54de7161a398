import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import type { App } from '@ringbinder/testkit/playwright/index.ts';
import {
  eventsOf,
  expect,
  frameIn,
  type HostSite,
  newToken,
  openHost,
  pageWith,
  revoke,
  test,
} from './support/embed.ts';

const openPlain = (app: App, host: HostSite, service: TestService) => {
  host.put('/', pageWith(service, '<div id="one"></div>'));
  return openHost(app, `${host.origin}/`);
};
const openBare = (app: App, host: HostSite) => {
  host.put(
    '/bare',
    '<!doctype html><html lang="en"><title>Bare</title><body><div id="one"></div></body></html>',
  );
  return openHost(app, `${host.origin}/bare`);
};

const thrown = (expression: string) =>
  `(() => { try { ${expression}; return null } catch ({ error_code, error_message }) { return [error_code, error_message] } })()`;

test('[SDK-2] [SDK-18] errors of init and of a call reach the error callback, or are thrown without one', async ({
  app,
  org,
  service,
  host,
}) => {
  const page = await openPlain(app, host, service);
  const code = async (expression: string) =>
    (await page.evaluate<[string, string] | null>(thrown(expression)))?.[0];
  assert.equal(await code(`Service.chat({ binder_id: 'B1' })`), 'not initialised');
  assert.equal(await code(`Service.init({ mode: 'production' })`), 'invalid client_id');
  assert.equal(await code(`Service.init({ mode: 'production', client_id: 'demo' })`), 'invalid client_id');
  assert.equal(await code(`Service.init({ client_id: '${org.client.id}' })`), 'invalid mode');
  assert.equal(
    await code(`Service.init({ mode: 'production', client_id: 1, error: tell('error') })`),
    undefined,
  );
  assert.equal((await eventsOf(page, 'error'))[0]?.error_code, 'invalid client_id');
  assert.equal(await code(`Service.init({ mode: 'sandbox', client_id: '${org.client.id}' })`), undefined);
  await page.evaluate(
    `Service.init({ mode: 'production', client_id: '${org.client.id}', sdk_version: '3' }, () => told.push(['done', {}]))`,
  );
  assert.equal((await eventsOf(page, 'done')).length, 1);
  const chat = (more: string) => code(`Service.chat({ binder_id: 'B1', iframe: 'true', ${more} })`);
  assert.equal(await chat(`tagid4iframe: 'one'`), 'invalid access_token');
  assert.equal(await chat(`access_token: 'x'`), 'invalid tagid4iframe');
  assert.equal(await chat(`access_token: 'x', tagid4iframe: 'none'`), 'invalid tagid4iframe');
  assert.equal(await chat(`access_token: 'x', tagid4iframe: 'none', error: tell('error')`), undefined);
  assert.match(String((await eventsOf(page, 'error'))[1]?.error_message), /no element with the id none/);
  for (const tag of ['5', '[document.body]', '{ 0: document.body, length: 1 }', 'document'])
    assert.equal(await chat(`access_token: 'x', tagid4iframe: ${tag}`), 'invalid tagid4iframe', tag);
  for (const odd of ['10n', '(() => { const own = {}; own.own = own; return own })()'])
    assert.equal(
      await chat(`access_token: 'x', tagid4iframe: 'one', extension: ${odd}`),
      'invalid options',
      odd,
    );
  assert.equal(await page.evaluate('Service.isBrowserSupported()'), true);
});

test('[SDK-6] [SDK-10] [SDK-11] [VER-3] sdk_version may be text: version 2 warns once, and version 4 returns handles', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const page = await openPlain(app, host, service);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Service: ')) warnings.push(message.text());
  });
  const kindOf = (version: string) =>
    page.evaluate<string>(`(() => {
      Service.init({ mode: 'production', client_id: '${org.client.id}', access_token: 'x', ${version} });
      const given = Service.timelineView({ iframe: true, tagid4iframe: 'one', error: () => {} });
      return given === undefined ? 'nothing' : given instanceof Promise ? 'promise' : 'else';
    })()`);
  assert.equal(await kindOf(''), 'nothing');
  assert.equal(await kindOf(`sdk_version: '2'`), 'nothing');
  assert.equal(await kindOf('sdk_version: 3'), 'nothing');
  for (const latest of ['4', `'4'`, `'5'`]) assert.equal(await kindOf(`sdk_version: ${latest}`), 'promise');
  await expect.poll(() => warnings.length).toEqual(1);
  assert.match(warnings[0] ?? '', /deprecated/);
  assert.equal(await kindOf(`sdk_version: 4, client_secret: 'no'`), 'promise');
  await expect
    .poll(() => warnings.slice(1).map((each) => /public. Get tokens from your server/.test(each)))
    .toEqual([true]);
  const handle = await page.evaluate(
    `Service.timelineView({ iframe: true, tagid4iframe: 'one', error: () => {} }).then((handle) => Object.keys(handle).sort())`,
  );
  assert.deepEqual(handle, ['close', 'on', 'ready', 'session_id', 'update']);
});

test('[SDK-1] [SDK-12] [SDK-24] calls made before the script has loaded run when it loads', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada } = org;
  const binderId = await org.addBinder('Early', ada);
  await org.post(binderId, ada, 'Good morning');
  const page = await openBare(app, host);
  await page.evaluate(`
    window.Service = { queue: [] };
    for (const name of ['init', 'chat'])
      Service[name] = (...values) => new Promise((settle) => Service.queue.push([name, values, settle]));
    Service.init({ mode: 'production', client_id: '${org.client.id}', access_token: '${ada.token}', sdk_version: 4 });
    window.early = Service.chat({ iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' });
    undefined;
  `);
  await page.addScriptTag({ url: `${service.origin}/sdk/service.js` });
  await page.evaluate('early.then(({ ready }) => ready)');
  await frameIn(page, 'one').getByText('Good morning').first().waitFor();
  await page.evaluate('window.first = Service');
  await page.addScriptTag({ url: `${service.origin}/sdk/service.js` });
  assert.equal(await page.evaluate('first === Service'), true);
  const module = await page.evaluate<string[]>(
    `import('${service.origin}/sdk/service.mjs').then(({ Service }) => Object.keys(Service).sort())`,
  );
  assert.deepEqual(module, await page.evaluate('Object.keys(Service).sort()'));
});

test('[SDK-7] [SDK-20] a revoked token is reported once, and the next token sends what was written', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const { ada } = org;
  const binderId = await org.addBinder('Tokens', ada, [org.ben]);
  const tokenOf = async () => (await newToken(service, org.client, ada.uniqueId)).access_token;
  const tokens = [await tokenOf(), await tokenOf(), await tokenOf()] as const;
  const page = await openPlain(app, host, service);
  await page.exposeFunction('nextToken', (session: string) => {
    requested.push(session);
    return requested.length === 1 ? tokens[1] : undefined;
  });
  const requested: string[] = [];
  const init = (token: string) => `Service.init({
    mode: 'production', client_id: '${org.client.id}', access_token: '${token}', sdk_version: 4,
    invalid_token: ({ session_id }) => nextToken(session_id),
  })`;
  await page.evaluate(init(tokens[0]));
  await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' })
    .then((handle) => { window.handle = handle; return handle.ready; })`);
  const session = await page.evaluate<string>('handle.session_id');
  const field = frameIn(page, 'one').locator('[data-composer]');
  await field.fill('half a thought');
  await revoke(service, tokens[0]);
  await field.press('Enter');
  await expect
    .poll(async () => {
      const { body } = await service.call('GET', `/${binderId}/messages`, { token: ada.token });
      return body.data.messages.some(({ text }: { text?: string }) => text === 'half a thought');
    }, 'the message was posted')
    .toBeTruthy();
  assert.deepEqual(requested, [session], 'told once, however many calls were refused');
  assert.notEqual(await page.evaluate('handle.session_id'), session);

  await revoke(service, tokens[1]);
  await expect.poll(() => requested.length === 2, 'it was told of again').toBeTruthy();
  await field.fill('and the other half');
  await field.press('Enter');
  await page.evaluate(init(tokens[2]));
  await expect
    .poll(async () => (await eventsOf(page, 'publish_feed')).map(({ message }) => message))
    .toEqual(['half a thought', 'and the other half']);
  assert.equal(new Set(requested).size, 2);

  await revoke(service, tokens[2]);
  await expect.poll(() => requested.length === 3, 'it was told of a third time').toBeTruthy();
  await field.fill('mine alone');
  await field.press('Enter');
  await page.evaluate(`handle.on('error', tell('wrong'))`);
  await page.evaluate(init(org.ben.token));
  await expect.poll(async () => (await eventsOf(page, 'wrong')).length > 0, 'it was refused').toBeTruthy();
  assert.equal((await eventsOf(page, 'wrong'))[0]?.error_code, 403);
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: ada.token });
  assert.equal(body.data.messages.length, 2);
});

test('[SDK-42] setup of older pages gets the token itself, and warns about a secret in a page', async ({
  app,
  org,
  service,
  host,
}) => {
  app.allowErrors(/./);
  const { ada } = org;
  const binderId = await org.addBinder('Older', ada);
  const page = await openBare(app, host);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.evaluate(`(() => {
      window.Service = { name: 'of somebody else' };
      window.told = [];
      const script = document.createElement('script');
      script.src = '${service.origin}/sdk/service.js';
      script.dataset.clientId = '${org.client.id}';
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
  assert.match(signed.error_message, /have your server get/);
  const timestamp = service.clock.now();
  const issued = await page.evaluate<{ access_token: string; expires_in: number }>(
    setup(
      `client_secret: '${org.client.secret}', timestamp: ${timestamp}, firstname: 'Ada', lastname: 'Lovelace', pictureurl: 'https://pictures.example/ada.png', orgid: '${org.partner.orgId}'`,
    ),
  );
  assert.equal(issued.expires_in, 43_200);
  assert.ok(warnings.some((each) => /client_secret in a page is public/.test(each)));
  assert.equal((await eventsOf(page, 'done')).length, 1);
  await page.evaluate(`Service.chatView({ iframe: 'true', tagid4iframe: 'one', binder_id: '${binderId}' })`);
  await frameIn(page, 'one').locator('[data-composer]').waitFor();
});
