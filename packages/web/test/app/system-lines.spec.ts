import assert from 'node:assert/strict';
import { announceDepartures } from '@ringbinder/server/features/assignments/index.ts';
import {
  expect,
  expectText,
  type Locator,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { fieldOf, messageOf, sendMessage, storedOf } from '../support/chat-page.ts';

const isWithoutAuthor = async (line: Locator) => {
  await line.waitFor();
  assert.doesNotMatch(await line.innerText(), /Ada|You|commented/);
};

test('[MSG-46] a line of the service has no author in results, comments and the history', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Loan 4711', ada, [ben]);
  const post = async (path: string, json: unknown) =>
    (await service.call('POST', `/${id}${path}`, { token: ada.token, json })).body.data;
  await post('/meets', { name: 'Valuation talk' });
  const steps = [{ assignee: { user_id: ben.id }, actions: [{ id: 'ok', text: 'Confirm' }] }];
  await post('/transactions', { title: 'Valuation', content: '', steps });
  await post('/todos', { name: 'Call the valuer', assignee_id: ben.id });
  await post('/removeuser', { id: ben.id });
  await announceDepartures(service.env);
  const page = await app.open(ada, { path: `/b/${id}` });
  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Binder sections' }).getByRole('link', { name });
  await messageOf(page, 'The assignee of the to-do').waitFor();
  await page.getByRole('button', { name: 'Search in this binder' }).click();
  await page.getByRole('searchbox').fill('started');
  await isWithoutAuthor(page.locator('.results a', { hasText: 'Meeting started: Valuation talk' }));
  await saveScreenshot(page, 'system-line-found');
  await page.keyboard.press('Escape');
  await page.locator('#title').click();
  await page.keyboard.press('Control+k');
  await page.locator('.find-field').fill('Meeting started');
  await isWithoutAuthor(page.locator('.find-line', { hasText: 'Meeting started: Valuation talk' }));
  await page.keyboard.press('Escape');

  const line = page.locator('.history .system');
  await part('Approvals').click();
  await page.locator('.binder-section').getByRole('link', { name: 'Valuation' }).click();
  await isWithoutAuthor(line.filter({ hasText: 'An assignee of “Valuation”' }));
  await saveScreenshot(page, 'system-line-of-a-transaction');
  await part('To-dos').click();
  await page.locator('.binder-section').getByText('Call the valuer').click();
  await isWithoutAuthor(line.filter({ hasText: 'The assignee of the to-do' }));
  await saveScreenshot(page, 'system-line-of-a-to-do');
  await expect(page.locator('.todo-marks').getByText('1 comment')).toHaveCount(0);
  await page.goto(`${service.origin}/b/${id}?history=99`);
  await isWithoutAuthor(page.locator('.history-messages li', { hasText: 'Meeting started' }));
  await saveScreenshot(page, 'system-lines-then');
});

test('[MSG-46] a reply to a line of the service quotes it without an author', async ({
  app,
  org,
  service,
}) => {
  const { ada } = org;
  const id = await org.addBinder('Answers', ada);
  await service.call('POST', `/${id}/meets`, { token: ada.token, json: { name: 'Weekly' } });
  const page = await app.open(ada, { path: `/b/${id}` });
  const line = messageOf(page, 'Meeting started: Weekly');
  await line.focus();
  await line.press('r');
  const context = page.locator('.composer-context');
  await context.getByText('Meeting started: Weekly').waitFor();
  assert.doesNotMatch(await context.innerText(), /Ada/);
  await sendMessage(page, 'I come');
  await isWithoutAuthor(messageOf(page, 'I come').locator('.quote-line'));
});

test('[MSG-46] a line of the service has no author in the chat and the list, and nobody can change it', async ({
  app,
  org,
  service,
}) => {
  const { binderId, ada, ben } = await app.openBoth('Lines');
  const post = async (path: string, json: object) =>
    (await service.call('POST', path, { token: org.ada.token, json })).body.data;
  const snippet = ben.locator('.binder-row').filter({ hasText: 'Lines' }).locator('.snippet');
  await fieldOf(ada).waitFor();
  await sendMessage(ada, 'We meet now');
  await storedOf(ada, 'We meet now').waitFor();
  const { session_key } = await post(`/${binderId}/meets`, { name: 'Weekly' });
  const line = messageOf(ada, 'Meeting started: Weekly');
  await line.waitFor();
  assert.equal(await line.getByText('Ada Lovelace').count(), 0);
  assert.doesNotMatch((await line.getAttribute('aria-label')) ?? '', /Ada/);
  await expect(snippet).toHaveCount(1);
  // While the meet runs, the list hides the last message.
  await post(`/meets/${session_key}/end`, {});
  await expect(snippet).toHaveText('Meeting ended: Weekly');
  await line.focus();
  await line.press('m');
  await ada.getByRole('menuitem', { name: /^Reply(?! in)/ }).waitFor();
  const offered = (await ada.getByRole('menuitem').allTextContents()).join(' ');
  assert.doesNotMatch(offered, /Edit|Delete/);
  await saveScreenshot(ada, 'system-lines');
  await ada.keyboard.press('Escape');
  await fieldOf(ada).press('ArrowUp');
  await expectText(fieldOf(ada), 'We meet now');
});
