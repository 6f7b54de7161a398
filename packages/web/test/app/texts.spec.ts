import assert from 'node:assert/strict';
import {
  type App,
  expect,
  type Locator,
  type Page,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, messageOf, sendMessage } from '../support/chat-page.ts';

const ARABIC = 'مراجعة العقد، الصفحة 3';
const HEBREW = 'שלום, החוזה מוכן!';
const BOARD = { type: 'whiteboard', name: 'Board', width: 800, height: 600 };

const direction = (element: Locator, wanted: string) =>
  expect(element.first()).toHaveCSS('direction', wanted);
const row = (page: Page, name: string) => page.locator('.binder-row').filter({ hasText: name });

const partOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Binder sections' }).getByRole('link', { name });

async function call({ service, org }: App, path: string, json: unknown) {
  const { status, body } = await service.call('POST', path, { token: org.ada.token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('[APP-19] every text has the direction of its words, in each part of a binder and in the field', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const post = (path: string, json: unknown) => call(app, path, json);
  const layla = await org.addUser('ليلى حداد');
  const id = await org.addBinder(ARABIC, ada, [ben, layla]);
  const messageId = await org.post(id, layla, HEBREW);
  await org.post(id, ada, 'From left to right');
  await post(`/${id}/messages`, {
    message: { text: 'An answer' },
    reply_to: { binder: { comment_id: messageId } },
  });
  await post(`/${id}/messages`, { message: { richtext: `[b]${ARABIC}[/b]` } });
  await post(`/${id}/todos`, { name: HEBREW });
  const steps = [{ assignee: { user_id: ben.id }, actions: [{ id: 'a', text: ARABIC }] }];
  await post(`/${id}/transactions`, { title: ARABIC, content: HEBREW, steps });
  await post(`/${id}/meets`, { name: ARABIC, agenda: HEBREW });
  const { page_id: boardId } = await post(`/${id}/pages`, BOARD);
  await post(`/${id}/pages/${boardId}`, { name: ARABIC });
  await post(`/${id}/pages/${boardId}/comments`, { text: HEBREW });
  const page = await app.open(ben, { path: `/b/${id}` });
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
  await saveScreenshot(page, 'texts-chat');

  await partOf(page, 'To-dos').click();
  await direction(main.locator('.todo-name'), 'rtl');
  await partOf(page, 'Approvals').click();
  await direction(main.getByRole('link', { name: ARABIC }), 'rtl');
  await partOf(page, 'Meetings').click();
  await direction(main.locator('.meet-name'), 'rtl');
  await direction(main.locator('.meet-agenda'), 'rtl');
  await partOf(page, 'Members').click();
  await direction(main.getByText('ليلى حداد'), 'rtl');
  await partOf(page, 'Pages').click();
  await direction(main.locator('.page-name'), 'rtl');
  await main.getByRole('link', { name: ARABIC }).click();
  await direction(main.locator('#section-title'), 'rtl');
  await page
    .getByRole('button', { name: /comment/i })
    .first()
    .click();
  await direction(main.locator('.comment-text'), 'rtl');
});

test('[APP-19] names that are written from right to left keep their places in sentences and titles', async ({
  app,
  org,
}) => {
  const { ada } = org;
  const dana = await org.addUser('דנה');
  const id = await org.addBinder('בדיקה', ada, [dana]);
  await org.post(id, dana, 'שלום');
  const page = await app.open(ada, { path: `/b/${id}` });
  await expect(page).toHaveTitle(/\u2068בדיקה\u2069 · Ringbinder/);
  await expect(row(page, 'בדיקה').locator('.snippet')).toHaveText('\u2068דנה\u2069: \u2068שלום\u2069');
});

test('[APP-6] a binder that has pages but no messages is listed with the number of pages', async ({
  app,
  org,
}) => {
  const id = await org.addBinder('Drawings', org.ada);
  const page = await app.open(org.ada, { path: `/b/${id}` });
  const snippet = row(page, 'Drawings').locator('.snippet');
  await expect(snippet).toHaveText('No messages yet');
  await call(app, `/${id}/pages`, BOARD);
  await expect(snippet).toHaveText('1 page');
});

test('[APP-6] the picture of a person is shown in the profile, the list, mentions and waiting messages', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { ada, ben } = org;
  const id = await org.addBinder('Faces', ada, [ben]);
  const picture = '/docs/images/app-chat.png';
  await service.env.db.query('UPDATE users SET picture_url = $2 WHERE id = ANY($1)', [
    [ada.id, ben.id],
    picture,
  ]);
  const { body } = await service.call('POST', '/me/messages', {
    token: ben.token,
    json: { user: { user_id: ada.id }, message: { text: 'Hello' } },
  });
  assert.equal(body.code, 'RESPONSE_SUCCESS');
  const page = await app.open(ada, { path: `/b/${id}` });
  const shows = (place: Locator) =>
    expect(place.locator('.avatar img').first()).toHaveAttribute('src', picture);
  await shows(page.locator('.profile'));
  await shows(row(page, 'Ben Okafor'));
  await fieldOf(page).pressSequentially('@Ben');
  await shows(page.locator('.suggestion-list'));
  await fieldOf(page).fill('');
  await page.context().setOffline(true);
  await sendMessage(page, 'Hello, everybody');
  await shows(page.locator('.pending'));
});
