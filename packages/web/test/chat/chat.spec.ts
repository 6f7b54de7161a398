import assert from 'node:assert/strict';
import {
  expect,
  expectText,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import {
  editorOf,
  fieldOf,
  messageOf,
  openChat,
  openOwnChat,
  sendMessage,
  styleOf,
} from '../support/chat-page.ts';
import { openSection } from '../support/sections.ts';

const press = (page: Page, words: string, name: string) =>
  messageOf(page, words).getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, words: string, name: string) => {
  await messageOf(page, words).focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name }).click();
};

test('[CHAT-7] [CHAT-8] [CHAT-13] [CHAT-14] two people talk: what one does the other sees', async ({
  app,
  org,
}) => {
  const { ada, ben } = await openChat(app, 'Loan 4711', (id) =>
    org.post(id, org.carla, 'The valuation came in'),
  );
  await fieldOf(ada).pressSequentially('I will look');
  // Only open channels receive a signal, so Ada continues to type.
  await expect(async () => {
    await fieldOf(ada).press('!');
    await fieldOf(ada).press('Backspace');
    await ben.getByText('Ada Lovelace is typing').waitFor({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await fieldOf(ada).press('Enter');
  await messageOf(ben, 'I will look').waitFor();
  await ben.getByText('is typing').waitFor({ state: 'hidden' });

  await messageOf(ben, 'I will look').hover();
  await press(ben, 'I will look', 'Reply');
  await ben.getByText('Replying to Ada Lovelace').waitFor();
  await editorOf(ben);
  await ben.keyboard.type('Take **page 3** first');
  await ben.keyboard.press('Enter');
  const answer = messageOf(ada, 'page 3');
  await answer.waitFor();
  await expect(answer.locator('.quote-line')).toHaveText('Ada Lovelace I will look', { useInnerText: true });
  const weight = await styleOf(answer.getByText('page 3', { exact: true }), 'font-weight');
  assert.ok(Number(weight) >= 600, `drawn with weight ${weight}`);
  await ada.getByText('Seen by').waitFor({ state: 'hidden' });

  await answer.hover();
  await press(ada, 'page 3', '👍');
  await messageOf(ben, 'page 3').getByRole('button', { name: '👍 1: Ada Lovelace' }).click();
  await answer.getByRole('button', { name: '👍 2: You and Ben Okafor' }).click();
  await messageOf(ben, 'page 3').getByRole('button', { name: '👍 1: You' }).waitFor();

  await fieldOf(ben).press('ArrowUp');
  await expect(fieldOf(ben).locator('strong')).toHaveText('page 3');
  await expectText(fieldOf(ben), 'Take page 3 first');
  await fieldOf(ben).fill('Take page 4 first');
  await fieldOf(ben).press('Enter');
  await messageOf(ada, 'page 4').getByText('edited').waitFor();

  await choose(ada, 'page 4', 'Pin');
  await ben.getByRole('button', { name: '1 pinned' }).click();
  await ben.getByRole('region', { name: 'Pinned messages' }).getByText('Take page 4 first').waitFor();
  await messageOf(ben, 'page 4').getByText('Pinned by Ada Lovelace').waitFor();
  await ben.keyboard.press('Escape');

  await sendMessage(ada, 'Done');
  await ada.getByText('Seen by Ben Okafor').waitFor();
  await choose(ada, 'Done', 'Delete');
  await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await messageOf(ben, 'Done').waitFor({ state: 'detached' });
  await messageOf(ada, 'Done').waitFor({ state: 'detached' });
  await expect(fieldOf(ada)).toBeFocused();
  await inspectEverywhere(ada, 'chat two people');
});

test('[CHAT-5] a mention is completed by keys, and stands out for whom it names', async ({ app }) => {
  const { ada, ben } = await openChat(app, 'Mentions');
  await fieldOf(ada).pressSequentially('Ask @be');
  await ada.getByRole('option', { name: 'Ben Okafor' }).waitFor();
  await inspectEverywhere(ada, 'chat mention');
  await ada.keyboard.press('Tab');
  await expectText(fieldOf(ada), 'Ask @Ben Okafor ');
  await expect(fieldOf(ada).locator('.mention')).toHaveText('@Ben Okafor', { useInnerText: true });
  await ada.keyboard.type('about it');
  await ada.keyboard.press('Enter');
  const named = messageOf(ben, 'about it').and(ben.locator('.for-me'));
  await expect(named.locator('.mention.me')).toHaveText('@Ben Okafor', { useInnerText: true });
});

test('[CHAT-16] what is refused stays with its reason, and is sent again, edited or dropped', async ({
  app,
}) => {
  app.allowErrors(/status of 412/);
  const { ada, ben, binderId } = await openChat(app, 'Refused');
  let isRefusing = true;
  await ada.route(`**/v1/${binderId}/messages`, (route) =>
    isRefusing && route.request().method() === 'POST'
      ? route.fulfill({
          status: 412,
          json: { code: 'RESPONSE_ERROR_PRECONDITION_FAILED', message: 'not today' },
        })
      : route.fallback(),
  );
  await sendMessage(ada, 'first');
  const refused = (words: string) => ada.locator('.pending .message').filter({ hasText: words });
  await refused('first').getByText('not today').waitFor();
  await sendMessage(ada, 'second');
  await sendMessage(ada, 'third');
  await refused('third').getByText('not today').waitFor();
  await inspectEverywhere(ada, 'chat refused');
  isRefusing = false;
  await refused('first').getByRole('button', { name: 'Send again' }).click();
  await messageOf(ben, 'first').waitFor();
  await refused('second').getByRole('button', { name: 'Delete' }).click();
  await refused('third').getByRole('button', { name: 'Edit' }).click();
  await expectText(fieldOf(ada), 'third');
  await sendMessage(ada, 'third, again');
  await messageOf(ben, 'third, again').waitFor();
  await expect(ben.locator('.message')).toHaveCount(2);
  await ada.unrouteAll();
});

test('[CHAT-16] two who write at once, one of them without a connection now and then, see the same in the end', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  app.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { ada, ben, binderId } = await openChat(app, 'At once');
  const texts = async (page: Page) =>
    (await page.locator('.chat-content li[data-id] .message-text').allInnerTexts()).join('|');
  const write = async (page: Page, name: string, isLost: boolean) => {
    for (let index = 1; index <= 12; index++) {
      if (isLost && index % 4 === 0) await page.context().setOffline(true);
      await sendMessage(page, `${name} ${index}`);
      if (isLost && index % 4 === 2) await page.context().setOffline(false);
    }
    await page.context().setOffline(false);
  };
  await Promise.all([write(ada, 'ada', true), write(ben, 'ben', false)]);
  const list = async () => {
    const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ada.token });
    return body.data.messages.map(({ text }: { text: string }) => text).toReversed() as string[];
  };
  await expect
    .poll(async () => (await list()).length === 24, { message: 'all is there', timeout: 30_000 })
    .toBeTruthy();
  const all = await list();
  for (const name of ['ada', 'ben'])
    assert.deepEqual(
      all.filter((text) => text.startsWith(name)),
      Array.from({ length: 12 }, (_, index) => `${name} ${index + 1}`),
    );
  for (const page of [ada, ben])
    await expect
      .poll(async () => (await texts(page)) === all.join('|'), {
        message: 'it is shown, once and in order',
        timeout: 30_000,
      })
      .toBeTruthy();
  await expect(ada.locator('.pending .message')).toHaveCount(0);
});

test('[CHAT-7] a reply says that its message was deleted, without an error in the console', async ({
  app,
  org,
  service,
}) => {
  const id = await org.addBinder('Loan 4711', org.ada, [org.ben]);
  const first = await org.post(id, org.ada, 'A mistake');
  const json = { message: { text: 'Which one?' }, reply_to: { binder: { comment_id: first } } };
  assert.equal((await service.call('POST', `/${id}/messages`, { token: org.ben.token, json })).status, 200);
  assert.equal(
    (await service.call('DELETE', `/${id}/messages/${first}`, { token: org.ada.token })).status,
    200,
  );
  const page = await app.open(org.ada, { path: `/b/${id}` });
  await expect(messageOf(page, 'Which one?').locator('.quote-line')).toHaveText('Deleted message');
});

test('[CHAT-47] a to-do is created from a message and leads back to it', async ({ app, org }) => {
  const { page } = await openOwnChat(app, 'Tasks', {
    prepare: (id) => org.post(id, org.ben, 'Call the bank'),
  });
  await messageOf(page, 'Call the bank').focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Create a to-do' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a to-do' });
  await expect(dialog.getByRole('textbox')).toHaveValue('Call the bank');
  await inspectEverywhere(page, 'a to-do from a message');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(messageOf(page, 'Call the bank')).toBeFocused();
  await openSection(page, 'To-dos');
  await page.locator('.todo-name').click();
  await expect(page.locator('.todo-assignee')).toContainText('Ada');
  await page.getByRole('link', { name: 'From a message' }).click();
  await expect(messageOf(page, 'Call the bank')).toHaveClass(/highlighted/);
});
