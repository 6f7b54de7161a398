import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from '@ringbinder/testkit';
import { startApp } from './testing/app-page.ts';
import { messageOf, openBothIn, styleOf } from './testing/chat-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';

const app = await startApp();
const { browser, service, fixture } = app;

const openBoth = (name: string, prepare?: (binderId: string) => Promise<unknown>) =>
  openBothIn(app, name, prepare);

test(
  '[CHAT-12] buttons of bots tell their bot what was chosen, and their rich text is drawn',
  browser.needed,
  async () => {
    const { partner, ada } = fixture;
    const bot = await service.make.bot({ partner, orgId: partner.orgId, enabledBy: ada });
    const {
      ada: page,
      binderId,
      close,
    } = await openBoth('Bots', async (id) => {
      const users = [{ user: { id: bot.userId } }];
      await service.call('POST', `/${id}/addorguser`, { token: ada.token, json: { users } });
      const richtext =
        '[b]Rate[/b] for [color=red]{{name}}[/color]\n[table][tr][th]Term[/th][th]Rate[/th][/tr][tr][td]5 years[/td][td]3.1 %[/td][/tr][/table][list][*]fixed[*]open[/list][code]x < y[/code] [url=https://example.com/terms]terms[/url]';
      const json = {
        message: {
          fields: { name: 'Loan 4711' },
          buttons: [
            { type: 'postback', text: 'Take it', payload: 'yes' },
            { type: 'postback', text: 'Leave it' },
            { type: 'account_link', text: 'Link account' },
          ],
        },
        fields_template: [{ template_type: 'richtext', template: richtext }],
      };
      await service.call('POST', `/${id}/messages`, { token: bot.token, json });
    });
    const message = messageOf(page, 'Loan 4711');
    await message.getByRole('cell', { name: '3.1 %' }).waitFor();
    assert.match(await styleOf(message.getByText('Loan 4711', { exact: true }), 'color'), /^oklab\(/);
    assert.equal(
      await message.getByRole('link', { name: 'terms' }).getAttribute('rel'),
      'noopener noreferrer nofollow',
    );
    await message.getByRole('button', { name: 'Take it' }).click();
    await message.getByText('You chose Take it.').waitFor();
    await service.env.db.query('UPDATE bots SET webhook_url = $2 WHERE client_id = $1', [
      bot.clientId,
      `${service.origin}/healthz`,
    ]);
    const opened = page.waitForEvent('popup');
    await message.getByRole('button', { name: 'Link account' }).click();
    const popup = await opened;
    await popup.waitForURL(/message_type=account_link&account_link_token=/);
    await popup.close();
    const countTaps = async () => {
      const { body } = await service.call('GET', `/${binderId}/feed?after=0`, { token: ada.token });
      return body.data.entries.filter(({ kind }: { kind: string }) => kind === 'button_tapped').length;
    };
    await becomes(countTaps, 1);
    await inspectEverywhere(page, 'chat bot');
    await close();
  },
);

test(
  '[CHAT-12] a transaction stands where it was made, and is answered in place',
  browser.needed,
  async () => {
    const { ada, ben } = fixture;
    const both = await openBoth('Cards', (id) => fixture.post(id, ada, 'before'));
    const json = {
      transaction: {
        title: 'Sign-off',
        content: 'Please approve the rate.',
        steps: [
          {
            assignee: { user_id: ben.id },
            actions: [{ id: 'yes', text: 'Approve', payload: 'y', feed_msg: 'Approved.' }],
          },
        ],
      },
    };
    const made = await service.call('POST', `/${both.binderId}/transactions`, {
      token: ada.token,
      json: json.transaction,
    });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    await fixture.post(both.binderId, ada, 'after');
    const card = both.ben.locator('.chat-card');
    await card.getByRole('button', { name: 'Approve' }).click();
    await messageOf(both.ada, 'Approved.').waitFor();
    const order = async () => {
      const shown = await both.ada.locator('.chat-content li[data-id]').allInnerTexts();
      return ['before', 'Sign-off', 'after'].map((words) => shown.findIndex((text) => text.includes(words)));
    };
    await becomes(order, [0, 1, 2]);
    await both.ada.locator('.chat-card').getByText('Completed').waitFor();
    await inspectEverywhere(both.ada, 'chat card');
    await both.close();
  },
);
