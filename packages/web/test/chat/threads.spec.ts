import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  expectText,
  inspect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { messageOf, openChat, openOwnChat } from '../support/chat-page.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Thread' });
const fieldIn = (page: Page) => panel(page).locator('[data-composer]');
const replyOf = (page: Page, words: string) => panel(page).locator('.message').filter({ hasText: words });
const line = (page: Page, words: string) => messageOf(page, words).locator('.thread-line');
const inMain = (page: Page, words: string) => page.locator('.chat-main .message').filter({ hasText: words });

async function replyInThread(page: Page, words: string, reply: string): Promise<void> {
  await inMain(page, words).hover();
  await inMain(page, words).getByRole('button', { name: 'Reply in thread' }).click();
  await fieldIn(page).fill(reply);
  await fieldIn(page).press('Enter');
  await replyOf(page, reply).waitFor();
}

async function post(app: App, binderId: string, { token }: CreatedUser, id: number, text: string) {
  const json = { message: { text }, reply_to: { binder: { comment_id: id } }, thread_only: true };
  const { status, body } = await app.service.call('POST', `/${binderId}/messages`, { token, json });
  assert.equal(status, 200, body.message);
  return body.data.binder_comment_id as number;
}

test('[CHAT-25] [CHAT-26] a reply opens beside the chat, and reaches it only on request', async ({
  app,
  org,
}) => {
  const { ada, ben } = await openChat(app, 'Loan 4711', (id) =>
    org.post(id, org.ben, 'Who calls the notary?'),
  );
  await replyInThread(ada, 'notary', 'I can');
  await expect(inMain(ada, 'I can')).toHaveCount(0);
  await expect(line(ben, 'notary')).toContainText('1 reply');
  await line(ben, 'notary').click();
  await replyOf(ben, 'I can').waitFor();

  await panel(ben).getByRole('checkbox', { name: 'Also send to Loan 4711' }).check();
  await fieldIn(ben).fill('Please do');
  await fieldIn(ben).press('Enter');
  await replyOf(ada, 'Please do').waitFor();
  await inMain(ada, 'Please do').waitFor();
  await expect(panel(ben).getByRole('checkbox')).not.toBeChecked();
  await expect(line(ada, 'notary')).toContainText('2 replies');
  await expect(panel(ben).getByRole('heading', { name: 'Thread' })).toBeInViewport();
  await inspectEverywhere(ben, 'chat thread');

  await replyOf(ben, 'Please do').focus();
  await ben.keyboard.press('Delete');
  await ben.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await replyOf(ada, 'Please do').waitFor({ state: 'detached' });
  await expect(line(ada, 'notary')).toContainText('1 reply');
});

test('[CHAT-27] Escape ends an edit, then closes the thread; the focus returns to the message', async ({
  app,
  org,
}) => {
  const { page } = await openOwnChat(app, 'Keys', { prepare: (id) => org.post(id, org.ben, 'Ask me') });
  await messageOf(page, 'Ask me').focus();
  await page.keyboard.press('t');
  await expect(fieldIn(page)).toBeFocused();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  await replyOf(page, 'First').and(page.locator('[data-id]')).waitFor();
  await expectText(fieldIn(page), '');
  await page.keyboard.press('ArrowUp');
  await expectText(fieldIn(page), 'First');
  await page.keyboard.press('Escape');
  await expectText(fieldIn(page), '');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(inMain(page, 'Ask me')).toBeFocused();
});

test('[CHAT-28] a followed thread shows a dot until it is read, and can be left', async ({ app, org }) => {
  const { binderId, page } = await openOwnChat(app, 'Unread', {
    prepare: (id) => org.post(id, org.ada, 'Any news?'),
  });
  const root = Number(await messageOf(page, 'Any news?').getAttribute('data-id'));
  await post(app, binderId, org.ben, root, 'Yes');
  await expect(line(page, 'Any news?')).toHaveAttribute('data-unread', 'true');
  await line(page, 'Any news?').click();
  await replyOf(page, 'Yes').waitFor();
  await expect(line(page, 'Any news?')).toHaveAttribute('data-unread', 'false');
  await panel(page).getByRole('button', { name: 'Unfollow' }).click();
  await panel(page).getByRole('button', { name: 'Follow', exact: true }).waitFor();
  await panel(page).getByRole('button', { name: 'Close thread' }).click();
  await post(app, binderId, org.ben, root, 'More');
  await expect(line(page, 'Any news?')).toContainText('2 replies');
  await expect(line(page, 'Any news?')).toHaveAttribute('data-unread', 'false');
});

test('[CHAT-29] the address of a reply opens its thread, which fills a phone', async ({ app, org }) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Phone', ada, [ben]);
  const root = await org.post(binderId, ben, 'What about the survey?');
  const reply = await post(app, binderId, ben, root, 'It is booked');
  const page = await app.open(ada, {
    path: `/b/${binderId}/chat/${reply}`,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await replyOf(page, 'booked').and(page.locator('.highlighted')).waitFor();
  await replyOf(page, 'survey').waitFor();
  const [box, chat] = [await panel(page).boundingBox(), await page.locator('.chat').boundingBox()];
  assert.deepEqual(box, chat);
  await expect(panel(page).getByRole('heading', { name: 'Thread' })).toBeInViewport();
  await inspect(page, 'chat thread 360');
  await replyOf(page, 'survey').focus();
  const [bar, body] = [
    await replyOf(page, 'survey').locator('.action-bar').boundingBox(),
    await panel(page).locator('.thread-body').boundingBox(),
  ];
  assert.ok(bar && body && bar.y >= body.y, 'the tools of the first message are not cut off');
  await panel(page).getByRole('button', { name: 'Close thread' }).tap();
  await messageOf(page, 'survey').waitFor();
  await expect(inMain(page, 'booked')).toHaveCount(0);
});

test('[CHAT-29] a thread that fills a phone does not mark the messages behind it as read', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Behind', ada, [ben]);
  const root = await org.post(binderId, ben, 'What about the survey?');
  await post(app, binderId, ben, root, 'It is booked');
  const page = await app.open(ada, { path: `/b/${binderId}/chat`, viewport: { width: 360, height: 740 } });
  const readId = async () => {
    const { body } = await app.service.call('GET', `/${binderId}/readmarks`, { token: ada.token });
    return body.data.readmarks.find(({ user }: { user: { id: string } }) => user.id === ada.id)?.message_id;
  };
  await line(page, 'survey').click();
  await replyOf(page, 'booked').waitFor();
  const id = await org.post(binderId, ben, 'By the way');
  await inMain(page, 'By the way').waitFor({ state: 'attached' });
  // Timers with equal delays fire in order, so the chat's timer for read marks fires first.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 400))');
  expect(await readId()).toBeLessThan(id);
  await panel(page).getByRole('button', { name: 'Close thread' }).click();
  await expect.poll(readId).toBeGreaterThanOrEqual(id);
});

test('[CHAT-29] on a phone Back closes the thread first, and then leaves the binder', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Phone', ada, [ben]);
  const root = await org.post(binderId, ben, 'What about the survey?');
  await post(app, binderId, ben, root, 'It is booked');
  const page = await app.open(ada, { path: '/', viewport: { width: 360, height: 740 }, hasTouch: true });
  const open = async () => {
    await line(page, 'survey').tap();
    await replyOf(page, 'booked').waitFor();
  };
  const expectChat = async () => {
    await expect(panel(page)).toHaveCount(0);
    await messageOf(page, 'survey').waitFor();
  };
  await page.locator('.binder-row').filter({ hasText: 'Phone' }).getByRole('link').tap();
  await open();
  await panel(page).getByRole('button', { name: 'Close thread' }).tap();
  await expectChat();
  await open();
  await page.goBack();
  await expectChat();
  await page.goBack();
  await page.locator('.binder-row').filter({ hasText: 'Phone' }).waitFor();
});

test('[CHAT-45] an unfinished reply survives a closed thread and tab, and its message shows it', async ({
  app,
  org,
}) => {
  const { page } = await openOwnChat(app, 'Replies', { prepare: (id) => org.post(id, org.ben, 'Ask me') });
  await messageOf(page, 'Ask me').focus();
  await page.keyboard.press('t');
  await expect(fieldIn(page)).toBeFocused();
  await page.keyboard.type('Not yet');
  await expect(line(page, 'Ask me')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Close thread' }).click();
  await expect(line(page, 'Ask me')).toHaveText('Unfinished reply');
  await inspectEverywhere(page, 'an unfinished reply');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.close();
  await line(other, 'Ask me').click();
  await expectText(fieldIn(other), 'Not yet');
  await fieldIn(other).press('Enter');
  await replyOf(other, 'Not yet').waitFor();
  await panel(other).getByRole('button', { name: 'Close thread' }).click();
  await expect(line(other, 'Ask me')).toContainText('1 reply');
  await expect(line(other, 'Ask me')).not.toContainText('Unfinished');
});
