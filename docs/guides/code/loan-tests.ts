/** Tests of a loan bot on a temporary Ringbinder server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createBot } from '@ringbinder/bot-kit';
import { unwrap } from '@ringbinder/client';
import { type RingbinderService, startRingbinder } from '@ringbinder/test-service';

let service: RingbinderService;
before(async () => {
  service = await startRingbinder();
});
after(() => service.stop());

test('the bot says thank you for the papers', async () => {
  const { bot: credentials, users } = service.demo;
  const bot = createBot({
    baseUrl: service.baseUrl,
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
    webhookSecret: credentials.webhook_secret,
  });
  bot.on('file_uploaded', async ({ event }, { reply }) => {
    await reply(`Thank you for ${event.file.name}, ${event.user.name}!`);
  });
  const server = createServer(bot.listener).listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  await service.sendEventsTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  // The other side: an adviser and a customer.
  const [adviser, customer] = [service.as('owner'), service.as('ben')];
  const binder = await adviser.makesBinder('Loan 4711', [customer, service.bot]);
  await customer.uploads(binder, new File(['120,000'], 'payslip.txt', { type: 'text/plain' }));
  await service.settle(); // the bot has received everything and replied

  const path = { binder_id: binder };
  const { api } = adviser.client;
  const { messages } = await unwrap(api.GET('/{binder_id}/messages', { params: { path } }));
  assert.equal(messages[0]?.text, `Thank you for payslip.txt, ${users[1]?.name}!`);
});

test('no event is lost while the bot is away for a night', async () => {
  const events = await service.receiveEvents();
  const adviser = service.as('owner');
  const binder = await adviser.makesBinder('Loan 4712', [service.as('ben'), service.bot]);
  await events.expect('bot_installed');
  events.failNext(6); // retries after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h
  await service.as('ben').says(binder, 'Is there an answer yet?');
  await service.clock.advance('18 hours');
  const { event } = await events.next({ message_type: 'comment_posted' });
  assert.equal(event.comment.text, 'Is there an answer yet?');
});

test('a loan is approved by both, or not at all', async () => {
  const [adviser, first, second] = [service.as('owner'), service.as('ben'), service.as('cleo')];
  const binder = await adviser.makesBinder('Loan 4713', [first, second]);
  const loan = await adviser.asks(binder, 'Approve the loan', [
    { assignee: first, buttons: ['approve', 'reject'] },
    { assignee: second, buttons: ['approve', 'reject'] },
  ]);
  await assert.rejects(second.presses(loan, 'approve'), { status: 412 }); // not yet
  await first.presses(loan, 'approve');
  await second.presses(loan, 'approve');
});

test('the same calls get the same ids and times', async () => {
  const run = async () => {
    await service.reset({ seed: 'loans', time: '2030-01-01T09:00:00Z', freeze: true });
    const binder = await service.as('ada').makesBinder('Loan 4714');
    const path = { binder_id: binder };
    return unwrap(service.as('ada').client.api.GET('/{binder_id}', { params: { path } }));
  };
  assert.deepEqual(await run(), await run());
});
