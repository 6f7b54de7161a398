import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost } from './testing/host-page.ts';
import { showModule } from './testing/shown-module.ts';

const { browser, service, fixture } = await startApp({}, fakeMedia);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;
host.put(
  '/',
  pageWith(
    service,
    '<main><a href="#before" id="before">Before</a><div id="one"></div><a href="#after" id="after">After</a></main>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
  ),
);

async function openReady(): Promise<Page> {
  const { page } = await openHost(browser, `${host.origin}/`);
  const options = {
    mode: 'production',
    client_id: fixture.client.id,
    access_token: ada.token,
    sdk_version: 4,
  };
  await page.evaluate(`Service.init(${JSON.stringify(options)})`);
  return page;
}

/** A binder with something in each of its parts. */
async function fillBinder(name: string): Promise<{ binder_id: string; page_id: number }> {
  const binder_id = await fixture.addBinder(name, ada, [ben]);
  await fixture.post(binder_id, ben, 'The valuation came in: 184,000.');
  await fixture.post(binder_id, ada, 'Good.');
  const post = (path: string, json: object) =>
    service.call('POST', `/${binder_id}/${path}`, { token: ada.token, json });
  const made = await post('pages', { type: 'whiteboard', name: 'Sketch' });
  for (const todo of ['Book the notary', 'Ask for the balance sheets']) await post('todos', { name: todo });
  return { binder_id, page_id: made.body.data.page_id };
}

/** Each call, and what is there when it is drawn. */
const DRAWN = {
  chat: '[data-composer]',
  timeline: '.binder-row',
  pageView: '.page-card',
  todoView: '.todo, [data-open]',
  draw: '.draw',
  clip: 'button',
} as const;

test(
  '[SDK-52] from right to left every module keeps within its frame, and dates are written as the language has them',
  browser.needed,
  async () => {
    const { binder_id } = await fillBinder('From right to left');
    const page = await openReady();
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    const frame = frameIn(page, 'one');
    for (const [call, selector] of Object.entries(DRAWN)) {
      await showModule(page, call, 'one', {
        binder_id,
        iframewidth: '100%',
        iframeheight: 600,
        language: 'de',
      });
      await frame.locator(selector).first().waitFor();
      await becomes(() => frame.locator('html').getAttribute('dir'), 'rtl');
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await becomes(
          () => frame.locator('html').evaluate('document.documentElement.scrollWidth <= innerWidth'),
          true,
        );
        const { SCREENSHOTS } = process.env;
        if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/rtl ${call} ${width}.png` });
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      if (call !== 'chat') continue;
      const [picture, words] = await Promise.all(
        ['.gutter', '.message-body'].map((each) => frame.locator(each).first().boundingBox()),
      );
      assert.ok(picture && words && picture.x > words.x, 'who speaks is on the right');
      const title = () => frame.locator('.message-time time').first().getAttribute('title');
      assert.match((await title()) ?? '', /^\d{1,2} \w{3,4} 20\d\d, \d\d:\d\d$/);
      await showModule(page, call, 'one', { binder_id, language: 'en-US' });
      await frame.locator(selector).first().waitFor();
      assert.match((await title()) ?? '', /^\w{3} \d{1,2}, 20\d\d, \d{1,2}:\d\d.[AP]M$/);
    }
    await page.context().close();
  },
);

const activeOf = (page: Page) =>
  page.evaluate<string>('document.activeElement.id || document.activeElement.tagName');

/** Presses a key, and waits until the focus is elsewhere: it goes from one process of the browser to another. */
async function pressed(page: Page, key: string): Promise<void> {
  const place = async () => {
    const within = `[...document.querySelectorAll('*')].indexOf(document.activeElement)`;
    const inner = await frameIn(page, 'one').locator('html').evaluate(within);
    return `${await activeOf(page)} ${inner}`;
  };
  const before = await place();
  await page.keyboard.press(key);
  await until('the focus has moved', async () => {
    const now = await place();
    return now !== before && !now.startsWith('BODY');
  });
}

test(
  '[SDK-53] the Tab key passes through a module and out again, both ways; a module that is moved goes on',
  browser.needed,
  async () => {
    const { binder_id } = await fillBinder('By key');
    const page = await openReady();
    for (const call of ['chat', 'timeline', 'draw', 'clip'] as const) {
      const selector = DRAWN[call];
      await showModule(page, call, 'one', { binder_id });
      const frame = frameIn(page, 'one');
      await frame.locator(selector).first().waitFor();
      assert.match(
        (await page.locator('#one iframe').getAttribute('title')) ?? '',
        /^(Chat|Timeline|Pages|To-dos|Draw|Clip)$/,
      );
      for (const [from, key, to] of [
        ['before', 'Tab', 'after'],
        ['after', 'Shift+Tab', 'before'],
      ] as const) {
        await page.locator(`#${from}`).focus();
        await pressed(page, key);
        assert.equal(await activeOf(page), 'IFRAME', `${call}: ${key} leads into it`);
        let presses = 0;
        while ((await activeOf(page)) === 'IFRAME' && presses++ < 60) await pressed(page, key);
        assert.equal(await activeOf(page), to, `${call}: ${key} leads out of it`);
      }
      if (call === 'clip') await page.evaluate('handle.close()');
    }

    await showModule(page, 'chat', 'one', { binder_id });
    const field = frameIn(page, 'one').locator('[data-composer]');
    await field.fill('half a thought');
    await page.evaluate(`document.querySelector('main').moveBefore(document.querySelector('#one'), null)`);
    await becomes(() => field.inputValue(), 'half a thought');
    // Moved as browsers have always done it the frame is loaded anew, and gets its session again.
    await page.evaluate(`document.querySelector('main').prepend(document.querySelector('#one'))`);
    await becomes(() => field.inputValue(), '');
    await field.fill('and the other half');
    await field.press('Enter');
    await frameIn(page, 'one').locator('.message').getByText('and the other half').waitFor();
    await page.context().close();
  },
);

test(
  '[SDK-54] to-dos, Clip and approvals are as high as their content where the page asks for that',
  browser.needed,
  async () => {
    const { binder_id } = await fillBinder('High');
    const page = await openReady();
    const height = async () => Math.round((await page.locator('#one iframe').boundingBox())?.height ?? 0);
    const inside = async () => {
      const box = await frameIn(page, 'one').locator('#app').boundingBox();
      return Math.ceil(box?.height ?? 0);
    };
    await showModule(page, 'todoView', 'one', { binder_id, iframeheight: 'auto', border: false }, ['size']);
    await frameIn(page, 'one').getByText('Book the notary').waitFor();
    await becomes(async () => (await height()) - (await inside()), 0);
    const before = await height();
    const name = 'Something more to be done';
    await service.call('POST', `/${binder_id}/todos`, { token: ada.token, json: { name } });
    await frameIn(page, 'one').getByText(name).waitFor();
    await becomes(async () => (await height()) > before && (await height()) === (await inside()), true);
    await showModule(page, 'clip', 'one', { binder_id, iframeheight: 'auto', border: false });
    await frameIn(page, 'one').getByRole('button', { name: 'Start recording' }).waitFor();
    await becomes(async () => (await height()) === (await inside()), true);
    await page.context().close();
  },
);
