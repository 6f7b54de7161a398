import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import {
  assertKept,
  fieldOf,
  fillBinder,
  messageOf,
  say,
  seenRows,
  setRead,
  standsStill,
} from './testing/chat-page.ts';

const { browser, service, fixture } = await startApp();

/** A binder of Ada and Ben with so many messages of Ben, of which Ada has read some. */
async function binderWith(name: string, count: number, read: number) {
  const { ada, ben } = fixture;
  const binderId = await fixture.addBinder(name, ada, [ben]);
  const ids = await fillBinder(service, binderId, ben, count);
  await setRead(service, binderId, ada, ids[read - 1] ?? 0);
  return { binderId, ids };
}

const unreadOf = async (binderId: string) => {
  const { body } = await service.call('GET', `/${binderId}`, { token: fixture.ada.token });
  return body.data.unread_feeds as number;
};
const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(`document.querySelector('.chat-viewport')?.scrollBy(0, ${pixels})`);

test(
  '[CHAT-1] [CHAT-4] it opens at the first unread message of 100,000, and leads to the newest',
  browser.needed,
  async () => {
    const { binderId, ids } = await binderWith('Long', 100_000, 40_000);
    const { page, errors, requests } = await openApp(browser, service, fixture.ada.email, {
      path: `/b/${binderId}`,
    });
    await messageOf(page, 'Message 40001').waitFor();
    await standsStill(page);
    const seen = await seenRows(page);
    assert.ok(
      seen.some(({ id }) => id === ids[40_000]),
      'the first unread one is seen',
    );
    const line = await page.locator('.unread-line').boundingBox();
    const first = await page.locator(`[data-id="${ids[40_000]}"]`).boundingBox();
    assert.ok(line && first && line.y < first.y && first.y - line.y < 60, 'the line stands before it');
    const asked = requests.filter((url) => url.includes('/messages?'));
    assert.ok(asked.length <= 4, `${asked.length} lists were asked for`);
    const readTo = async () => {
      const { body } = await service.call('GET', `/${binderId}/readmarks`, { token: fixture.ada.token });
      const marks: { user: { id: string }; message_id: number }[] = body.data.readmarks;
      return marks.find(({ user }) => user.id === fixture.ada.id)?.message_id ?? 0;
    };
    const last = (await seenRows(page)).at(-1)?.id;
    await until('what is seen is read', async () => (await readTo()) > (ids[39_999] ?? 0));
    assert.ok((await readTo()) <= (last ?? 0), 'and nothing that was not seen');
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    await messageOf(page, 'Message 100000').waitFor();
    await until('all is read', async () => (await unreadOf(binderId)) === 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[CHAT-3] the position stays while older messages are read and new ones come',
  browser.needed,
  async () => {
    const { ben } = fixture;
    const { binderId } = await binderWith('Kept', 600, 600);
    const { page } = await openApp(browser, service, fixture.ada.email, { path: `/b/${binderId}` });
    await messageOf(page, 'Message 600').waitFor();
    await standsStill(page);
    for (let turn = 0; turn < 25; turn++) {
      await scrollBy(page, -700);
      await standsStill(page);
    }
    const before = await seenRows(page);
    const [oldest] = before;
    assert.ok(oldest && oldest.id < 500, 'older ones were read');
    await fixture.post(binderId, ben, 'one more');
    await fixture.post(binderId, ben, 'and another');
    const jump = page.getByRole('button', { name: '2 new messages' });
    await jump.waitFor();
    await assertKept(page, before);
    // A message above what is seen becomes longer.
    await service.call('POST', `/${binderId}/messages/${oldest.id - 3}`, {
      token: ben.token,
      json: { message: { text: 'long '.repeat(400) } },
    });
    await page
      .locator(`[data-id="${oldest.id - 3}"]`)
      .filter({ hasText: 'edited' })
      .waitFor();
    await assertKept(page, before);
    await page.setViewportSize({ width: 1280, height: 600 });
    await assertKept(page, before);
    await jump.click();
    await messageOf(page, 'and another').waitFor();
    // Who is at the end stays there.
    await fixture.post(binderId, ben, 'the very last');
    await messageOf(page, 'the very last').waitFor();
    await standsStill(page);
    const distance = (await page.evaluate(
      `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.chat-viewport'))`,
    )) as number;
    assert.ok(distance < 2, `${distance} pixels to the end`);
    await page.context().close();
  },
);

test(
  '[CHAT-4] who sees all from the first unread message on goes on with what comes',
  browser.needed,
  async () => {
    const { binderId } = await binderWith('Short', 4, 1);
    const { page } = await openApp(browser, service, fixture.ada.email, { path: `/b/${binderId}` });
    await messageOf(page, 'Message 4').waitFor();
    await standsStill(page);
    await becomes(() => page.locator('.unread-line').count(), 1);
    let newest = 0;
    for (let number = 1; number <= 12; number++) {
      const json = { message: { text: `News ${number}\nwith\nlines` } };
      const { body } = await service.call('POST', `/${binderId}/messages`, {
        token: fixture.ben.token,
        json,
      });
      newest = body.data.binder_comment_id;
      await messageOf(page, `News ${number}\n`).waitFor();
    }
    await standsStill(page);
    await becomes(() => page.locator('.jump').count(), 0);
    await becomes(async () => (await seenRows(page)).at(-1)?.id, newest);
    await page.context().close();
  },
);

test('[CHAT-4] what one writes oneself is shown, wherever one was', browser.needed, async () => {
  const { binderId } = await binderWith('Own', 3_000, 1_000);
  const { page } = await openApp(browser, service, fixture.ada.email, { path: `/b/${binderId}` });
  await messageOf(page, 'Message 1001').waitFor();
  await say(page, 'here I am');
  await messageOf(page, 'here I am').waitFor();
  await fieldOf(page).waitFor();
  await page.context().close();
});

test('[CHAT-1] an address with a message opens at it', browser.needed, async () => {
  const { binderId, ids } = await binderWith('Linked', 5_000, 5_000);
  const path = `/b/${binderId}/chat/${ids[1_233]}`;
  const { page } = await openApp(browser, service, fixture.ada.email, { path });
  await page.locator(`[data-id="${ids[1_233]}"].highlighted`).waitFor();
  await standsStill(page);
  assert.ok((await seenRows(page)).some(({ id }) => id === ids[1_233]));
  await page.context().close();
});
