import assert from 'node:assert/strict';
import { indexPageTexts } from '@ringbinder/server/features/pages/index.ts';
import {
  expect,
  expectText,
  inspect,
  inspectEverywhere,
  type Page,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import {
  fieldOf,
  fillBinder,
  messageOf,
  openOwnChat,
  sendMessage,
  setRead,
  storedOf,
  waitForStillness,
} from '../support/chat-page.ts';

const focused = (page: Page) =>
  page.evaluate(`document.activeElement.closest('[data-id]')?.dataset.id ?? document.activeElement.tagName`);

test('[CHAT-17] the keyboard reaches everything in the chat', async ({ app, org }) => {
  const { page, binderId } = await openOwnChat(app, 'Keys');
  const first = await org.post(binderId, org.ben, 'one');
  await sendMessage(page, 'two');
  await storedOf(page, 'two').waitFor();
  const last = await org.post(binderId, org.ben, 'three');
  await messageOf(page, 'three').waitFor();

  await test.step('the messages are one stop of the Tab key, with arrow keys between them', async () => {
    await expect(async () => {
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe(String(last));
    }).toPass();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe(String(first));
  });
  await test.step('r replies', async () => {
    await page.keyboard.press('r');
    await page.getByText('Replying to Ben Okafor').waitFor();
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.type('an answer');
    await page.keyboard.press('Enter');
    await messageOf(page, 'an answer').locator('.quote-line').waitFor();
  });
  await test.step('e edits, and Escape restores the field', async () => {
    await messageOf(page, 'two').focus();
    await page.keyboard.press('e');
    await expectText(fieldOf(page), 'two');
    await page.keyboard.press('Escape');
    await expectText(fieldOf(page), '');
  });
  await test.step('+ reacts and p pins', async () => {
    await messageOf(page, 'three').focus();
    await page.keyboard.press('+');
    await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await messageOf(page, 'three').getByRole('button', { name: '👎 1: You' }).waitFor();
    await messageOf(page, 'three').focus();
    await page.keyboard.press('p');
    await messageOf(page, 'three').getByText('Pinned by you').waitFor();
  });
  await test.step('m opens the menu, and Escape returns the focus', async () => {
    await page.keyboard.press('m');
    await page.getByRole('menu').waitFor();
    await saveScreenshot(page, 'chat menu');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(String(last));
  });
  await test.step('Delete deletes', async () => {
    await messageOf(page, 'two').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await expect(messageOf(page, 'two')).toHaveCount(0);
  });
  await test.step('Escape leads back to the field', async () => {
    await messageOf(page, 'three').focus();
    await page.keyboard.press('Escape');
    await expect(fieldOf(page)).toBeFocused();
  });
});

test('[CHAT-17] typing writes into the field, wherever the focus is, and new messages are announced', async ({
  app,
  org,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Typing');
  await page.keyboard.type('no click before');
  await expectText(fieldOf(page), 'no click before');
  await org.post(binderId, org.ben, 'hear me');
  await page.locator('[aria-live=polite]', { hasText: 'Ben Okafor: hear me' }).waitFor({ state: 'attached' });
});

test('[CHAT-17] a long press opens the menu on a touch screen, 360 pixels wide', async ({ app, org }) => {
  const { page, binderId } = await openOwnChat(app, 'Touch', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await org.post(binderId, org.ben, 'a message on a phone that is long enough for two lines');
  const message = messageOf(page, 'on a phone');
  await message.waitFor();
  const box = await message.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 120, y: box.y + box.height - 12 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menuitem', { name: /^Reply(?! in)/ }).waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await inspect(page, 'chat touch menu');
  await page.getByRole('menuitem', { name: /^Reply(?! in)/ }).tap();
  await page.getByText('Replying to Ben Okafor').waitFor();
  await inspect(page, 'chat 360');
});

test('[CHAT-41] on a phone, the menu of a message is a sheet at the bottom of the screen', async ({
  app,
  org,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Sheet', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await org.post(binderId, org.ben, 'stays');
  await org.post(binderId, org.ada, 'pressed');
  const message = storedOf(page, 'pressed');
  await message.waitFor();
  const menu = page.getByRole('menu');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const open = async () => {
    await message.locator('.message-text').tap();
    await message.getByRole('button', { name: 'More' }).tap();
    await menu.waitFor();
  };
  await test.step('a row of emoji, and rows as large as a finger', async () => {
    await open();
    await inspect(page, 'chat menu on a phone');
    const box = await menu.boundingBox();
    assert.deepEqual([box?.x, box && Math.round(box.y + box.height), box?.width], [0, 844, 390]);
    const item = await page.getByRole('menuitem', { name: 'Copy link' }).boundingBox();
    assert.ok((item?.height ?? 0) >= 48);
    await page.getByRole('menuitem', { name: '❤️' }).tap();
    await message.getByRole('button', { name: /^❤️/, pressed: true }).waitFor();
    await expect(menu).toHaveCount(0);
  });
  await test.step('a tap outside, Back and a swipe down close it', async () => {
    await open();
    await page.touchscreen.tap(200, 60);
    await expect(menu).toHaveCount(0);
    await open();
    await page.goBack();
    await expect(menu).toHaveCount(0);
    await fieldOf(page).waitFor();
    await open();
    const { x = 0, y = 0 } = (await menu.boundingBox()) ?? {};
    await touch('touchStart', { x: x + 190, y: y + 20 });
    for (const down of [40, 80, 120]) await touch('touchMove', { x: x + 190, y: y + 20 + down });
    await touch('touchEnd');
    await expect(menu).toHaveCount(0);
  });
  await test.step('after a choice, no tools cover the messages', async () => {
    await storedOf(page, 'stays').locator('.message-text').tap();
    await storedOf(page, 'stays').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Mark as unread' }).tap();
    await page.locator('.unread-line + li').waitFor();
    await expect(page.locator('.action-bar')).toHaveCount(0);
  });
  await test.step('deleting the message passes the focus to its neighbour', async () => {
    await open();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    await expect(message).toHaveCount(0);
    await expect(storedOf(page, 'stays')).toBeFocused();
    await expect(page.locator('.action-bar')).toHaveCount(0);
  });
});

test('[CHAT-42] a message is marked as unread, with the later ones, and stays so in the open chat', async ({
  app,
  org,
  service,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Unread');
  const unread = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: org.ada.token });
    return body.data.unread_feeds;
  };
  for (const words of ['one', 'two', 'three']) await org.post(binderId, org.ben, words);
  await messageOf(page, 'three').waitFor();
  await expect.poll(unread).toBe(0);
  await messageOf(page, 'two').hover();
  await messageOf(page, 'two').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Mark as unread' }).click();
  await expect(page.locator('.unread-line + li')).toContainText('two');
  await expect.poll(unread).toBe(2);
  await page.getByText(', 2 unread messages').waitFor();
  await org.post(binderId, org.ben, 'four');
  await messageOf(page, 'four').waitFor();
  await page.getByText(', 3 unread messages').waitFor();
});

test('[CHAT-44] a link to a part of the binder shows its title', async ({ app, org, service }) => {
  const { page, binderId } = await openOwnChat(app, 'Links');
  const { body } = await service.call('POST', `/${binderId}/todos`, {
    token: org.ben.token,
    json: { name: 'Call the bank' },
  });
  const message = await org.post(binderId, org.ben, 'the rates');
  const base = `${new URL(page.url()).origin}/b/${binderId}`;
  await org.post(binderId, org.ben, `see ${base}/todos/${body.data.todos[0].id} and ${base}/chat/${message}`);
  await page.getByRole('link', { name: 'Ben Okafor: the rates' }).waitFor();
  await page.getByRole('link', { name: 'Call the bank', exact: true }).click();
  await page.waitForURL(`${base}/todos/**`);
});

test('[CHAT-17] releasing a long press chooses nothing, and the bar closes with the menu and the emoji', async ({
  app,
  org,
}) => {
  const { page, binderId } = await openOwnChat(app, 'Touch', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await org.post(binderId, org.ben, 'pressed on a phone');
  const message = messageOf(page, 'pressed on a phone');
  await message.waitFor();
  const box = await message.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 120, y: box.y + box.height - 12 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  const item = page.getByRole('menuitem', { name: /^Reply(?! in)/ });
  await item.waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await item.dispatchEvent('click', { detail: 1 });
  await expect(item, 'the click of the press').toBeVisible();
  await page.getByRole('menuitem', { name: 'Copy text' }).tap();
  await expect(item).toHaveCount(0);
  await expect(message.locator('.action-bar')).toHaveCount(0);
  await message.locator('.message-text').tap();
  await message.getByRole('button', { name: 'React' }).tap();
  await page.getByRole('gridcell', { name: 'thumbs up', exact: true }).tap();
  await message.getByRole('button', { name: /^👍/, pressed: true }).waitFor();
  await expect(message.locator('.action-bar'), 'after an emoji').toHaveCount(0);
  await message.locator('.message-text').tap();
  await message.locator('.action-bar').waitFor();
  await message.focus();
  await page.keyboard.press('m');
  await item.dispatchEvent('click', { detail: 1 });
  await page.getByText('Replying to Ben Okafor').waitFor();
});

test('[CHAT-15] a search finds messages by their words and leads to their places', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, post } = org;
  let target = 0;
  const { page } = await openOwnChat(app, 'Search', {
    async prepare(binderId) {
      target = await post(binderId, ben, 'the caterpillar clause');
      const ids = await fillBinder(service, binderId, ben, 1_200);
      await setRead(service, binderId, ada, ids.at(-1) ?? 0);
    },
  });
  await messageOf(page, 'Message 1200').waitFor();
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Search for' }).fill('caterp');
  await page.getByText('1 found').waitFor();
  await expect(page.locator('.results mark')).toHaveText(['caterp']);
  await inspectEverywhere(page, 'chat search');
  await page.getByRole('searchbox').press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator(`[data-id="${target}"].highlighted`).waitFor();
  await page.getByRole('searchbox').fill('nothing of the kind');
  await page.getByText('No results for “nothing of the kind”.').waitFor();
  await page.keyboard.press('Escape');
  await expect(fieldOf(page)).toBeFocused();
});

test('[CHAT-15] a search shows a page with its name', async ({ app, org, service }) => {
  const { page } = await openOwnChat(app, 'Minutes', {
    prepare: async (binderId) => {
      const json = { type: 'note', name: 'Minutes of May', text: 'The caterpillar clause' };
      await service.call('POST', `/${binderId}/pages`, { token: org.ada.token, json });
      await indexPageTexts(service.env, binderId);
    },
  });
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Search for' }).fill('caterpillar');
  await page.locator('.results a').filter({ hasText: 'Minutes of May' }).click();
  await page.getByRole('heading', { name: 'Minutes of May' }).waitFor();
});

test('[APP-34] [CHAT-16] an empty chat says how to begin', async ({ app }) => {
  const { page } = await openOwnChat(app, 'Quiet');
  await page.getByRole('heading', { name: 'Where to begin' }).waitFor();
  await inspectEverywhere(page, 'chat empty');
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await page.getByRole('heading', { name: 'Where to begin' }).waitFor();
});

test('[CHAT-16] an empty direct conversation says how to write', async ({ app, org, service }) => {
  const { ada, ben } = org;
  const json = { user: { user_id: ben.id }, message: { text: 'Hi' } };
  const { body } = await service.call('POST', '/me/messages', { token: ada.token, json });
  const { binder_id: binderId, binder_comment_id: id } = body.data;
  await service.call('DELETE', `/${binderId}/messages/${id}`, { token: ada.token });
  const page = await app.open(ada, { path: `/b/${binderId}` });
  await page.getByRole('heading', { name: 'Start the conversation' }).waitFor();
});

test('[CHAT-16] a member who can only read is told so and has no field', async ({ app, org, service }) => {
  const { ada, ben, addBinder } = org;
  const binderId = await addBinder('Read only', ada, [ben]);
  const json = { type: 'BOARD_READ_ONLY' };
  await service.call('POST', `/${binderId}/users/${ben.id}`, { token: ada.token, json });
  const reader = await app.open(ben, { path: `/b/${binderId}` });
  await reader.getByText('You can view this binder but not write in it.').waitFor();
  await expect(fieldOf(reader)).toHaveCount(0);
  await inspect(reader, 'chat read only');
});

test('[CHAT-16] a message written offline waits and is sent once the connection is back', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { page, binderId } = await openOwnChat(app, 'Offline');
  await page.context().setOffline(true);
  await sendMessage(page, 'from the train');
  await page.locator('.pending').getByText('from the train').waitFor();
  await saveScreenshot(page, 'chat offline');
  await page.context().setOffline(false);
  await page.locator('.chat-content li[data-id]').getByText('from the train').waitFor();
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ben.token });
  assert.equal(body.data.messages.length, 1);
});

test('[CHAT-11] a message makes the page request nothing from another server', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/status of 404/);
  const { page, binderId } = await openOwnChat(app, 'Links');
  const richtext =
    'see https://example.com/a, [img]https://example.com/b.png[/img] and [url=https://example.com/c]c[/url]';
  await service.call('POST', `/${binderId}/messages`, {
    token: org.ada.token,
    json: { message: { richtext } },
  });
  const message = messageOf(page, 'see');
  await message.getByRole('link', { name: 'c', exact: true }).waitFor();
  const picture = (await message.locator('img').getAttribute('src')) ?? '';
  assert.ok(picture.startsWith('/') || picture.startsWith(service.origin), picture);
  const link = message.getByRole('link', { name: 'https://example.com/a' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  const { host } = new URL(service.origin);
  const foreign = app.requestsOf(page).filter((url) => new URL(url).host !== host);
  assert.deepEqual(foreign, []);
});

test('[CHAT-13] messages that arrive while the window has no focus stay unread until it has', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, post } = org;
  const { page, binderId } = await openOwnChat(app, 'Looked at');
  const unread = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: ada.token });
    return body.data.unread_feeds;
  };
  await page.evaluate('document.hasFocus = () => false');
  await post(binderId, ben, 'one');
  await messageOf(page, 'one').waitFor();
  await post(binderId, ben, 'two');
  await messageOf(page, 'two').waitFor();
  // A read mark would have arrived before this message.
  await sendMessage(page, 'mine');
  await storedOf(page, 'mine').waitFor();
  assert.equal(await unread(), 2);
  await page.evaluate('delete document.hasFocus; dispatchEvent(new Event("focus"))');
  await expect.poll(unread).toBe(0);
});

test('[APP-35] a short message covers neither the composer nor the button that leads to the newest message', async ({
  app,
  org,
}) => {
  const { page } = await openOwnChat(app, 'Toasts', {
    prepare: (id) => fillBinder(app.service, id, org.ada, 80),
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
  for (const size of [page.viewportSize(), { width: 390, height: 844 }]) {
    if (size) await page.setViewportSize(size);
    await waitForStillness(page);
    await page.locator('.chat-viewport').hover();
    await page.mouse.wheel(0, -2_000);
    await page.locator('.jump').waitFor();
    await page.locator('.chat-content [data-id]').last().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('c');
    let bottom = 0;
    const measure = async () => {
      const toast = await page.locator('.toast').boundingBox();
      bottom = toast ? toast.y + toast.height : 0;
      return bottom;
    };
    // The toast of the other size may end at any moment.
    await expect.poll(measure).toBeGreaterThan(0);
    assert.ok(bottom <= (await top('.jump')), `${bottom} ${await top('.jump')}`);
    assert.ok(bottom <= (await top('.chat-foot')));
  }
});

test('[CHAT-13] a mark that is lost while the next one is due is made up for by it', async ({ app, org }) => {
  app.allowErrors(/ERR_FAILED/);
  const { page, binderId } = await openOwnChat(app, 'Marks');
  const { promise: second, resolve: showSecond } = Promise.withResolvers<void>();
  const marked: number[] = [];
  const ATTEMPTS = 4;
  await page.route(`**/v1/${binderId}/readmark`, async (route) => {
    const { message_id: id } = route.request().postDataJSON();
    marked.push(id);
    if (id !== marked[0]) return route.continue();
    if (marked.length === ATTEMPTS) await second;
    await route.abort();
  });
  await org.post(binderId, org.ben, 'The first');
  await expect.poll(() => marked.length).toBe(ATTEMPTS);
  const next = page.waitForResponse(`**/v1/${binderId}/readmark`);
  const secondId = await org.post(binderId, org.ben, 'The second');
  await messageOf(page, 'The second').waitFor();
  showSecond();
  expect((await next).status()).toBe(200);
  assert.deepEqual(marked.slice(ATTEMPTS), [secondId]);
});
