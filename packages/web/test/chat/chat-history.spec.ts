import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import { expect, type Page, type TestOrg, test } from '@ringbinder/testkit/playwright/index.ts';
import {
  assertPositionKept,
  fieldOf,
  fillBinder,
  messageOf,
  sendMessage,
  setRead,
  visibleRows,
  waitForStillness,
} from '../support/chat-page.ts';

async function addBinderWith(
  service: TestService,
  { ada, ben, addBinder }: TestOrg,
  count: number,
  read: number,
) {
  const binderId = await addBinder(`${count} messages`, ada, [ben]);
  const ids = await fillBinder(service, binderId, ben, count);
  await setRead(service, binderId, ada, ids[read - 1] ?? 0);
  return { binderId, ids, path: `/b/${binderId}` };
}

const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(`document.querySelector('.chat-viewport')?.scrollBy(0, ${pixels})`);

test('[CHAT-1] [CHAT-4] the chat opens at the first unread message of 100,000, and a button leads to the newest', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const { binderId, ids, path } = await addBinderWith(service, org, 100_000, 40_000);
  const page = await app.open(ada, { path });
  await messageOf(page, 'Message 40001').waitFor();
  await waitForStillness(page);
  const rows = await visibleRows(page);
  assert.ok(
    rows.some(({ id }) => id === ids[40_000]),
    'the first unread message is in view',
  );
  const line = await page.locator('.unread-line').boundingBox();
  const first = await page.locator(`[data-id="${ids[40_000]}"]`).boundingBox();
  assert.ok(line && first && line.y < first.y && first.y - line.y < 60, 'the line is just above it');
  const lists = app.requestsOf(page).filter((url) => url.includes('/messages?'));
  assert.ok(lists.length <= 4, `the page requested ${lists.length} lists`);
  const readTo = async () => {
    const { body } = await service.call('GET', `/${binderId}/readmarks`, { token: ada.token });
    const marks: { user: { id: string }; message_id: number }[] = body.data.readmarks;
    return marks.find(({ user }) => user.id === ada.id)?.message_id ?? 0;
  };
  const last = (await visibleRows(page)).at(-1)?.id;
  await expect.poll(readTo, 'the messages in view are read').toBeGreaterThan(ids[39_999] ?? 0);
  assert.ok((await readTo()) <= (last ?? 0), 'and no others');
  await page.getByRole('button', { name: 'Jump to newest' }).click();
  await messageOf(page, 'Message 100000').waitFor();
  const unread = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: ada.token });
    return body.data.unread_feeds;
  };
  await expect.poll(unread).toBe(0);
});

test('[CHAT-3] the messages in view do not move while older messages load and new ones arrive', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, post } = org;
  const { binderId, path } = await addBinderWith(service, org, 600, 600);
  const page = await app.open(ada, { path });
  await messageOf(page, 'Message 600').waitFor();
  await waitForStillness(page);
  let before = await visibleRows(page);
  while ((before[0]?.id ?? 0) >= 500) {
    await scrollBy(page, -700);
    await waitForStillness(page);
    before = await visibleRows(page);
  }
  const [oldest] = before;
  assert.ok(oldest && oldest.id < 500, 'the page has loaded older messages');
  await test.step('new messages arrive', async () => {
    await post(binderId, ben, 'one more');
    await post(binderId, ben, 'and another');
    await page.getByRole('button', { name: '2 new messages' }).waitFor();
    await assertPositionKept(page, before);
  });
  await test.step('a message above the view becomes longer', async () => {
    const id = oldest.id - 3;
    const json = { message: { text: 'long '.repeat(400) } };
    await service.call('POST', `/${binderId}/messages/${id}`, { token: ben.token, json });
    await page.locator(`[data-id="${id}"]`).filter({ hasText: 'edited' }).waitFor();
    await assertPositionKept(page, before);
  });
  await test.step('the window becomes lower', async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await assertPositionKept(page, before);
  });
  await test.step('a reader at the end stays at the end', async () => {
    await page.getByRole('button', { name: '2 new messages' }).click();
    await messageOf(page, 'and another').waitFor();
    await post(binderId, ben, 'the very last');
    await messageOf(page, 'the very last').waitFor();
    await waitForStillness(page);
    const distance = await page.evaluate<number>(
      `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.chat-viewport'))`,
    );
    assert.ok(distance < 2, `${distance} pixels to the end`);
  });
});

test('[CHAT-4] a reader who sees all unread messages follows the new ones', async ({ app, org, service }) => {
  const { ada, ben, post } = org;
  const { binderId, path } = await addBinderWith(service, org, 4, 1);
  const page = await app.open(ada, { path });
  await messageOf(page, 'Message 4').waitFor();
  await waitForStillness(page);
  await expect(page.locator('.unread-line')).toHaveCount(1);
  let newest = 0;
  for (let number = 1; number <= 12; number++) {
    newest = await post(binderId, ben, `News ${number}\nwith\nlines`);
    await messageOf(page, `News ${number}\n`).waitFor();
  }
  await waitForStillness(page);
  await expect(page.locator('.jump')).toHaveCount(0);
  await expect.poll(async () => (await visibleRows(page)).at(-1)?.id).toBe(newest);
});

test('[CHAT-4] your own message appears, wherever you were in the list', async ({ app, org, service }) => {
  const { path } = await addBinderWith(service, org, 3_000, 1_000);
  const page = await app.open(org.ada, { path });
  await messageOf(page, 'Message 1001').waitFor();
  await sendMessage(page, 'here I am');
  await messageOf(page, 'here I am').waitFor();
  await fieldOf(page).waitFor();
});

test('[CHAT-3] a list that was just scrolled stays in place when older messages arrive', async ({
  app,
  org,
  service,
}) => {
  const { path } = await addBinderWith(service, org, 600, 600);
  const page = await app.open(org.ada, { path });
  await messageOf(page, 'Message 600').waitFor();
  await waitForStillness(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = page.waitForRequest(/\/messages\?/);
  await page.route(/\/messages\?/, async (route) => {
    await released;
    await route.continue();
  });
  let isHeld = false;
  void held.then(() => {
    isHeld = true;
  });
  while (!isHeld) await scrollBy(page, -400);
  await scrollBy(page, -150);
  await waitForStillness(page);
  const before = await visibleRows(page);
  const [oldest] = await page
    .locator('.messages > li[data-id]')
    .evaluateAll((all) => all.map((each) => Number(each.dataset.id)));
  release();
  await page.locator(`[data-id="${Number(oldest) - 1}"]`).waitFor({ state: 'attached' });
  await waitForStillness(page);
  await assertPositionKept(page, before);
});

test('[CHAT-3] a focused message outside the view comes into it, and stays', async ({
  app,
  org,
  service,
}) => {
  const { path } = await addBinderWith(service, org, 60, 60);
  const page = await app.open(org.ada, { path });
  await messageOf(page, 'Message 60').waitFor();
  await waitForStillness(page);
  const last = page.locator('.messages > li[data-id]').last();
  const focused = page.locator('.messages > li:focus');
  await last.focus();
  for (const [key, text] of [
    ['ArrowUp', 'Message 30'],
    ['ArrowDown', 'Message 60'],
  ] as const) {
    for (let presses = 0; presses < 30; presses++) await page.keyboard.press(key);
    await waitForStillness(page);
    await expect(focused).toContainText(text);
    await expect(focused).toBeInViewport({ ratio: 1 });
  }
});

test('[CHAT-1] an address with a message opens the chat at that message', async ({ app, org, service }) => {
  const { ids, path } = await addBinderWith(service, org, 5_000, 5_000);
  const id = ids[1_233];
  const page = await app.open(org.ada, { path: `${path}/chat/${id}` });
  await page.locator(`[data-id="${id}"].highlighted`).waitFor();
  await waitForStillness(page);
  assert.ok((await visibleRows(page)).some((row) => row.id === id));
});
