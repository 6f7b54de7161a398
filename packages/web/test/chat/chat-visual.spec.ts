import assert from 'node:assert/strict';
import { inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { messageOf } from '../support/chat-page.ts';

test('[CHAT-17] a chat with every kind of content is accessible at both widths and in both colour schemes', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla, partner, addBinder, post } = org;
  const bot = await service.make.bot({ partner, orgId: partner.orgId, enabledBy: ada });
  await service.env.db.query(`UPDATE users SET name = 'Rates' WHERE id = $1`, [bot.userId]);
  const binderId = await addBinder('Loan 4711', ada, [ben, carla]);
  await addBinder('Branch opening', ada, [ben]);
  const call = async (token: string, path: string, json: object) => {
    const { status, body } = await service.call('POST', `/${binderId}/${path}`, { token, json });
    assert.equal(status, 200, JSON.stringify(body));
  };
  await call(ada.token, 'addorguser', { users: [{ user: { id: bot.userId } }] });
  const valuation = await post(
    binderId,
    carla,
    'The valuation arrived: 412,000, a little above what we asked for.',
  );
  await call(ben.token, 'messages', {
    message: { text: '@Ada Lovelace can we still offer the old rate?', mentions: [ada.id] },
    reply_to: { binder: { comment_id: valuation } },
  });
  await call(ben.token, `messages/${valuation}/reactions`, { emoji: '🎉' });
  await call(ada.token, `messages/${valuation}/reactions`, { emoji: '🎉' });
  await call(ada.token, `messages/${valuation}/pin`, {});
  await call(bot.token, 'messages', {
    message: {
      richtext:
        '[b]Rates of today[/b]\n[table][tr][th]Term[/th][th]Rate[/th][/tr][tr][td]5 years[/td][td]3.1 %[/td][/tr][tr][td]10 years[/td][td]3.4 %[/td][/tr][/table]',
      buttons: [{ text: 'Offer 5 years' }, { text: 'Offer 10 years' }],
    },
  });
  const form = new FormData();
  form.append('payload', JSON.stringify({ message: { text: 'And here is the plan.' } }));
  form.append('file', new File(['Loan 4711\n\n5 years at 3.1 %'], 'plan.txt', { type: 'text/plain' }));
  const sent = await service.call('POST', `/${binderId}/messages`, { token: ada.token, body: form });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  await call(ben.token, 'transactions', {
    title: 'Sign-off of the offer',
    content: 'Five years at 3.1 %, as discussed.',
    steps: [
      {
        assignee: { user_id: ada.id },
        actions: [
          { id: 'yes', text: 'Approve', payload: 'y', feed_msg: 'Approved.' },
          { id: 'no', text: 'Reject', payload: 'n', feed_msg: 'Rejected.', outcome: 'rejected' },
        ],
      },
    ],
  });
  const page = await app.open(ada, { path: `/b/${binderId}` });
  await messageOf(page, 'And here is the plan').waitFor();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await inspectEverywhere(page, 'chat full');
});
