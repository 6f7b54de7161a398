import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, uploadFile } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

// As people have it who block cookies of third parties.
const { browser, service, fixture } = await startApp({}, ['--test-third-party-cookie-phaseout']);
const host = await startHost();
const otherHost = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin, otherHost.origin]);
const { ada, ben } = fixture;
for (const each of [host, otherHost])
  each.put('/', pageWith(service, '<div id="one"></div><div id="two"></div>'));

const init = (token: string, more = '') =>
  `Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${token}', sdk_version: 4, ${more} })`;

const messageIn = (page: Page, words: string) =>
  frameIn(page, 'one').locator('.chat-content .message').filter({ hasText: words });

test(
  '[SDK-1] [SDK-4] [SDK-19] two people talk in frames, each in a page of an origin of its own, without a cookie',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan', ada, [ben]);
    await fixture.post(binderId, ada, 'Have you seen the offer?');
    const opened = await Promise.all([host, otherHost].map(({ origin }) => openHost(browser, `${origin}/`)));
    for (const [index, { page }] of opened.entries()) {
      await page.evaluate(init([ada, ben][index]?.token ?? ''));
      await page.evaluate(
        `Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' }).then(({ ready }) => ready)`,
      );
    }
    const [one, two] = opened;
    assert.ok(one && two);
    await messageIn(two.page, 'Have you seen the offer?').waitFor();
    await frameIn(two.page, 'one').locator('[data-composer]').fill('I have.');
    await frameIn(two.page, 'one').locator('[data-composer]').press('Enter');
    await messageIn(one.page, 'I have.').waitFor();
    const [started] = await toldOf(one.page, 'start_chat');
    assert.equal(started?.binder_id, binderId);
    assert.match(String(started?.session_id), /^[\w-]{43}$/);
    const message = { message: 'I have.', binder_id: binderId };
    await becomes(
      async () => (await toldOf(one.page, 'receive_feed')).map(({ session_id: _, ...rest }) => rest),
      [message],
    );
    await becomes(
      async () => (await toldOf(two.page, 'publish_feed')).map(({ session_id: _, ...rest }) => rest),
      [message],
    );
    for (const { page, errors, requests } of opened) {
      assert.deepEqual(errors, []);
      assert.deepEqual(await page.context().cookies(), []);
      const token = [ada, ben].map((each) => each.token);
      assert.ok(!requests.some((address) => token.some((each) => address.includes(each))));
      await page.context().close();
    }
    assert.ok(!service.logLines.some((line) => line.includes(ada.token)));
  },
);

test(
  '[SDK-33] a person is enough to talk to, and several or a name make a binder',
  browser.needed,
  async () => {
    const { page, errors } = await openHost(browser, `${host.origin}/`);
    await page.evaluate(init(ada.token));
    const binderOf = (given: object) =>
      page.evaluate<{ binder_id: string; error_code?: unknown }>(`new Promise((resolve) => {
        Service.chatView({ start_chat: resolve, error: resolve, iframe: true, tagid4iframe: 'one', ...${JSON.stringify(given)} });
      })`);
    const { binder_id } = await binderOf({ unique_id: ben.uniqueId });
    assert.match(binder_id, /^B\w{22}$/);
    assert.equal((await binderOf({ email: ben.email })).binder_id, binder_id, 'the conversation of the two');
    const made = await binderOf({
      unique_id: `${ben.uniqueId}, ${fixture.carla.uniqueId}`,
      binder_name: 'Three of us',
    });
    const { body } = await service.call('GET', `/${made.binder_id}`, { token: fixture.carla.token });
    assert.deepEqual([body.data.name, body.data.users.length], ['Three of us', 3]);
    for (const [given, code] of [
      [{ unique_id: 'nobody' }, 404],
      [{ unique_id: ada.uniqueId }, 400],
      [{}, 400],
      [{ binder_id: 'B1234567890123456789012' }, 404],
      [{ binder_id: await fixture.addBinder('Closed', ben) }, 403],
    ] as const)
      assert.equal((await binderOf(given)).error_code, code, JSON.stringify(given));
    assert.equal(errors.filter((error) => !/40[034]/.test(error)).length, 0, errors.join());
    await page.context().close();
  },
);

test(
  '[SDK-37] a page with a strict Content-Security-Policy and two modules changes what they show',
  browser.needed,
  async () => {
    const [one, two] = [await fixture.addBinder('North', ada), await fixture.addBinder('South', ada)];
    await fixture.post(one, ada, 'in the north');
    await fixture.post(two, ada, 'in the south');
    const { origin } = service;
    const policy = `default-src 'none'; script-src ${origin} 'nonce-a'; frame-src ${origin}; connect-src ${origin}`;
    const page = pageWith(service, '<div id="one"></div><div id="two"></div>').replaceAll(
      '<script>',
      '<script nonce="a">',
    );
    host.put('/strict', page, { 'content-security-policy': policy });
    const opened = await openHost(browser, `${host.origin}/strict`);
    await opened.page.evaluate(init(ada.token));
    const call = (tag: string, binderId: string) =>
      opened.page.evaluate(
        `Service.chat({ ...callbacks, iframe: true, tagid4iframe: '${tag}', binder_id: '${binderId}' })
          .then((handle) => { window.${tag} = handle; return handle.ready; })`,
      );
    await call('one', one);
    await call('two', two);
    await frameIn(opened.page, 'one').getByText('in the north').first().waitFor();
    await frameIn(opened.page, 'two').getByText('in the south').first().waitFor();
    await opened.page.evaluate(`one.on('start_chat', tell('heard')); one.update({ binder_id: '${two}' })`);
    await frameIn(opened.page, 'one').getByText('in the south').first().waitFor();
    await becomes(async () => (await toldOf(opened.page, 'heard')).map(({ binder_id }) => binder_id), [two]);
    // A page that hears of it adds people in its own way.
    await frameIn(opened.page, 'two').getByRole('link', { name: 'Members' }).click();
    await frameIn(opened.page, 'two').getByRole('button', { name: 'Add people' }).click();
    await becomes(
      async () => (await toldOf(opened.page, 'invite_member')).map(({ binder_id }) => binder_id),
      [two],
    );
    assert.equal(await frameIn(opened.page, 'two').getByRole('dialog').count(), 0);
    await opened.page.evaluate('two.close()');
    assert.equal(await opened.page.locator('iframe').count(), 1);
    assert.deepEqual(opened.errors, []);
    await opened.page.context().close();
  },
);

test(
  '[SDK-47] modules are shown in pages that are isolated from other origins by their Cross-Origin-Embedder-Policy',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Isolated', ada);
    await fixture.post(binderId, ada, 'behind glass');
    const web = { binderId, token: ada.token };
    const { pages } = await uploadFile(
      service,
      web,
      '<h1>Terms</h1><p>In a frame of its own.</p>',
      'terms.html',
    );
    for (const policy of ['require-corp', 'credentialless']) {
      const headers = { 'cross-origin-embedder-policy': policy, 'cross-origin-opener-policy': 'same-origin' };
      host.put(`/${policy}`, pageWith(service, '<div id="one"></div><div id="two"></div>'), headers);
      const { page, errors } = await openHost(browser, `${host.origin}/${policy}`);
      assert.equal(await page.evaluate('crossOriginIsolated'), true);
      await page.evaluate(init(ada.token));
      const show = (call: string, tag: string, more: object) =>
        page.evaluate(
          `Service.${call}(${JSON.stringify({ iframe: true, tagid4iframe: tag, binder_id: binderId, ...more })}).then(({ ready }) => ready)`,
        );
      await show('chat', 'one', {});
      await messageIn(page, 'behind glass').waitFor();
      // A frame within the frame, and what is wrong, are shown as well.
      await show('pageView', 'two', { page_id: pages[0]?.id });
      const shown = frameIn(page, 'two').frameLocator('.web-frame');
      await shown.getByRole('heading', { name: 'Terms' }).waitFor();
      await registerOrigins(service, fixture.client.id, [otherHost.origin]);
      try {
        await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one' })`);
        await becomes(async () => (await toldOf(page, 'error'))[0]?.error_code, 'origin not registered');
      } finally {
        await registerOrigins(service, fixture.client.id, [host.origin, otherHost.origin]);
      }
      assert.deepEqual(
        errors.filter((each) => !/403|not registered/.test(each)),
        [],
      );
      await page.context().close();
    }
  },
);
