import assert from 'node:assert/strict';
import type { App, Page } from '@ringbinder/testkit/playwright/index.ts';
import { expect, expectText, frameIn, showModule, test } from './support/embed.ts';

const BODY =
  '<main><a href="#before" id="before">Before</a><div id="one"></div><a href="#after" id="after">After</a></main>';
const HEAD = '<meta name="viewport" content="width=device-width, initial-scale=1">';

async function fillBinder(
  { org, service }: App,
  name: string,
): Promise<{ binder_id: string; page_id: number }> {
  const { ada, ben } = org;
  const binder_id = await org.addBinder(name, ada, [ben]);
  await org.post(binder_id, ben, 'The valuation came in: 184,000.');
  await org.post(binder_id, ada, 'Good.');
  const post = (path: string, json: object) =>
    service.call('POST', `/${binder_id}/${path}`, { token: ada.token, json });
  const created = await post('pages', { type: 'whiteboard', name: 'Sketch' });
  for (const todo of ['Book the notary', 'Ask for the balance sheets']) await post('todos', { name: todo });
  return { binder_id, page_id: created.body.data.page_id };
}

const DRAWN = {
  chat: '[data-composer]',
  timeline: '.binder-row',
  pageView: '.page-card',
  todoView: '.todo, [data-open]',
  draw: '.draw',
  clip: 'button',
} as const;

test('[SDK-52] from right to left, every module fits its frame, and dates follow the language', async ({
  app,
  openReady,
}) => {
  const { binder_id } = await fillBinder(app, 'From right to left');
  const page = await openReady({}, { body: BODY, head: HEAD });
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
    await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => frame.locator('html').evaluate('document.documentElement.scrollWidth <= innerWidth'))
        .toEqual(true);
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
    assert.match((await title()) ?? '', /^\d{1,2}\.\d{1,2}\.20\d\d, \d\d:\d\d$/);
    await showModule(page, call, 'one', { binder_id, language: 'en-US' });
    await frame.locator(selector).first().waitFor();
    assert.match((await title()) ?? '', /^\w{3} \d{1,2}, 20\d\d, \d{1,2}:\d\d.[AP]M$/);
  }
});

const activeOf = (page: Page) =>
  page.evaluate<string>('document.activeElement.id || document.activeElement.tagName');

async function pressed(page: Page, key: string): Promise<void> {
  const place = async () => {
    const within = `[...document.querySelectorAll('*')].indexOf(document.activeElement)`;
    const inner = await frameIn(page, 'one').locator('html').evaluate(within);
    return `${await activeOf(page)} ${inner}`;
  };
  const before = await place();
  await page.keyboard.press(key);
  await expect
    .poll(async () => {
      const now = await place();
      return now !== before && !now.startsWith('BODY');
    }, 'the focus has moved')
    .toBeTruthy();
}

test('[SDK-53] the Tab key moves through a module and out of it in both directions', {
  tag: '@slow',
}, async ({ app, openReady }) => {
  const { binder_id } = await fillBinder(app, 'By key');
  const page = await openReady({}, { body: BODY, head: HEAD });
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
});

test('[SDK-53] a moved module continues', async ({ app, openReady }) => {
  const { binder_id } = await fillBinder(app, 'Moved');
  const page = await openReady({}, { body: BODY, head: HEAD });
  await showModule(page, 'chat', 'one', { binder_id });
  const field = frameIn(page, 'one').locator('[data-composer]');
  await field.fill('half a thought');
  await page.evaluate(`document.querySelector('main').moveBefore(document.querySelector('#one'), null)`);
  await expectText(field, 'half a thought');
  await page.evaluate(`document.querySelector('main').prepend(document.querySelector('#one'))`);
  await expectText(field, '');
  await field.fill('and the other half');
  await field.press('Enter');
  await frameIn(page, 'one').locator('.message').getByText('and the other half').waitFor();
});

test('[SDK-54] to-dos and Clip are as high as their content if the page asks for it', async ({
  app,
  org,
  service,
  openReady,
}) => {
  const { ada } = org;
  const { binder_id } = await fillBinder(app, 'High');
  const page = await openReady({}, { body: BODY, head: HEAD });
  const height = async () => Math.round((await page.locator('#one iframe').boundingBox())?.height ?? 0);
  const inside = async () => {
    const box = await frameIn(page, 'one').locator('#app').boundingBox();
    return Math.ceil(box?.height ?? 0);
  };
  await showModule(page, 'todoView', 'one', { binder_id, iframeheight: 'auto', border: false }, ['size']);
  await frameIn(page, 'one').getByText('Book the notary').waitFor();
  await expect.poll(async () => (await height()) - (await inside())).toEqual(0);
  const before = await height();
  const name = 'Something more to be done';
  await service.call('POST', `/${binder_id}/todos`, { token: ada.token, json: { name } });
  await frameIn(page, 'one').getByText(name).waitFor();
  await expect
    .poll(async () => (await height()) > before && (await height()) === (await inside()))
    .toEqual(true);
  await showModule(page, 'clip', 'one', { binder_id, iframeheight: 'auto', border: false });
  await frameIn(page, 'one').getByRole('button', { name: 'Start recording' }).waitFor();
  await expect.poll(async () => (await height()) === (await inside())).toEqual(true);
});
