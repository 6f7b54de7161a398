/** A bot that asks the other members for approval, with two buttons. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { accountLinkButton, createBot, fileLedger, postbackButton } from '@ringbinder/bot-kit';
import { openAccounts } from './accounts.ts';
import { type Decision, openApprovals } from './approvals.ts';
import { readSettings } from './settings.ts';

const { port, data, ...credentials } = readSettings(process.env);
await mkdir(data, { recursive: true });
const approvals = await openApprovals(join(data, 'approvals.jsonl'));
const accounts = await openAccounts(join(data, 'accounts.jsonl'));
const bot = createBot({ ...credentials, ledger: await fileLedger(join(data, 'events.ledger')) });

interface Answer {
  request: string;
  verdict: Decision['verdict'];
}

const HELP = 'Write “approve: …” and I ask the others here to decide. Link your account to decide yourself.';

bot.on('bot_installed', (_message, { reply }) =>
  reply({ text: `Hello. ${HELP}`, buttons: [accountLinkButton('Link my account')] }),
);

bot.on('comment_posted', async ({ message_id: request, event }, { reply }) => {
  const what = /^approve:\s*(\S.{0,999})/is.exec(event.comment.text)?.[1]?.trim();
  if (what === undefined || event.user.is_bot) return;
  const answer = (verdict: Answer['verdict']): Answer => ({ request, verdict });
  const messageId = await reply(
    {
      // The template escapes values, so nobody can write markup into the bot's message.
      fields: { who: event.user.name, what },
      buttons: [postbackButton('Approve', answer('approved')), postbackButton('Decline', answer('declined'))],
    },
    {
      fieldsTemplate: [{ template_type: 'richtext', template: '[b]{{who}}[/b] asks for approval: {{what}}' }],
    },
  );
  await approvals.ask({ id: request, what, by: { id: event.user.id, name: event.user.name }, messageId });
});

bot.on('bot_postback', async ({ message_id, event }, { reply, api, binderId }) => {
  const { user, postback, timestamp } = event;
  const answer = postback.payload as Answer;
  const request = approvals.request(answer.request);
  if (!request) return reply('I do not know that request any more. Please ask again.');
  if (request.by.id === user.id) return reply(`${user.name}, somebody else has to decide that.`);
  if (!accounts.isLinked(user.id)) {
    const buttons = [accountLinkButton('Link my account')];
    return reply({ text: `${user.name}, link your account first, then decide.`, buttons });
  }
  const decision = await approvals.decide({ ...answer, by: user, at: timestamp, event: message_id });
  // If the bot was killed after it stored this decision, the service delivers the event again, and the bot
  // continues.
  if (decision.event !== message_id)
    return reply(`That is decided: ${decision.verdict} by ${decision.by.name}.`);
  const text = `“${request.what}” of ${request.by.name}: ${decision.verdict} by ${user.name}.`;
  await api.call('POST', `${binderId}/messages/${request.messageId}`, { body: { message: { text } } });
  await reply(text);
});

// The kit has verified the token, so this user pressed the button. A bot with its own accounts returns the
// address of its sign-in. Without an address, the kit shows a page that closes itself.
bot.onAccountLink(async ({ user_id, username, org_id, binder_id }) => {
  if (accounts.isLinked(user_id)) return undefined;
  await accounts.link(user_id);
  await bot.api(org_id).post(binder_id, `${username}, your account is linked.`);
  return undefined;
});

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const server = createServer(bot.listener).listen({ port, signal: stop.signal });
await once(server, 'listening');
console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
