import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { FrameLocator, Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { inspect, keep } from '../web/testing/console-page.ts';
import { startExample } from './testing/example.ts';
import { openHost } from './testing/host-page.ts';
import { buildWithReact } from './testing/react-page.ts';

/* The examples as their readers run them: each a server of its own, on another site than the service. */

const { browser, service, fixture } = await startApp({}, fakeMedia);
const { ada, ben, client } = fixture;
const people = { UNIQUE_ID: ada.uniqueId, COLLEAGUE: ben.uniqueId };
const directory = await mkdtemp(join(tmpdir(), 'ringbinder-examples-'));
after(() => rm(directory, { recursive: true }));

const frame = (page: Page, within = 'body') => page.locator(within).locator('iframe').first().contentFrame();
const says = (chat: FrameLocator, words: string) =>
  chat.locator('.chat-content .message').filter({ hasText: words }).waitFor();
async function write(chat: FrameLocator, words: string): Promise<void> {
  await chat.locator('[data-composer]').fill(words);
  await chat.locator('[data-composer]').press('Enter');
}
/** Who has put what is below the words of an element. */
const textOf = (page: Page, selector: string) => async () =>
  (await page.locator(selector).textContent()) ?? '';

test(
  '[EXAMPLE-1] the portal signs people in by itself, and two of them talk; its secret and their tokens stay where they belong',
  browser.needed,
  async () => {
    const origin = await startExample('portal', service, client);
    const opened = await Promise.all(['Grace', 'Adviser'].map(() => openHost(browser, `${origin}/`)));
    const [grace, adviser] = opened;
    assert.ok(grace && adviser);
    for (const [index, { page }] of opened.entries()) {
      await page.getByLabel('Your name').fill(['Grace', 'Adviser'][index] ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    const chat = frame(grace.page);
    await chat.locator('[data-composer]').waitFor();
    await write(chat, 'Is the loan approved?');
    await says(chat, 'Is the loan approved?');
    // The adviser has no page of their own here: the same server, and the tokens of another person.
    const cookie = (await adviser.page.context().cookies())
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const post = (headers: Record<string, string>) => fetch(`${origin}/token`, { method: 'POST', headers });
    const own = await post({ cookie, 'sec-fetch-site': 'same-origin' });
    const given = (await own.json()) as { access_token: string };
    assert.deepEqual(Object.keys(given), ['access_token'], 'nothing with which it could be renewed');
    assert.equal((await post({ cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await post({ 'sec-fetch-site': 'same-origin' })).status, 401);
    const token = given.access_token;
    const { body } = await service.call('GET', '/me/binders', { token });
    const binderId = body.data.binders[0].binder.id;
    const json = { message: { text: 'It is.' } };
    await service.call('POST', `/${binderId}/messages`, { token, json });
    await says(chat, 'It is.');
    await becomes(textOf(grace.page, '#news'), 'The adviser writes: It is.');
    await inspect(grace.page, 'example portal');
    const html = await grace.page.content();
    assert.ok(!html.includes(client.secret) && !html.includes(token));
    for (const { page, errors } of [grace]) {
      assert.deepEqual(errors, []);
      assert.deepEqual(
        (await page.context().cookies()).map(({ name, httpOnly }) => [name, httpOnly]),
        [['session', true]],
      );
    }
    for (const { page } of opened) await page.context().close();
  },
);

for (const version of [18, 19] as const)
  test(
    `[EXAMPLE-2] the example for React ${version}: what is chosen in the list is shown beside it`,
    browser.needed,
    async () => {
      const DIST = join(directory, `react-${version}`);
      await buildWithReact('examples/react', version, DIST);
      const name = `Chosen with ${version}`;
      const chosen = await fixture.addBinder(name, ada, [ben]);
      await fixture.post(chosen, ben, 'Look at this');
      const origin = await startExample('react', service, client, { ...people, DIST });
      const { page, errors } = await openHost(browser, `${origin}/`);
      const list = frame(page, '[data-ringbinder-module=timeline]');
      const chat = () => frame(page, '[data-ringbinder-module=chat]');
      await chat().locator('[data-composer]').waitFor();
      await list.getByRole('link', { name }).first().click();
      await says(chat(), 'Look at this');
      await fixture.post(chosen, ben, 'And at this');
      await becomes(textOf(page, '[role=status]'), '1 new message');
      if (version === 19) await inspect(page, 'example react');
      await page.getByLabel('Dark').check();
      for (const module of [list, chat()])
        await becomes(() => module.locator('html').getAttribute('data-theme'), 'dark');
      const [drawing] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Draw' }).click(),
      ]);
      await drawing.locator('main').first().waitFor();
      assert.deepEqual(errors, []);
      await page.context().close();
    },
  );

test(
  '[EXAMPLE-3] the page with a strict policy shows Chat, breaks no rule of it, and the doctor finds nothing that keeps it',
  browser.needed,
  async () => {
    const origin = await startExample('strict-csp', service, client, people);
    const { page, errors } = await openHost(browser, `${origin}/`);
    const violations: string[] = [];
    await page.exposeFunction('violated', (directive: string) => violations.push(directive));
    await page.evaluate(
      `addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated(effectiveDirective))`,
    );
    await becomes(textOf(page, '#said'), 'Chat is there.');
    await write(frame(page), 'within the rules');
    await says(frame(page), 'within the rules');
    await inspect(page, 'example strict policy');
    const examine = async () => {
      await page.evaluate(`document.querySelector('#findings').replaceChildren()`);
      await page.getByRole('button', { name: 'Is all well?' }).click();
      await until('the doctor has answered', async () => (await page.locator('#findings li').count()) > 0);
      const lines = await page.locator('#findings li').allTextContents();
      return lines.filter((line) => !line.startsWith('info'));
    };
    // Its own frame may come later than the doctor waits for it, where all processors are busy: then it is asked once more.
    const found = await examine();
    if (found.length > 0) assert.deepEqual(await examine(), [], found.join());
    assert.deepEqual([violations, errors], [[], []]);
    await page.context().close();
  },
);

test('[EXAMPLE-4] two modules in one page: the one says what the other shows', browser.needed, async () => {
  const [north, south] = [
    await fixture.addBinder('North wing', ada, [ben]),
    await fixture.addBinder('South wing', ada, [ben]),
  ];
  await fixture.post(north, ben, 'about the north');
  await fixture.post(south, ben, 'about the south');
  const origin = await startExample('two-widgets', service, client, people);
  const { page, errors } = await openHost(browser, `${origin}/`);
  const list = frame(page, 'service-timeline');
  for (const [name, words] of [
    ['North wing', 'about the north'],
    ['South wing', 'about the south'],
  ] as const) {
    await list.getByRole('link', { name }).first().click();
    await says(frame(page, 'service-chat'), words);
  }
  assert.equal(await page.locator('iframe').count(), 2);
  await fixture.post(north, ben, 'news');
  await becomes(textOf(page, '#open'), 'North wing: news');
  await inspect(page, 'example two widgets');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test(
  '[EXAMPLE-5] an old page goes on as it is: init, click, chat, meet, callbacks, one element for all',
  browser.needed,
  async () => {
    const origin = await startExample('old-page', service, client, people);
    const { page, errors } = await openHost(browser, `${origin}/`);
    const click = (name: string) => page.getByRole('button', { name }).click();
    const logged = async (name: string) =>
      (await page.locator('#log li').allTextContents())
        .filter((line) => line.startsWith(`${name} `))
        .map((line) => JSON.parse(line.slice(name.length + 1)));
    await until('it is initialised', async () => (await logged('initialised')).length > 0);
    await click('Chat');
    const chat = frame(page, '#container');
    await becomes(async () => (await logged('start_chat')).length, 1);
    const [{ binder_id, session_id }] = await logged('start_chat');
    assert.equal((await page.locator('#container iframe').boundingBox())?.width, 752, 'with its border');
    await write(chat, 'from an old page');
    await becomes(() => logged('publish_feed'), [{ message: 'from an old page', binder_id, session_id }]);
    await fixture.post(binder_id, ben, 'from a new one');
    await becomes(
      async () => (await logged('receive_feed')).map(({ message }) => message),
      ['from a new one'],
    );
    await keep(page, 'example old page');
    await click('Timeline');
    await becomes(async () => (await logged('start_timeline')).length, 1);
    assert.equal(await page.locator('iframe').count(), 1);
    const [popup] = await Promise.all([page.waitForEvent('popup'), click('Meet')]);
    await popup.getByRole('button', { name: /^Join/ }).waitFor();
    await click('Close');
    await becomes(() => page.locator('iframe').count(), 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
