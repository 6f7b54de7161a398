/** A bot that repeats messages in its binders, and reports recordings of meets. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBot, fileLedger } from '@ringbinder/bot-kit';
import { readSettings } from './settings.ts';

const { ledger, mode, ...credentials } = readSettings(process.env);
const bot = createBot({
  ...credentials,
  ...(mode.kind === 'webhook' ? { webhookSecret: mode.webhookSecret } : {}),
  // Stores handled events. An event may arrive twice, and the bot may be killed at any time.
  ledger: await fileLedger(ledger),
});

bot.on('comment_posted', async ({ event }, { reply }) => {
  // Two bots that reply to each other would never stop.
  if (event.user.is_bot) return;
  await reply(`${event.user.name} said: ${event.comment.text}`);
});

bot.on('meet_recording_ready', async ({ event: { meet } }, { reply }) => {
  await reply(`The recording of “${meet.topic}” is ready: ${meet.recording_url}`);
});

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

if (mode.kind === 'pull') {
  console.log(`pulling the events of ${mode.orgId}`);
  await bot.pull({ orgId: mode.orgId, signal: stop.signal });
} else {
  const server = createServer(bot.listener).listen({ port: mode.port, signal: stop.signal });
  await once(server, 'listening');
  console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
