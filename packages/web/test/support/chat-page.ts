import assert from 'node:assert/strict';
import { type CreatedUser, type TestService, until } from '@ringbinder/testkit';
import type { App, Both, Locator, Page, PageOptions } from '@ringbinder/testkit/playwright/index.ts';

export async function fillBinder(
  { env }: TestService,
  binderId: string,
  author: CreatedUser,
  count: number,
): Promise<number[]> {
  const rows = await env.db.query<{ id: number }>(
    `WITH taken AS (
       UPDATE binders SET next_id = next_id + $2, total_messages = total_messages + $2 WHERE id = $1
       RETURNING next_id - $2 AS first
     )
     INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT $1, first + n, $3, 'Message ' || (n + 1) || repeat(' and some more words', n % 7),
       $4::bigint - ($2::bigint - n) * 60000, $4::bigint - ($2::bigint - n) * 60000
     FROM taken, generate_series(0, $2::int - 1) n RETURNING id`,
    [binderId, count, author.id, env.clock.now()],
  );
  // PostgreSQL would analyse the table only after a while.
  await env.db.query('ANALYZE messages');
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

export async function setRead(
  { env }: TestService,
  binderId: string,
  user: CreatedUser,
  messageId: number,
): Promise<void> {
  await env.db.query('UPDATE binder_members SET read_id = $3 WHERE binder_id = $1 AND user_id = $2', [
    binderId,
    user.id,
    messageId,
  ]);
}

export const fieldOf = (page: Page) => page.locator('[data-composer]');

export async function editorOf(page: Page): Promise<Locator> {
  await fieldOf(page).focus();
  const editor = fieldOf(page).and(page.locator('[contenteditable]'));
  await editor.waitFor();
  return editor;
}

export const messageOf = (page: Page, words: string) =>
  page.locator('.chat-content .message').filter({ hasText: words });

export const storedOf = (page: Page, words: string) => messageOf(page, words).and(page.locator('[data-id]'));

export async function sendMessage(page: Page, words: string): Promise<void> {
  await fieldOf(page).fill(words);
  await fieldOf(page).press('Enter');
}

export function visibleRows(page: Page): Promise<{ id: number; top: number }[]> {
  return page.evaluate(`(() => {
    const viewport = document.querySelector('.chat-viewport');
    const frame = viewport.getBoundingClientRect();
    return [...viewport.querySelectorAll('[data-id]')].flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const isSeen = bottom > frame.top && top < frame.bottom;
      return isSeen ? [{ id: Number(row.dataset.id), top: top - frame.top }] : [];
    });
  })()`);
}

export async function waitForStillness(page: Page): Promise<void> {
  const look = `(async () => {
    const state = () => {
      const viewport = document.querySelector('.chat-viewport');
      const first = viewport?.querySelector('[data-id]');
      return [viewport?.scrollTop, viewport?.scrollHeight, first?.dataset.id].join(' ');
    };
    const before = state();
    for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
    return before === state();
  })()`;
  await until('the list stands still', () => page.evaluate(look));
}

export async function assertPositionKept(
  page: Page,
  [first]: readonly { id: number; top: number }[],
): Promise<void> {
  await waitForStillness(page);
  const same = (await visibleRows(page)).find(({ id }) => id === first?.id);
  assert.ok(first && same, `message ${first?.id} is not seen any more`);
  assert.ok(Math.abs(first.top - same.top) <= 2, `it moved by ${same.top - first.top} pixels`);
}

export function styleOf(element: Locator, name: string): Promise<string> {
  const read = new Function('each', `return getComputedStyle(each).getPropertyValue('${name}')`);
  return element.evaluate(read as (each: unknown) => string);
}

export async function openChat(
  app: App,
  name: string,
  prepare?: (binderId: string) => Promise<unknown>,
): Promise<Both> {
  const { ben, carla } = app.org;
  const both = await app.openBoth(name, { members: [ben, carla], ...(prepare && { prepare }) });
  for (const page of [both.ada, both.ben]) await fieldOf(page).waitFor();
  return both;
}

export async function openOwnChat(
  app: App,
  name: string,
  {
    prepare = async () => undefined,
    ...options
  }: PageOptions & { prepare?: (binderId: string) => Promise<unknown> } = {},
): Promise<{ binderId: string; page: Page }> {
  const { ada, ben, addBinder } = app.org;
  const binderId = await addBinder(name, ada, [ben]);
  await prepare(binderId);
  const page = await app.open(ada, { path: `/b/${binderId}`, ...options });
  await fieldOf(page).waitFor();
  return { binderId, page };
}
