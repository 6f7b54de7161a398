import assert from 'node:assert/strict';
import { hello } from '@ringbinder/server/features/meet-rooms/testing/meet-client.ts';
import type { CreatedUser } from '@ringbinder/testkit';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { assertively, expectAmongAnnounced, LIVE_REGIONS, politely } from '../support/announcements.ts';

const calling = (page: Page) => page.getByRole('region', { name: 'Ben Okafor is calling' });

async function post({ service }: App, path: string, { token }: CreatedUser, json: object) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

async function call(app: App, prepare: (conversation: string) => Promise<unknown> = async () => undefined) {
  const { ada, ben } = app.org;
  const hello = { user: { user_id: ada.id }, message: { text: 'Hello' } };
  const { binder_id: conversation } = await post(app, '/me/messages', ben, hello);
  await prepare(conversation);
  const page = await app.open(ada, { path: '/home', scripts: [LIVE_REGIONS] });
  const other = await page.context().newPage();
  await other.goto(`${app.service.origin}/b/${conversation}`);
  await other.locator('[data-composer]').waitFor();
  const { session_key: key } = await post(app, `/${conversation}/meets`, ben, {});
  return { page, other, conversation, key };
}

test('[MEET-43] a call is shown in every tab until it is declined, with a message that the caller reads', async ({
  app,
}) => {
  const { page, other, conversation } = await call(app);
  await calling(page).waitFor();
  await calling(other).waitFor();
  await expectAmongAnnounced(page, assertively('Ben Okafor is calling'));
  await inspectEverywhere(page, 'a call');
  await calling(page).getByRole('button', { name: 'Decline with a message' }).click();
  await inspectEverywhere(page, 'the answer to a call');
  await calling(page).getByRole('textbox', { name: 'Message' }).fill('In ten minutes?');
  await calling(page).getByRole('button', { name: 'Send' }).click();
  await expect(calling(page)).toHaveCount(0);
  await expect(calling(other)).toHaveCount(0);
  const { ben } = app.org;
  const caller = await app.open(ben, { path: `/b/${conversation}` });
  await caller.getByText('In ten minutes?').waitFor();
  await caller.locator('.message').getByText('Ada Lovelace declined the call').waitFor();
});

test('[MEET-43] a call has the name of the other person, and its button shows the devices before the microphone is allowed', async ({
  app,
}) => {
  const { page, conversation, key } = await call(app);
  await expect(page.locator('.home-row .home-name')).toHaveText('Ben Okafor');
  await calling(page).getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`**/b/${conversation}/meet/${key}`);
  await expect(calling(page)).toHaveCount(0);
  await page.locator('.meet-ready-form h1', { hasText: /^Ben Okafor$/ }).waitFor();
});

test('[MEET-43] [MEETVIEW-4] a call is joined by one press with the microphone only, and “For you” leads back to it', async ({
  app,
}) => {
  const { page, other, conversation, key } = await call(app);
  await other.close();
  await page.context().grantPermissions(['microphone']);
  await calling(page).getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`**/b/${conversation}/meet/${key}`);
  const bar = page.getByRole('toolbar', { name: 'Meeting controls' });
  const pressed = (name: string) => bar.getByRole('button', { name, exact: true, pressed: true });
  await pressed('Microphone').waitFor();
  await expect(pressed('Camera')).toHaveCount(0);

  await page.getByRole('button', { name: 'Minimise the meeting' }).click();
  await page.waitForURL(`**/b/${conversation}`);
  await page.locator('.meet-place[data-mini=true]').waitFor();
  await expect(page.locator('#app #title')).toBeFocused();
  await page.getByRole('link', { name: 'Return to the meeting' }).waitFor();
  await page.getByRole('link', { name: 'For you' }).click();
  await page.locator('.home-row').getByRole('link', { name: 'Return to the meeting' }).click();
  await page.locator('.meet-place[data-mini=false]').waitFor();
});

test('[MEETVIEW-11] [MEETVIEW-13] a reload returns to a minimised meet in its corner, and a new tab offers to rejoin', async ({
  app,
}) => {
  const { page, other, key } = await call(app);
  await other.close();
  await page.context().grantPermissions(['microphone']);
  await calling(page).getByRole('button', { name: 'Accept' }).click();
  const microphoneIn = (tab: Page) =>
    tab
      .getByRole('toolbar', { name: 'Meeting controls' })
      .getByRole('button', { name: 'Microphone', exact: true, pressed: false });
  const bar = page.getByRole('toolbar', { name: 'Meeting controls' });
  await bar.getByRole('button', { name: 'Microphone', exact: true, pressed: true }).click();
  await microphoneIn(page).waitFor();
  await page.getByRole('button', { name: 'Minimise the meeting' }).click();
  const small = page.locator('.meet-place[data-mini=true]');
  await expect(small).toHaveAttribute('data-corner', 'end-end');
  const before = await small.boundingBox();
  assert.ok(before);
  await page.mouse.move(before.x + 60, before.y + 12);
  await page.mouse.down();
  await page.mouse.move(200, 300, { steps: 4 });
  await page.mouse.up();
  await expect(small).toHaveAttribute('data-corner', 'start-start');
  await page.getByRole('button', { name: 'Move to another corner' }).press('ArrowRight');
  await expect(small).toHaveAttribute('data-corner', 'start-end');
  await inspectEverywhere(page, 'the small window of a meet');

  await page.reload();
  await microphoneIn(page).waitFor();
  await expect(small).toHaveAttribute('data-corner', 'start-end');
  const [{ participants } = { participants: undefined }] = (
    await app.service.call('GET', '/me/meets', { token: app.org.ada.token })
  ).body.data.meets;
  assert.deepEqual(participants, [{ id: app.org.ada.id, name: app.org.ada.name }]);

  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${app.service.origin}/home`);
  const offer = next.getByRole('region', { name: /^You were in/ });
  await offer.waitFor();
  await next.getByText('In the meeting: Ada Lovelace').first().waitFor();
  await inspectEverywhere(next, 'the offer to rejoin a meet');
  await offer.getByRole('button', { name: 'Rejoin' }).click();
  await next.waitForURL(`**/meet/${key}`);
  await microphoneIn(next).waitFor();
  await expect(offer).toHaveCount(0);
});

test('[MEET-50] [MEETVIEW-12] [MEETVIEW-16] a member is called into a running meet and sees who is in it', async ({
  app,
}) => {
  const { ada, ben } = app.org;
  const binderId = await app.org.addBinder('Loan 4711', ada, [ben]);
  const path = `/b/${binderId}`;
  const { session_key: key } = await post(app, `/${binderId}/meets`, ada, {});
  const host = await app.open(ada, { path: `${path}/meet/${key}` });
  const called = await app.open(ben, { path });
  await host.locator('.meet').getByRole('button', { name: /^Join/ }).click();
  await called.getByText('In the meeting: Ada Lovelace').first().waitFor();
  await host.getByRole('button', { name: /^People/ }).click();
  const people = host.getByRole('complementary', { name: 'People' });
  await people.getByRole('heading', { name: 'Not in the meeting (1)' }).waitFor();
  await inspectEverywhere(host, 'the people who are not in a meet');
  const region = called.getByRole('region', { name: 'Ada Lovelace is calling' });
  await people.getByRole('button', { name: 'Ring Ben Okafor' }).click();
  await people.getByRole('button', { name: 'Ringing Ben Okafor…' }).waitFor();
  await region.getByRole('button', { name: 'Decline', exact: true }).click();
  await people.getByText('Ben Okafor declined the call').waitFor();
  await people.getByRole('button', { name: 'Ring Ben Okafor' }).click();
  await people.getByRole('button', { name: 'Ringing Ben Okafor…' }).waitFor();
  await region.getByRole('button', { name: 'Accept' }).click();
  await called.locator('.meet-ready').getByText('In the meeting: Ada Lovelace').waitFor();
  await inspectEverywhere(called, 'who is in a meet before joining');
});

test('[MEETVIEW-16] a scheduled meet invites chosen members, who answer from the email’s link', async ({
  app,
}) => {
  const { ada, ben, carla } = app.org;
  const binderId = await app.org.addBinder('Loan 4711', ada, [ben, carla]);
  const page = await app.open(ada, { path: `/b/${binderId}/meets` });
  await page.getByRole('button', { name: 'Schedule a meeting' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weekly');
  await dialog.getByLabel('Email an invitation to everyone in the binder').uncheck();
  await dialog.getByLabel('Ben Okafor').check();
  const emails = dialog.getByLabel('Also invite by email');
  await emails.fill('nobody');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(emails).toHaveAttribute('aria-invalid', 'true');
  await emails.fill('');
  await inspectEverywhere(page, 'choosing whom to invite');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  const answers = page.getByRole('button', { name: /^Answers to “Weekly”/ });
  await expect(answers).toHaveText('No answer yet: 1');
  const [{ session_key: key }] = (await app.service.call('GET', `/${binderId}/meets`, { token: ada.token }))
    .body.data.meets;
  const invited = await app.open(ben, { path: `/b/${binderId}/meets?answer=${key}` });
  await expect(invited.locator('.meet-replies')).toHaveText('Answer · No answer yet: 1');
  await invited.getByRole('dialog').getByRole('button', { name: 'Maybe' }).click();
  await invited.getByRole('dialog').getByRole('region', { name: 'Maybe' }).getByText('Ben Okafor').waitFor();
  await inspectEverywhere(invited, 'answering an invitation');
  await expect(answers).toHaveText('Maybe: 1');
});

test('[MEET-43] a call whose microphone fails shows the devices before joining', async ({ app }) => {
  const { page, conversation, key } = await call(app);
  await page.context().grantPermissions(['microphone']);
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('', 'NotReadableError');
  }`);
  await calling(page).getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`**/b/${conversation}/meet/${key}`);
  await page.getByText('Another program is using the microphone.').waitFor();
  await page.locator('.meet').getByRole('button', { name: 'Join', exact: true }).waitFor();
});

test('[MEET-43] a call of a muted binder is not shown', async ({ app }) => {
  const { ada } = app.org;
  const { page } = await call(app, (conversation) =>
    post(app, `/me/binders/${conversation}`, ada, { is_muted: true }),
  );
  await page.getByText('Meeting in progress').waitFor();
  assert.equal(await calling(page).count(), 0);
});

test('[MEET-43] a call to a person who must not be disturbed is not shown', async ({ app }) => {
  const { ada } = app.org;
  const status = { availability: 'do_not_disturb', until_time: Date.now() + 3_600_000 };
  const { page } = await call(app, () => post(app, '/me', ada, { status }));
  await page.getByText('Meeting in progress').waitFor();
  await page.evaluate('new Promise(requestAnimationFrame)');
  assert.equal(await calling(page).count(), 0);
});

test('[MEET-45] [MEET-52] a call stops ringing when its caller cancels before joining', async ({ app }) => {
  const { ada, ben } = app.org;
  const hello = { user: { user_id: ada.id }, message: { text: 'Hello' } };
  const { binder_id: conversation } = await post(app, '/me/messages', ben, hello);
  const page = await app.open(ada, { path: '/home' });
  const caller = await app.open(ben, { path: `/b/${conversation}` });
  await caller.getByRole('button', { name: 'Start meeting' }).click();
  await calling(page).waitFor();
  await caller.getByRole('button', { name: 'Cancel' }).click();
  await caller.waitForURL(`**/b/${conversation}`);
  await expect(calling(page)).toHaveCount(0);
  await caller.getByRole('list', { name: 'Messages' }).getByText('Missed call', { exact: true }).waitFor();
  await caller.getByRole('link', { name: 'Meetings', exact: true }).click();
  await expect(caller.locator('.meet-what strong'), 'styles of the lobby').toHaveCSS('position', 'static');
  await page.goto(`${app.service.origin}/b/${conversation}`);
  const line = page.locator('.message').filter({ hasText: 'Missed call from Ben Okafor' });
  await inspectEverywhere(page, 'a missed call');
  await line.getByRole('button', { name: 'Call back' }).click();
  await page.waitForURL(`**/b/${conversation}/meet/*`);
});

test('[MEET-45] a call stops ringing when its caller cancels before the binder has loaded', async ({
  app,
}) => {
  const { ben } = app.org;
  const { page, conversation, key } = await call(app);
  await calling(page).waitFor();
  const caller = await app.open(ben, { path: '/account' });
  await caller.routeWebSocket(/\/realtime$/, () => undefined);
  await caller.goto(`${app.service.origin}/b/${conversation}/meet/${key}`);
  await caller.getByRole('button', { name: 'Cancel' }).click();
  await expect(calling(page)).toHaveCount(0);
});

test('[MEET-45] a call that was joined continues when its caller cancels', async ({ app }) => {
  const { ada, ben } = app.org;
  const { page, conversation, key } = await call(app);
  await page.goto(`${app.service.origin}/b/${conversation}/meet/${key}`);
  await page.locator('.meet').getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByText('No one else is here yet').waitFor();
  const caller = await app.open(ben, { path: `/b/${conversation}/meet/${key}` });
  // The page knows the host only after the meet has loaded.
  await caller.locator('.meet').getByRole('heading', { name: ada.name }).waitFor();
  app.allowErrors(/status of 412/);
  const answer = caller.waitForResponse((response) => response.url().includes('/end?unattended=true'));
  await caller.getByRole('button', { name: 'Cancel' }).click();
  expect((await answer).status()).toBe(412);
  const { body } = await app.service.call('GET', `/meets/status/${key}`, { token: ada.token });
  expect(body.data.status).toBe('SESSION_STARTED');
});

test('[MEETVIEW-10] the end of a call names no binder, and leads back to the conversation', async ({
  app,
}) => {
  const { page, conversation, key } = await call(app);
  await page.goto(`${app.service.origin}/b/${conversation}/meet/${key}`);
  await page.locator('.meet').getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByText('No one else is here yet').waitFor();
  await post(app, `/meets/${key}/end`, app.org.ben, {});
  await page.getByRole('heading', { name: 'The meeting has ended' }).waitFor();
  await page.locator('.meet-ended').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(`**/b/${conversation}`);
});

test('[MEET-47] a host who is elsewhere sees that a guest waits, and joins by a button', async ({ app }) => {
  const { ada, ben } = app.org;
  const binderId = await app.org.addBinder('Loans', ada, [ben]);
  const { session_key: key } = await post(app, `/${binderId}/meets`, ada, {});
  const [page, other] = [
    await app.open(ada, { path: '/home', scripts: [LIVE_REGIONS] }),
    await app.open(ben),
  ];
  for (const each of [page, other]) await each.getByText('Meeting in progress').waitFor();
  const { token } = await post(app, '/meets/guests', ada, { link: key, name: 'Grace' });
  const guest = await hello(app.service, key, token);
  await guest.take('lobby');
  const knock = page.getByRole('region', { name: 'A guest wants to join “Loans”' });
  await knock.waitFor();
  await expectAmongAnnounced(page, assertively('A guest wants to join “Loans”'));
  await inspectEverywhere(page, 'a guest who waits');
  await expect(other.locator('.call')).toHaveCount(0);
  await knock.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`**/b/${binderId}/meet/${key}`);
  await expect(knock).toHaveCount(0);
  guest.cut();
});

test('[MEET-43] a caller who waits alone sees who declined', async ({ app }) => {
  const { ada, ben } = app.org;
  const { page, conversation, key } = await call(app);
  const caller = await app.open(ben, { path: `/b/${conversation}/meet/${key}`, scripts: [LIVE_REGIONS] });
  await caller.locator('.meet').getByRole('button', { name: 'Join', exact: true }).click();
  await caller.locator('.meet-alone').getByText(`Calling ${ada.name}…`).waitFor();
  await expectAmongAnnounced(caller, politely(`Calling ${ada.name}…`));
  await calling(page).getByRole('button', { name: 'Decline', exact: true }).click();
  await caller.locator('.meet-alone').getByText(`${ada.name} declined the call`).waitFor();
  await expectAmongAnnounced(caller, politely(`${ada.name} declined the call`));
  await caller.reload();
  await caller.locator('.meet-alone').getByText(`${ada.name} declined the call`).waitFor();
});

test('[MEET-43] [MEET-53] a caller sees that nobody answered, and the end when the other leaves', async ({
  app,
}) => {
  const { ada, ben } = app.org;
  const { page, conversation, key } = await call(app);
  const path = `/b/${conversation}/meet/${key}`;
  const caller = await app.open(ben, { path: '/home' });
  await caller.clock.install();
  await caller.goto(`${app.service.origin}${path}`);
  await caller.locator('.meet').getByRole('button', { name: 'Join', exact: true }).click();
  const alone = caller.locator('.meet-alone');
  await alone.getByText(`Calling ${ada.name}…`).waitFor();
  await expect(alone.getByRole('button')).toHaveCount(0);
  await caller.clock.fastForward(45_000);
  await alone.getByText(`${ada.name} did not answer`).waitFor();
  await page.goto(`${app.service.origin}${path}`);
  await page.locator('.meet').getByRole('button', { name: 'Join', exact: true }).click();
  await expect(alone).toHaveCount(0);
  await page.locator('.meet').getByRole('button', { name: 'Leave', exact: true }).click();
  await caller.getByRole('heading', { name: 'The meeting has ended' }).waitFor();
});
