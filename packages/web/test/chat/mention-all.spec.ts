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
