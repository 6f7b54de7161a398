import assert from 'node:assert/strict';
import { type PushService, startPushService } from '@ringbinder/server/features/push/testing/push-service.ts';
import { type App, expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { bell, click, receive, STAGE, startPush, subscribeWith } from '../support/push-worker.ts';

test.use({ serviceOptions: { background: true, config: { pushPrivateNetwork: true } } });

async function openWithPush(app: App) {
  const { ada, ben } = app.org;
  const pushService = await startPushService();
  const scripts = [subscribeWith(pushService.device())];
  const page = await app.open(ada, { path: '/home', scripts });
  const worker = await startPush(page);
  await worker.evaluate(STAGE);
  const binderId = await app.org.addBinder('Loan 4711', ada, [ben]);
  const receivePush = async () => {
    const { payload } = await nextPush(pushService);
    await page.goto('about:blank');
    await worker.evaluate(receive(payload));
    return payload;
  };
  return { page, worker, binderId, pushService, receivePush };
}

async function nextPush({ received }: PushService) {
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  return received.pop() ?? assert.fail('no push');
}

test('[NOTIFY-18] a push without content has a title, and opens the app', async ({ app }) => {
  const { worker, page } = await openWithPush(app);
  await page.goto('about:blank');
  for (const payload of [{}, null])
    expect(await worker.evaluate(receive(payload))).toEqual([['Ringbinder', undefined, 'ringbinder']]);
  const urls = '[...shown.values()].map(({ data }) => new URL(data.url).pathname)';
  expect(await worker.evaluate(urls)).toEqual(['/home']);
});

test('[NOTIFY-37] a press in a notification answers the step without opening the app, and shows the result', async ({
  app,
  service,
  org,
}) => {
  const { page, worker, binderId, pushService, receivePush } = await openWithPush(app);
  const actions = [
    { id: 'yes', text: 'Approve' },
    { id: 'no', text: 'Reject', outcome: 'rejected' },
  ];
  const steps = [{ assignee: { user_id: org.ada.id }, actions }];
  const json = { title: 'Approve the loan', content: '', steps };
  const { body } = await service.call('POST', `/${binderId}/transactions`, { token: org.ben.token, json });
  const payload = await receivePush();
  assert.deepEqual(payload.actions, [{ action: 'press-0', title: 'Approve' }]);
  assert.deepEqual(await worker.evaluate(click({ action: 'press-0' })), ['Your answer: Approve']);
  const path = `/${binderId}/transactions/${body.data.transaction_id}`;
  const { body: after } = await service.call('GET', path, { token: org.ben.token });
  assert.equal(JSON.stringify(after).includes('"completed"'), true, JSON.stringify(after));
  assert.equal(page.url(), 'about:blank');
  await worker.evaluate(receive(payload));
  assert.deepEqual(await worker.evaluate(click({ action: 'press-0' })), [
    'This notification can no longer be answered. Open it to answer in Ringbinder.',
  ]);
  await pushService.close();
});

test('[NOTIFY-37] an answer that was not sent can be repeated, and only the person of the push answers', async ({
  app,
  service,
  org,
}) => {
  const { page, worker, binderId, pushService, receivePush } = await openWithPush(app);
  await org.post(binderId, org.ben, 'Can you confirm by noon?');
  const payload = await receivePush();
  const lastText = async () => {
    const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ben.token });
    return body.data.messages[0].text;
  };
  const reply = click({ action: 'reply', reply: 'Yes' });
  await worker.evaluate(`
    globalThis.realFetch = fetch;
    globalThis.fetch = async () => new Response('', { status: 429 });
  `);
  assert.deepEqual(await worker.evaluate(reply), [
    'Ringbinder has too many answers to handle. Try again in a minute.\nYes',
  ]);
  const titles = '[...shown.values()].flatMap(({ actions }) => actions.map(({ title }) => title))';
  assert.deepEqual(await worker.evaluate(titles), ['Reply']);
  await worker.evaluate('globalThis.fetch = realFetch');
  const setUser = (id: string) => `new Promise((resolve) => {
    indexedDB.open('ringbinder-app ', 1).onsuccess = ({ target: { result: database } }) => {
      const transaction = database.transaction('values', 'readwrite');
      transaction.objectStore('values').put({ user: { id: '${id}' } }, 'user');
      transaction.oncomplete = () => { database.close(); resolve(); };
    };
  })`;
  await worker.evaluate(setUser(org.ben.id));
  assert.deepEqual(await worker.evaluate(reply), [
    'This notification can no longer be answered. Open it to answer in Ringbinder.\nYes',
  ]);
  assert.equal(await lastText(), 'Can you confirm by noon?');
  await worker.evaluate(setUser(org.ada.id));
  await worker.evaluate(receive(payload));
  assert.deepEqual(await worker.evaluate(reply), ['Your reply was posted.']);
  assert.equal(await lastText(), 'Yes');
  await worker.evaluate(
    'registration.getNotifications = async () => [{ close: () => { globalThis.isClosed = true; } }]',
  );
  await page.goto(`${service.origin}/sign-in`);
  await expect.poll(() => worker.evaluate('globalThis.isClosed')).toBe(true);
  await pushService.close();
});

test('[NOTIFY-37] a reply is posted from the notification, or where it has no field in the thread of the message', async ({
  app,
  service,
  org,
}) => {
  const { page, worker, binderId, pushService, receivePush } = await openWithPush(app);
  const id = await org.post(binderId, org.ben, 'Can you confirm by noon?');
  const { answer, texts } = await receivePush();
  assert.deepEqual(await worker.evaluate(click({ action: 'reply', reply: ' Yes, at eleven. ' })), [
    'Your reply was posted.',
  ]);
  const { body } = await service.call('GET', `/${binderId}/messages`, { token: org.ben.token });
  const [{ text, user, reply_to }] = body.data.messages;
  assert.deepEqual([text, user.id, reply_to.binder.comment_id], ['Yes, at eleven.', org.ada.id, id]);

  await test.step('a failure is shown with the text', async () => {
    const payload = {
      title: 'Loan',
      body: 'Ben: Hello',
      tag: 'tag',
      url: `${service.origin}/home`,
      answer,
      texts,
    };
    const actions = [{ action: 'reply', title: 'Reply', type: 'text' }];
    await worker.evaluate('shown.clear()');
    await worker.evaluate(receive({ ...payload, actions }));
    assert.deepEqual(await worker.evaluate(click({ action: 'reply', reply: 'Once more' })), [
      'This notification can no longer be answered. Open it to answer in Ringbinder.\nOnce more',
    ]);
  });

  await test.step('without a field, the app opens the thread', async () => {
    await worker.evaluate('shown.clear()');
    const payload = {
      ...{
        title: 'Loan',
        body: 'Ben: Hello',
        tag: 'tag',
        url: `${service.origin}/b/${binderId}/chat/${id}`,
        answer,
      },
      actions: [
        {
          action: 'reply',
          title: 'Reply',
          type: 'text',
          url: `${service.origin}/b/${binderId}/chat/${id}?comment=${id}`,
        },
      ],
    };
    await worker.evaluate(receive(payload));
    await page.goto(`${service.origin}/home`);
    await bell(page).waitFor();
    await worker.evaluate(click({ action: 'reply' }));
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByText('Yes, at eleven.').waitFor();
    await expect(thread.getByRole('textbox')).toBeFocused();
  });
  await pushService.close();
});
