import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Locator, Page } from 'playwright-core';
import { openApp, openBoth, startApp } from './testing/app-page.ts';
import { fieldOf, messageOf, say, storedOf, styleOf } from './testing/chat-page.ts';
import { keep } from './testing/console-page.ts';
import { makeBoard, openDraw } from './testing/draw-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;
const ARABIC = 'مراجعة العقد، الصفحة 3';
const HEBREW = 'שלום, החוזה מוכן!';

const direction = (element: Locator, wanted: string) =>
  becomes(() => styleOf(element.first(), 'direction'), wanted);
const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });

async function post(path: string, json: unknown) {
  const { status, body } = await service.call('POST', path, { token: fixture.ada.token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test(
  '[APP-19] what people write has the direction of its words, wherever it is shown or written',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const layla = await fixture.addUser('ليلى حداد');
    const id = await fixture.addBinder(ARABIC, ada, [ben, layla]);
    const messageId = await fixture.post(id, layla, HEBREW);
    await fixture.post(id, ada, 'From left to right');
    await post(`/${id}/messages`, {
      message: { text: 'An answer' },
      reply_to: { binder: { comment_id: messageId } },
    });
    await post(`/${id}/messages`, { message: { richtext: `[b]${ARABIC}[/b]` } });
    await post(`/${id}/todos`, { name: HEBREW });
    const steps = [{ assignee: { user_id: ben.id }, actions: [{ id: 'a', text: ARABIC }] }];
    await post(`/${id}/transactions`, { title: ARABIC, content: HEBREW, steps });
    await post(`/${id}/meets`, { name: ARABIC, agenda: HEBREW });
    const boardId = await makeBoard(service, id, ada);
    await post(`/${id}/pages/${boardId}`, { name: ARABIC });
    await post(`/${id}/pages/${boardId}/comments`, { text: HEBREW });
    const { page, errors } = await openApp(browser, service, ben.email, { path: `/b/${id}` });
    const main = page.locator('.binder-section');

    await direction(page.locator('#title'), 'rtl');
    await direction(row(page, ARABIC).locator('.binder-row-name'), 'rtl');
    await direction(messageOf(page, HEBREW).locator('.message-text'), 'rtl');
    await direction(messageOf(page, 'From left').locator('.message-text'), 'ltr');
    await direction(messageOf(page, ARABIC).locator('.message-text'), 'rtl');
    await direction(messageOf(page, HEBREW).locator('.message-head :is(strong, button)'), 'rtl');
    await direction(messageOf(page, 'An answer').locator('.quote-line bdi'), 'rtl');
    await direction(main.locator('.transaction-title'), 'rtl');
    await direction(main.locator('.transaction-content'), 'rtl');
    await fieldOf(page).fill(HEBREW);
    await direction(fieldOf(page), 'rtl');
    await fieldOf(page).fill('Hello');
    await direction(fieldOf(page), 'ltr');
    await fieldOf(page).fill('');
    await keep(page, 'texts-chat');

    await page.goto(`${service.origin}/b/${id}/todos`);
    await direction(main.locator('.todo-name'), 'rtl');
    await page.goto(`${service.origin}/b/${id}/transactions`);
    await direction(main.getByRole('link', { name: ARABIC }), 'rtl');
    await page.goto(`${service.origin}/b/${id}/meets`);
    await direction(main.locator('.meet-name'), 'rtl');
    await direction(main.locator('.meet-agenda'), 'rtl');
    await page.goto(`${service.origin}/b/${id}/members`);
    await direction(main.getByText('ليلى حداد'), 'rtl');
    await page.goto(`${service.origin}/b/${id}/pages`);
    await direction(main.locator('.page-name'), 'rtl');
    await page.goto(`${service.origin}/b/${id}/pages/${boardId}`);
    await direction(main.locator('#section-title'), 'rtl');
    await page
      .getByRole('button', { name: /comment/i })
      .first()
      .click();
    await direction(main.locator('.comment-text'), 'rtl');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[APP-19] names that are written from right to left keep their places in sentences and titles',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const dana = await fixture.addUser('דנה');
    const id = await fixture.addBinder('בדיקה', ada, [dana]);
    await fixture.post(id, dana, 'שלום');
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
    await until('the title names the binder', async () =>
      (await page.title()).includes('\u2068בדיקה\u2069 · Ringbinder'),
    );
    await becomes(
      () => row(page, 'בדיקה').locator('.snippet').textContent(),
      '\u2068דנה\u2069: \u2068שלום\u2069',
    );
    await page.context().close();
  },
);

test(
  '[MSG-46] what the service wrote is a line without an author, which nobody can change',
  browser.needed,
  async () => {
    const both = await openBoth(app, 'Lines');
    const { binderId, ada, ben, close } = both;
    await fieldOf(ada).waitFor();
    await say(ada, 'We meet now');
    await storedOf(ada, 'We meet now').waitFor();
    const { session_key } = await post(`/${binderId}/meets`, { name: 'Weekly' });
    const line = messageOf(ada, 'Meet started: Weekly');
    await line.waitFor();
    assert.equal(await line.getByText('Ada Lovelace').count(), 0);
    assert.doesNotMatch((await line.getAttribute('aria-label')) ?? '', /Ada/);
    await becomes(() => row(ben, 'Lines').locator('.snippet').count(), 1);
    // While it runs the list tells that; afterwards what was written last.
    await post(`/meets/${session_key}/end`, {});
    await becomes(() => row(ben, 'Lines').locator('.snippet').textContent(), 'Meet ended: Weekly');
    await line.focus();
    await line.press('m');
    await ada.getByRole('menuitem', { name: 'Reply' }).waitFor();
    const offered = (await ada.getByRole('menuitem').allTextContents()).join(' ');
    assert.doesNotMatch(offered, /Edit|Delete/);
    await keep(ada, 'system-lines');
    await ada.keyboard.press('Escape');
    // The latest of one's own that can be changed.
    await fieldOf(ada).press('ArrowUp');
    await becomes(() => fieldOf(ada).inputValue(), 'We meet now');
    await close();
  },
);

test(
  '[CHAT-6] [APP-6] after the preview one goes on writing; a binder with pages alone does not say that it is empty',
  browser.needed,
  async () => {
    const { ada } = fixture;
    const id = await fixture.addBinder('Drawings', ada);
    await row((await openApp(browser, service, ada.email)).page, 'Drawings')
      .getByText('No messages yet')
      .waitFor();
    await makeBoard(service, id, ada);
    const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
    await becomes(() => row(page, 'Drawings').locator('.snippet').textContent(), '1 page');
    await page.getByRole('button', { name: 'Formatting' }).click();
    await fieldOf(page).fill('[b]Hello[/b]');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await becomes(() => page.evaluate<boolean>("document.activeElement.matches('[data-composer]')"), true);
    await page.context().close();
  },
);

test('[DRAW-1] choosing a stamp moves nothing', browser.needed, async () => {
  const { ada } = fixture;
  const id = await fixture.addBinder('Stamps', ada);
  const board = await makeBoard(service, id, ada);
  const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}/pages/${board}` });
  const { tool } = await openDraw(page);
  const place = () => page.locator('.draw-surface').boundingBox();
  const before = await place();
  await tool('Stamp');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  assert.deepEqual(await place(), before);
  const [opened, window] = [await menu.boundingBox(), page.viewportSize()];
  assert.ok(
    opened && window && opened.x >= 0 && opened.x + opened.width <= window.width,
    JSON.stringify(opened),
  );
  await keep(page, 'draw-stamps');
  await page.context().close();
});

test('[APP-6] the picture of somebody is shown wherever they are', browser.needed, async () => {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder('Faces', ada, [ben]);
  const picture = '/docs/images/app.png';
  await service.env.db.query('UPDATE users SET picture_url = $2 WHERE id = ANY($1)', [
    [ada.id, ben.id],
    picture,
  ]);
  const { body } = await service.call('POST', '/me/messages', {
    token: ben.token,
    json: { user: { user_id: ada.id }, message: { text: 'Hello' } },
  });
  assert.equal(body.code, 'RESPONSE_SUCCESS');
  const { page } = await openApp(browser, service, ada.email, { path: `/b/${id}` });
  const shows = (place: Locator) =>
    becomes(() => place.locator('.avatar img').first().getAttribute('src'), picture);
  await shows(page.locator('.profile'));
  await shows(row(page, 'Ben Okafor'));
  await fieldOf(page).pressSequentially('@Ben');
  await shows(page.locator('.mention-list'));
  await fieldOf(page).fill('');
  await page.context().setOffline(true);
  await say(page, 'Hello, everybody');
  await shows(page.locator('.pending'));
  await page.context().close();
});
