import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { type BotChat, startBotChat } from './testing/bot-chat.ts';

let chat: BotChat;
beforeAll(async () => {
  chat = await startBotChat();
});
afterAll(() => chat.service.close());

const tap = (messageId: number, button: string, token = chat.cast.viewer.token) =>
  chat.service.call('POST', `/${chat.cast.binderId}/messages/${messageId}/buttons/${button}`, { token });

test('[MSG-20] [BOT-11] [BOT-12] a tap on an account_link button gives an address that says who comes', async () => {
  const { service, cast, bot, posted } = chat;
  const set = (url: string) =>
    service.env.db.query('UPDATE bots SET webhook_url = $2 WHERE client_id = $1', [bot.clientId, url]);
  const buttons = [{ type: 'account_link', text: 'Link' }];
  const { binder_comment_id: id } = await posted({ text: 'Link your account', buttons });
  assert.equal((await tap(id, '1')).status, 412, 'the bot has no address');
  await set('https://bot.example/hook?keep=1');
  const { url } = (await tap(id, '1')).body.data;
  const address = new URL(url);
  assert.equal(`${address.origin}${address.pathname}`, 'https://bot.example/hook');
  assert.deepEqual([...address.searchParams.keys()], ['keep', 'message_type', 'account_link_token']);
  assert.equal(address.searchParams.get('message_type'), 'account_link');
  const token = address.searchParams.get('account_link_token') ?? '';
  const [header, payload = '', signature] = token.split('.');
  const hmac = createHmac('sha256', bot.clientSecret).update(`${header}.${payload}`);
  assert.equal(signature, hmac.digest('base64url'));
  const { iat, exp, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.deepEqual(claims, {
    user_id: cast.viewer.id,
    username: cast.viewer.name,
    binder_id: cast.binderId,
    client_id: bot.clientId,
    org_id: bot.orgId,
  });
  assert.equal(exp - iat, 300);
  assert.ok(iat * 1000 <= service.clock.now());
});
