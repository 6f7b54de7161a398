import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { fieldOf, fillBinder, messageOf, say, setRead, storedOf } from './testing/chat-page.ts';
import { inspect, inspectEverywhere, keep } from './testing/console-page.ts';

const { browser, service, fixture } = await startApp();

async function openOne(name: string, options: Parameters<typeof openApp>[3] = {}) {
  const { ada, ben } = fixture;
  const binderId = await fixture.addBinder(name, ada, [ben]);
  const opened = await openApp(browser, service, ada.email, { path: `/b/${binderId}`, ...options });
  await fieldOf(opened.page).waitFor();
  return { ...opened, binderId };
}

const focused = (page: Page) =>
  page.evaluate(`document.activeElement.closest('[data-id]')?.dataset.id ?? document.activeElement.tagName`);

test('[CHAT-17] all of it is done by keyboard', browser.needed, async () => {
  const { page, binderId, errors } = await openOne('Keys');
  const { ben } = fixture;
  const first = await fixture.post(binderId, ben, 'one');
  await say(page, 'two');
  await storedOf(page, 'two').waitFor();
  const last = await fixture.post(binderId, ben, 'three');
  await messageOf(page, 'three').waitFor();
  // From the field back to the list: one stop, the newest message.
  await until('a message has the focus', async () => {
    await page.keyboard.press('Shift+Tab');
    return (await focused(page)) === String(last);
  });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await becomes(() => focused(page), String(first));
  await page.keyboard.press('r');
  await page.getByText('Replying to Ben Okafor').waitFor();
  await becomes(() => focused(page), 'TEXTAREA');
  await page.keyboard.type('an answer');
  await page.keyboard.press('Enter');
  await messageOf(page, 'an answer').locator('.quote-line').waitFor();
  await messageOf(page, 'two').focus();
  await page.keyboard.press('e');
  await becomes(() => fieldOf(page).inputValue(), 'two');
  await page.keyboard.press('Escape');
  await becomes(() => fieldOf(page).inputValue(), '', 'what stood there before is back');
  await messageOf(page, 'three').focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await messageOf(page, 'three').getByRole('button', { name: '👎 1: You' }).waitFor();
  await messageOf(page, 'three').focus();
  await page.keyboard.press('p');
  await messageOf(page, 'three').getByText('Pinned by you').waitFor();
  await page.keyboard.press('m');
  await page.getByRole('menu').waitFor();
  await keep(page, 'chat menu');
  await page.keyboard.press('Escape');
  await becomes(() => focused(page), String(last), 'the focus comes back');
  await messageOf(page, 'two').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await messageOf(page, 'two').waitFor({ state: 'detached' });
  await messageOf(page, 'three').focus();
  await page.keyboard.press('Escape');
  await becomes(() => focused(page), 'TEXTAREA');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('[CHAT-17] new messages are announced', browser.needed, async () => {
  const { page, binderId } = await openOne('Announced');
  await fixture.post(binderId, fixture.ben, 'hear me');
  await page.locator('[aria-live=polite]', { hasText: 'Ben Okafor: hear me' }).waitFor({ state: 'attached' });
  await page.context().close();
});

test('[CHAT-17] by touch a long press opens the menu, at 360 pixels', browser.needed, async () => {
  const { page, binderId } = await openOne('Touch', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await fixture.post(binderId, fixture.ben, 'a message on a phone that is long enough for two lines');
  const message = messageOf(page, 'on a phone');
  const box = await until('it is drawn', () => message.boundingBox());
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 120, y: box.y + box.height - 12 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menuitem', { name: 'Reply' }).waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await inspect(page, 'chat touch menu');
  await page.getByRole('menuitem', { name: 'Reply' }).tap();
  await page.getByText('Replying to Ben Okafor').waitFor();
  await inspect(page, 'chat 360');
  await page.context().close();
});

test(
  '[CHAT-15] a search finds messages by their words, and leads to their places',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const binderId = await fixture.addBinder('Search', ada, [ben]);
    const wanted = await fixture.post(binderId, ben, 'the caterpillar clause');
    const ids = await fillBinder(service, binderId, ben, 1_200);
    await setRead(service, binderId, ada, ids.at(-1) ?? 0);
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${binderId}` });
    await messageOf(page, 'Message 1200').waitFor();
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Words to find' }).fill('caterp');
    await page.getByText('1 found').waitFor();
    await becomes(() => page.locator('.results mark').allTextContents(), ['caterp']);
    await inspectEverywhere(page, 'chat search');
    await page.getByRole('searchbox').press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator(`[data-id="${wanted}"].highlighted`).waitFor();
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByText('Nothing has “nothing of the kind”.').waitFor();
    await page.keyboard.press('Escape');
    await becomes(() => focused(page), 'TEXTAREA');
    await page.context().close();
  },
);

test('[CHAT-16] who may only read is told so, and an empty chat teaches', browser.needed, async () => {
  const { ada, ben } = fixture;
  const { page, binderId } = await openOne('Quiet');
  await page.getByRole('heading', { name: 'Say something to begin' }).waitFor();
  await inspectEverywhere(page, 'chat empty');
  await service.call('POST', `/${binderId}/users/${ben.id}`, {
    token: ada.token,
    json: { type: 'BOARD_READ_ONLY' },
  });
  const { page: reader } = await openApp(browser, service, ben.email, { path: `/b/${binderId}` });
  await reader.getByText('You can read this binder, and not write in it.').waitFor();
  await becomes(() => fieldOf(reader).count(), 0);
  await inspect(reader, 'chat read only');
  await page.context().close();
  await reader.context().close();
});

test(
  '[CHAT-16] without a connection it waits, and is sent when there is one again',
  browser.needed,
  async () => {
    const { page, binderId } = await openOne('Offline');
    await page.context().setOffline(true);
    await say(page, 'from the train');
    await page.locator('.pending').getByText('from the train').waitFor();
    await keep(page, 'chat offline');
    await page.context().setOffline(false);
    await page.locator('.chat-content li[data-id]').getByText('from the train').waitFor();
    const { body } = await service.call('GET', `/${binderId}/messages`, { token: fixture.ben.token });
    assert.equal(body.data.messages.length, 1);
    await page.context().close();
  },
);

test('[CHAT-11] nothing is fetched from anywhere else, whatever a message says', browser.needed, async () => {
  const { page, requests } = await openOne('Links');
  await say(
    page,
    'see https://example.com/a, [img]https://example.com/b.png[/img] and [url=https://example.com/c]c[/url]',
  );
  await messageOf(page, 'see').getByRole('link', { name: 'c', exact: true }).waitFor();
  const picture = (await messageOf(page, 'see').locator('img').getAttribute('src')) ?? '';
  assert.ok(picture.startsWith('/') || picture.startsWith(service.origin), picture);
  const link = messageOf(page, 'see').getByRole('link', { name: 'https://example.com/a' });
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow');
  assert.deepEqual(
    requests.filter(
      (url) => !url.startsWith(service.origin) && !url.startsWith(service.origin.replace('http', 'ws')),
    ),
    [],
  );
  await page.context().close();
});

test(
  '[CHAT-13] what comes while nobody looks at the page stays unread until somebody does',
  browser.needed,
  async () => {
    const { page, binderId } = await openOne('Looked at');
    const unread = async () =>
      (await service.call('GET', `/${binderId}`, { token: fixture.ada.token })).body.data.unread_feeds;
    await page.evaluate('document.hasFocus = () => false');
    await fixture.post(binderId, fixture.ben, 'one');
    await messageOf(page, 'one').waitFor();
    await fixture.post(binderId, fixture.ben, 'two');
    await messageOf(page, 'two').waitFor();
    // Had it marked anything, it would have done so before this is sent.
    await say(page, 'mine');
    await page.locator('.chat-content li[data-id]', { hasText: 'mine' }).waitFor();
    assert.equal(await unread(), 2);
    await page.evaluate('delete document.hasFocus; dispatchEvent(new Event("focus"))');
    await until('it is read', async () => (await unread()) === 0);
    await page.context().close();
  },
);

test('[CHAT-17] whoever begins to type writes, wherever the focus is left', browser.needed, async () => {
  const { page } = await openOne('Typing');
  await page.keyboard.type('no click before');
  await becomes(() => fieldOf(page).inputValue(), 'no click before');
  await page.context().close();
});
