import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { startApp } from '../web/testing/app-page.ts';
import { inspectEverywhere, keep } from '../web/testing/console-page.ts';
import { bankPage } from './testing/bank-page.ts';
import { frameIn, openHost, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

const { browser, service, fixture } = await startApp();
const host = await startHost();
const { ada, ben, client } = fixture;
await registerOrigins(service, client.id, [host.origin]);

const begin = (page: Page, more = '') =>
  page.evaluate(
    `Service.init({ mode: 'production', client_id: '${client.id}', access_token: '${ada.token}', sdk_version: 2, ${more} })`,
  );
const messageIn = (page: Page, tag: string, words: string) =>
  frameIn(page, tag).locator('.chat-content .message').filter({ hasText: words });
const errorsOf = async (page: Page) => (await toldOf(page, 'error')).map(({ error_code }) => error_code);

async function approvalToken(binderId: string): Promise<string> {
  const workflow = createWorkflow(service, { binderId, owner: ada });
  const { id, steps } = await workflow.make([stepFor(ben)], ada.token, { title: 'Approve the loan' });
  const path = `/${binderId}/transactions/${id}/steps/${steps[0]}/link`;
  return (await service.call('POST', path, { token: ben.token, json: {} })).body.data.token;
}

test(
  '[SDK-39] elements wait for init, show what their attributes say, tell DOM events, and live while they are in the page',
  browser.needed,
  async () => {
    const loan = await fixture.addBinder('Loan', ada, [ben]);
    const house = await fixture.addBinder('House', ada, [ben]);
    await fixture.post(loan, ada, 'About the loan');
    await fixture.post(house, ada, 'About the house');
    const token = await approvalToken(loan);
    host.put(
      '/',
      bankPage(
        service,
        `<service-transaction id="ask" token="${token}"></service-transaction>
         <service-chat id="one" binder-id="${loan}" alone></service-chat>
         <div id="place"><service-chat id="two" binder-id="${house}"></service-chat></div>
         <script>
           for (const name of ['start_chat', 'ready', 'close', 'answered', 'error'])
             for (const id of ['ask', 'one', 'two'])
               document.querySelector('#' + id).addEventListener(name, ({ detail }) => told.push([name, { id, ...detail }]));
         </script>`,
        '<style>service-chat { block-size: 20rem; }</style>',
      ),
    );
    const { page, errors } = await openHost(browser, `${host.origin}/`);
    assert.equal(await page.locator('iframe').count(), 0);
    assert.equal(await page.evaluate(`document.querySelector('#one').handle`), undefined);
    assert.equal(await page.locator('[token]').count(), 0, 'a token does not stay in the document');
    await begin(page);
    await messageIn(page, 'one', 'About the loan').waitFor();
    await messageIn(page, 'two', 'About the house').waitFor();
    await frameIn(page, 'ask').getByRole('button', { name: 'Approve' }).waitFor();
    await becomes(
      async () => (await toldOf(page, 'ready')).map(({ id }) => id).sort(),
      ['ask', 'one', 'two'],
    );
    assert.equal((await toldOf(page, 'start_chat')).find(({ id }) => id === 'two')?.binder_id, house);
    assert.equal(Math.round((await page.locator('#one iframe').boundingBox())?.height ?? 0), 320);
    assert.equal(await frameIn(page, 'one').locator('.binder-tabs').count(), 0, 'alone');
    await inspectEverywhere(page, 'elements in a page');

    // Another attribute shows another binder; moved, it goes on; taken out, it ends, and begins again.
    await page.evaluate(`document.querySelector('#one').setAttribute('binder-id', '${house}')`);
    await messageIn(page, 'one', 'About the house').waitFor();
    await page.evaluate(`document.querySelector('main').append(document.querySelector('#two'))`);
    await messageIn(page, 'two', 'About the house').waitFor();
    assert.deepEqual(
      (await toldOf(page, 'close')).map(({ id }) => id),
      ['one'],
    );
    await page.evaluate(`window.two = document.querySelector('#two'); two.remove()`);
    await becomes(async () => (await toldOf(page, 'close')).map(({ id }) => id), ['one', 'two']);
    assert.equal(await page.evaluate('two.handle'), undefined);
    await page.evaluate(`document.querySelector('#place').append(two)`);
    await messageIn(page, 'two', 'About the house').waitFor();

    const approve = frameIn(page, 'ask').getByRole('button', { name: 'Approve' });
    await approve.scrollIntoViewIfNeeded();
    await approve.and(frameIn(page, 'ask').locator('[data-sight="clear"]')).click();
    await becomes(
      async () => (await toldOf(page, 'answered')).map(({ click_button_id }) => click_button_id),
      ['approve'],
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(await errorsOf(page), []);
    await page.context().close();
  },
);

test(
  '[SDK-39] an element takes a token, options and a theme as properties, set before the script too; what cannot be shown is told',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Garden', ada, [ben]);
    await fixture.post(binderId, ada, 'Seeds');
    const { page } = await (async () => {
      host.put(
        '/early',
        `<!doctype html><html lang="en"><title>Host</title><service-chat id="one"></service-chat><div id="rest"></div>
<script>
  window.told = [];
  const one = document.querySelector('#one');
  one.options = { binder_id: '${binderId}' };
  one.token = '${ben.token}';
  one.theme = { accent: 'rebeccapurple' };
  window.tell = (name) => ({ detail }) => told.push([name, detail]);
</script><script src="${service.origin}/sdk/service.js"></script>`,
      );
      return openHost(browser, `${host.origin}/early`);
    })();
    await page.evaluate(`Service.init({ mode: 'production', client_id: '${client.id}', sdk_version: 4 })`);
    await messageIn(page, 'one', 'Seeds').waitFor();
    const accent = () =>
      frameIn(page, 'one')
        .locator('html')
        .getAttribute('style')
        .then((style) => /--accent: ([^;]+)/.exec(style ?? '')?.[1]);
    await becomes(accent, 'rgb(102 51 153)');
    await page.evaluate(`one.theme = { accent: '#1f3a8a' }`);
    await becomes(accent, 'rgb(31 58 138)');
    await page.evaluate(
      `one.addEventListener('error', tell('error')); one.theme = { accent: 'red; color: blue' }`,
    );
    await becomes(() => errorsOf(page), ['invalid theme']);
    assert.equal(await accent(), 'rgb(31 58 138)');
    // Without a token it waits for the init that brings one.
    for (const [index, name] of [
      'service-timeline',
      'service-draw',
      'service-clip',
      'service-meet',
    ].entries())
      await page.evaluate(`{
        const made = document.createElement('${name}');
        made.id = 'made${index}';
        if ('${name}' !== 'service-timeline') made.setAttribute('binder-id', '${binderId}');
        made.addEventListener('error', tell('${name}'));
        document.querySelector('#rest').append(made);
      }`);
    await until('the timeline says that it has no token', async () =>
      (await toldOf(page, 'service-timeline')).some(
        ({ error_code }) => error_code === 'invalid access_token',
      ),
    );
    await begin(page);
    await frameIn(page, 'made0').getByText('Garden').first().waitFor();
    await frameIn(page, 'made1').locator('main').first().waitFor();
    await frameIn(page, 'made2').locator('main').first().waitFor();
    await frameIn(page, 'made3').getByRole('button', { name: /^Join/ }).waitFor();
    await page.evaluate(`made3.setAttribute('alone', '')`);
    await frameIn(page, 'made3').getByRole('heading', { name: 'Meets' }).waitFor();
    await page.context().close();
  },
);

test(
  '[SDK-40] [SDK-41] a module takes colour, font, corners, scheme and direction of the page, and follows when they change',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Loan 4711', ada, [ben]);
    await fixture.post(binderId, ben, 'The valuation of the shop came in: 184,000. That covers the loan.');
    const token = await approvalToken(binderId);
    host.put(
      '/themed',
      bankPage(
        service,
        `<service-transaction id="one" token="${token}"></service-transaction>`,
        `<style>
          :root { --service-accent: #ffd400; --service-font: Georgia, serif; --service-radius: 14px; }
          :root.night { color-scheme: dark; --service-accent: #9db4ff; }
          service-chat { block-size: 24rem; margin-block-start: 1rem; }
        </style>`,
        `<service-chat id="two" binder-id="${binderId}" alone></service-chat>`,
      ),
    );
    const { page } = await openHost(browser, `${host.origin}/themed`);
    await begin(page);
    const root = frameIn(page, 'one').locator('html');
    const button = frameIn(page, 'one').getByRole('button', { name: 'Approve' });
    await button.waitFor();
    const style = async () => (await root.getAttribute('style')) ?? '';
    // A yellow that white cannot be read on is made darker.
    await becomes(async () => /--accent: rgb\((?!255 212 0)[\d ]+\)/.test(await style()), true);
    assert.match(await style(), /--font: Georgia, serif, system-ui;.*--radius: 14px/);
    assert.equal(await root.getAttribute('data-theme'), 'light');
    await messageIn(page, 'two', 'That covers the loan').waitFor();
    await inspectEverywhere(page, 'approval themed');
    await page.evaluate(`document.documentElement.style.setProperty('--service-accent', '#1f3a8a')`);
    for (const id of ['one', 'two'])
      await becomes(
        async () =>
          /--accent: rgb\(31 58 138\)/.test(
            (await frameIn(page, id).locator('html').getAttribute('style')) ?? '',
          ),
        true,
      );
    await keep(page, 'embedded in a page');
    await page.evaluate(`document.documentElement.style.removeProperty('--service-accent')`);
    await page.evaluate(`document.documentElement.className = 'night'`);
    await becomes(() => root.getAttribute('data-theme'), 'dark');
    await becomes(async () => /--accent: rgb\(157 180 255\)/.test(await style()), true);
    await inspectEverywhere(page, 'approval themed at night');

    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await becomes(() => root.getAttribute('dir'), 'rtl');
    await inspectEverywhere(page, 'approval from right to left');
    // Where the page says nothing of a scheme, its background does.
    await page.evaluate(`document.documentElement.style.colorScheme = 'normal';
      document.querySelector('#one').parentElement.style.background = '#fff'`);
    await becomes(() => root.getAttribute('data-theme'), 'light');
    await page.evaluate(`document.querySelector('#one').setAttribute('scheme', 'dark')`);
    await becomes(() => root.getAttribute('data-theme'), 'dark');
    await page.context().close();
  },
);

test(
  '[SDK-40] a theme that is none is refused by name, whoever says it, and comes nowhere near the styles',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('Refused', ada, [ben]);
    host.put('/call', bankPage(service, '<div id="one"></div>'));
    const { page } = await openHost(browser, `${host.origin}/call`);
    await page.evaluate(
      `Service.init({ mode: 'production', client_id: '${client.id}', access_token: '${ada.token}', sdk_version: 4 })`,
    );
    const chat = (theme: string) =>
      page.evaluate(
        `Service.chat({ iframe: true, tagid4iframe: 'one', binder_id: '${binderId}', language: 'de', theme: ${theme} }).then((handle) => { window.handle = handle; return handle.ready; }).then(() => 'shown', (error) => error.error_code + ': ' + error.error_message)`,
      );
    const wrong = [
      [`{ accent: 'url(https://evil.example/x)' }`, 'accent'],
      [`{ accent: 'var(--x)' }`, 'accent'],
      [`{ accent: 'inherit' }`, 'accent'],
      [`{ font: 'a; background: url(x)' }`, 'font'],
      [`{ font: 'x}body{display:none' }`, 'font'],
      [`{ radius: 'calc(1px + 1vw)' }`, 'radius'],
      [`{ scheme: 'purple' }`, 'scheme'],
      [`{ css: 'body{}' }`, 'css'],
    ] as const;
    for (const [theme, name] of wrong) {
      const said = String(await chat(theme));
      assert.ok(said.startsWith(`invalid theme: theme.${name} is not`), said);
    }
    assert.equal(await page.locator('iframe').count(), 0);
    assert.equal(await chat(`{ accent: 'oklch(0.5 0.2 260)', radius: 0 }`), 'shown');
    const style = () => frameIn(page, 'one').locator('html').getAttribute('style');
    assert.match((await style()) ?? '', /--radius: 0px/);
    // A page that goes past the loader gets no further.
    await page.evaluate(`{
      const { contentWindow, src } = document.querySelector('#one iframe');
      const widget = new URL(src).searchParams.get('widget');
      contentWindow.postMessage({ ringbinder: 1, widget, type: 'update', options: {
        theme: { accent: 'red;--x:1', font: 'a;--x:1', radius: '9;--x:1', scheme: 'x' }, dir: 'x' } }, '${service.origin}');
      contentWindow.postMessage({ ringbinder: 1, widget, type: 'update', options: { theme: { radius: 3 } } }, '${service.origin}');
    }`);
    await becomes(async () => /--radius: 3px/.test((await style()) ?? ''), true);
    assert.ok(!(await style())?.includes('--x'));
    await page.context().close();
  },
);
