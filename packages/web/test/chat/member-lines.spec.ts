import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import { expect, inspect, type Page, saveScreenshot, test } from '@ringbinder/testkit/playwright/index.ts';
import { fillBinder, messageOf, openOwnChat, waitForStillness } from '../support/chat-page.ts';

const linesOf = (page: Page) => page.locator('.chat-content li.system bdi');

test('[MEMBER-19] the chat says who was added and who left, and counts it nowhere', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla } = org;
  const dora = await org.addUser('Dora Diaz');
  const { page, binderId } = await openOwnChat(app, 'Loan 4711', {
    prepare: (id) => org.post(id, ben, 'Hello'),
  });
  const call = async (caller: CreatedUser, path: string, json: object) => {
    const { status } = await service.call('POST', `/${binderId}/${path}`, { token: caller.token, json });
    assert.equal(status, 200);
  };
  const add = (user: CreatedUser) => call(ada, 'inviteuser', { users: [{ user: { id: user.id } }] });
  const lines = ['Ada Lovelace added Carla Mendes and Dora Diaz', 'Dora Diaz left the binder'];

  await test.step('a line follows at once, and joins changes in a row', async () => {
    await messageOf(page, 'Hello').waitFor();
    await add(carla);
    await expect(linesOf(page)).toHaveText(['Ada Lovelace added Carla Mendes']);
    await add(dora);
    await call(dora, 'removeuser', { id: dora.id });
    await expect(linesOf(page)).toHaveText(lines);
    await inspect(page, 'member lines');
  });
  await test.step('a message after a line shows its author', async () => {
    await org.post(binderId, ben, 'Welcome');
    await messageOf(page, 'Welcome').locator('.message-head').getByText('Ben Okafor').waitFor();
  });
  await test.step('the others see it later, and nothing is unread', async () => {
    const other = await app.open(carla, { path: `/b/${binderId}` });
    await expect(linesOf(other)).toHaveText(lines);
    const { body } = await service.call('GET', `/${binderId}`, { token: ben.token });
    assert.equal(body.data.unread_feeds, 0, 'Ben has read nothing, but wrote everything');
    const rows = other.locator('.chat-content li');
    const words = (await rows.allInnerTexts()).map((each) => each.replace(/\s+/g, ' '));
    const places = ['Hello', 'added Carla', 'Dora Diaz left', 'Welcome'].map((part) =>
      words.findIndex((each) => each.includes(part)),
    );
    assert.deepEqual(
      places,
      places.toSorted((one, two) => one - two),
      words.join(' | '),
    );
    await saveScreenshot(other, 'member-lines');
  });
  await test.step('a removal names who removed', async () => {
    // Her page may mark messages as read at this moment.
    app.allowErrors(/403/);
    await call(ada, 'removeuser', { id: carla.id });
    await expect(linesOf(page)).toHaveText([...lines, 'Ada Lovelace removed Carla Mendes']);
  });
});

test('[MEMBER-19] lines come with older messages, and none precedes the first', async ({
  app,
  org,
  service,
}) => {
  const { ada, carla } = org;
  const id = await org.addBinder('History', ada);
  const users = [{ user: { id: carla.id } }];
  await fillBinder(service, id, ada, 20);
  service.clock.advance(1_000);
  await service.call('POST', `/${id}/inviteuser`, { token: ada.token, json: { users } });
  service.clock.advance(200 * 60_000);
  await fillBinder(service, id, ada, 180);
  const page = await app.open(ada, { path: '/account' });
  const answered = page.waitForResponse(/\/conversations\?/);
  await page.goto(`${service.origin}/b/${id}`);
  await messageOf(page, 'Message 180').waitFor();
  await (await answered).finished();
  await waitForStillness(page);
  await expect(linesOf(page)).toHaveCount(0);
  await expect(async () => {
    await page.locator('.chat-viewport').evaluate((each) => each.scrollTo(0, 0));
    await page.getByText('This is the beginning of').waitFor({ timeout: 500 });
  }).toPass();
  await expect(linesOf(page)).toHaveText(['Ada Lovelace added Carla Mendes']);
});

test('[MEMBER-19] a line comes even after a failed request, and before a thousand other changes', async ({
  app,
  org,
  service,
}) => {
  const { ada, carla } = org;
  const id = await org.addBinder('Many changes', ada);
  const users = [{ user: { id: carla.id } }];
  await org.post(id, ada, 'Hello');
  service.clock.advance(1_000);
  await service.call('POST', `/${id}/inviteuser`, { token: ada.token, json: { users } });
  await service.env.db.query(
    `WITH moved AS (UPDATE binders SET seq = seq + 1000 WHERE id = $1 RETURNING seq - 1000 AS base)
     INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, base + n, $2::bigint + n, $3::text, 'member_changed',
       jsonb_build_object('user_id', $4::text, 'name', $5::text, 'type', 'BOARD_READ_WRITE')
     FROM moved, generate_series(1, 1000) n`,
    [id, service.clock.now(), ada.id, carla.id, carla.name],
  );
  service.clock.advance(2_000);
  await org.post(id, ada, 'Later');
  const page = await app.open(ada, { path: '/account' });
  app.allowErrors(/status of 500/);
  await page.route(/\/conversations\?/, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.goto(`${service.origin}/b/${id}`);
  await messageOf(page, 'Later').waitFor();
  await expect(linesOf(page)).toHaveText(['Ada Lovelace added Carla Mendes']);
});
