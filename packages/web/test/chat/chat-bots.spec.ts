import assert from 'node:assert/strict';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { messageOf, openChat, openOwnChat, styleOf } from '../support/chat-page.ts';

const RICHTEXT =
  '[b]Rate[/b] for [color=red]{{name}}[/color]\n[table][tr][th]Term[/th][th]Rate[/th][/tr][tr][td]5 years[/td][td]3.1 %[/td][/tr][/table][list][*]fixed[*]open[/list][code]x < y[/code] [url=https://example.com/terms]terms[/url]';

test('[CHAT-12] the buttons of a bot report the choice to the bot, and its rich text is rendered', async ({
  app,
  org,
  service,
}) => {
  const { partner, ada } = org;
  const bot = await service.make.bot({ partner, orgId: partner.orgId, enabledBy: ada });
  await service.env.db.query('UPDATE bots SET webhook_url = $2 WHERE client_id = $1', [
    bot.clientId,
    `${service.origin}/healthz`,
  ]);
  const { page, binderId } = await openOwnChat(app, 'Bots', {
    async prepare(id) {
      const users = [{ user: { id: bot.userId } }];
      await service.call('POST', `/${id}/addorguser`, { token: ada.token, json: { users } });
      const json = {
        message: {
          fields: { name: 'Loan 4711' },
          buttons: [
            { type: 'postback', text: 'Take it', payload: 'yes' },
            { type: 'postback', text: 'Leave it' },
            { type: 'account_link', text: 'Link account' },
          ],
        },
        fields_template: [{ template_type: 'richtext', template: RICHTEXT }],
      };
      await service.call('POST', `/${id}/messages`, { token: bot.token, json });
    },
  });
  const message = messageOf(page, 'Loan 4711');
  await message.getByRole('cell', { name: '3.1 %' }).waitFor();
  assert.match(await styleOf(message.getByText('Loan 4711', { exact: true }), 'color'), /^oklab\(/);
  const link = message.getByRole('link', { name: 'terms' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');

  await message.getByRole('button', { name: 'Take it' }).click();
  await message.getByText('You chose Take it.').waitFor();
  const opened = page.waitForEvent('popup');
  await message.getByRole('button', { name: 'Link account' }).click();
  const popup = await opened;
  await popup.waitForURL(/message_type=account_link&account_link_token=/);
  await popup.close();
  const countTaps = async () => {
    const { body } = await service.call('GET', `/${binderId}/feed?after=0`, { token: ada.token });
    return body.data.entries.filter(({ kind }: { kind: string }) => kind === 'button_tapped').length;
  };
  await expect.poll(countTaps).toBe(1);
  await inspectEverywhere(page, 'chat bot');
});

test('[CHAT-12] a transaction appears where it was created and is answered in place', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const both = await openChat(app, 'Cards', (id) => org.post(id, ada, 'before'));
  const json = {
    title: 'Sign-off',
    content: 'Please approve the rate.',
    steps: [
      {
        assignee: { user_id: ben.id },
        actions: [{ id: 'yes', text: 'Approve', payload: 'y', feed_msg: 'Approved.' }],
      },
    ],
  };
  const path = `/${both.binderId}/transactions`;
  const created = await service.call('POST', path, { token: ada.token, json });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  await org.post(both.binderId, ada, 'after');
  await both.ben.locator('.chat-card').getByRole('button', { name: 'Approve' }).click();
  await messageOf(both.ada, 'Approved.').waitFor();
  const order = async () => {
    const texts = await both.ada.locator('.chat-content li[data-id]').allInnerTexts();
    return ['before', 'Sign-off', 'after'].map((words) => texts.findIndex((text) => text.includes(words)));
  };
  await expect.poll(order).toEqual([0, 1, 2]);
  await both.ada.locator('.chat-card').getByText('Completed').waitFor();
  await inspectEverywhere(both.ada, 'chat card');
});
