import assert from 'node:assert/strict';
import { expect, inspect, test } from '@ringbinder/testkit/playwright/index.ts';

test('[CHAT-36] all members are suggested last, mentioned, and marked as such for each of them', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Loans', ada, [ben, carla]);
  const [page, other] = await Promise.all([
    app.open(ada, { path: `/b/${id}/chat` }),
    app.open(carla, { path: '/home' }),
  ]);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.click();
  await page.keyboard.type('Dear @');
  const options = page.getByRole('option');
  await expect(options.last()).toHaveText('all (2 people)');
  await page.keyboard.type('al');
  await expect(options).toHaveText(['all (2 people)']);
  await inspect(page, 'mention all');
  await page.keyboard.press('Enter');
  await page.keyboard.type('please sign');
  await page.keyboard.press('Enter');
  await other.locator('.binder-row .named').waitFor();
  await page.locator('li.message').getByText('@all').waitFor();
  const { body } = await service.call('GET', `/${id}/messages?limit=1`, { token: ben.token });
  assert.equal(body.data.messages[0].text, 'Dear @all please sign');
  assert.deepEqual(body.data.messages[0].mentions.toSorted(), [ben.id, carla.id].sort());
});

test('[CHAT-37] a suggestion is chosen by a press that ends on it, and the field keeps the focus', async ({
  app,
  org,
}) => {
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Presses', ada, [ben, carla]);
  const page = await app.open(ada, { path: `/b/${id}/chat` });
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.click();
  await page.keyboard.type('Dear @Be');
  const box = await page.getByRole('option', { name: 'Ben Okafor' }).boundingBox();
  if (!box) throw new Error('the suggestion is hidden');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(field).toHaveText('Dear @Be');
  await page.getByRole('option', { name: 'Ben Okafor' }).click();
  await expect(field).toHaveText('Dear @Ben Okafor ');
  await expect(field).toBeFocused();
});

test('[CHAT-37] a comment on a to-do mentions a suggested member', async ({ app, org, service }) => {
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Comments', ada, [ben, carla]);
  const json = { name: 'Notary' };
  const { body } = await service.call('POST', `/${id}/todos`, { token: ada.token, json });
  const page = await app.open(ada, { path: `/b/${id}/todos/${body.data.todos[0].id}` });
  const field = page.getByLabel('Write a comment');
  await field.fill('Dear ');
  await field.press('End');
  await page.keyboard.type('@');
  const options = page.locator('.suggestion-list').getByRole('option');
  await expect(options).toHaveText([/Ben Okafor$/, /Carla Mendes$/]);
  await inspect(page, 'mention in a comment');
  await page.keyboard.type('be');
  await expect(options).toHaveText([/Ben Okafor$/]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Dear @Ben Okafor ');
  await page.keyboard.type('please come');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await page.getByText('Dear @Ben Okafor please come').waitFor();
  const last = async () =>
    (await service.call('GET', `/${id}/messages?limit=1`, { token: ben.token })).body.data.messages[0];
  await expect.poll(async () => (await last())?.mentions).toEqual([ben.id]);
});

test('[CHAT-38] the text of a message has the language that its script decides', async ({ app, org }) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Scripts', ada, [ben]);
  const texts: Record<string, string | null> = {
    ご確認ください: 'ja',
    확인해주세요: 'ko',
    请确认: 'zh',
    กรุณายืนยัน: 'th',
    'Пожалуйста, подтвердите': 'ru',
    'Будь ласка, підтвердьте': null,
    'The word 寿司 is Japanese': null,
    'Bitte bestätigen': null,
  };
  for (const text of Object.keys(texts)) await org.post(id, ben, text);
  const page = await app.open(ada, { path: `/b/${id}/chat` });
  const langOf = (text: string) =>
    page.locator('.message-text').filter({ hasText: text }).getAttribute('lang');
  for (const [text, lang] of Object.entries(texts)) expect(await langOf(text), text).toBe(lang);
});

test('[CHAT-36] a message to more than 20 people asks first', async ({ app, org }) => {
  const { ada } = org;
  const people = await Promise.all(
    Array.from({ length: 21 }, (_, number) => org.addUser(`Person${number} Test`)),
  );
  const id = await org.addBinder('Crowd', ada, people);
  const page = await app.open(ada, { path: `/b/${id}/chat` });
  await page.getByRole('textbox', { name: 'Message', exact: true }).click();
  await page.keyboard.type('@all lunch');
  await page.keyboard.press('Enter');
  await page.getByText('This notifies 21 people.').waitFor();
  await expect(page.locator('li.message')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await page.locator('li.message').getByText('@all').waitFor();
});
