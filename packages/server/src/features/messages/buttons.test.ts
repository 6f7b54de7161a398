import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type BotChat, startBotChat } from './testing/bot-chat.ts';

let chat: BotChat;
beforeAll(async () => {
  chat = await startBotChat();
});
afterAll(() => chat.service.close());

type BotMessage = { message_type: string; event: Record<string, unknown> };

const tap = (messageId: number, button: string, token = chat.cast.viewer.token) =>
  chat.service.call('POST', `/${chat.cast.binderId}/messages/${messageId}/buttons/${button}`, { token });

test('[MSG-19] [MSG-20] [MSG-21] [EVENT-18] [EVENT-21] a tap on a postback button sends the bot what the button carries', async () => {
  const { service, cast, bot, posted, latest } = chat;
  const payload = { order: 7, list: [1, 'two', null] };
  const buttons = [
    { type: 'postback', text: 'Yes', payload },
    { type: 'postback', text: 'No', payload: 'no' },
    { type: 'postback', text: 'Maybe' },
  ];
  const { binder_comment_id: id } = await posted({ text: 'Agreed?', buttons });
  assert.deepEqual((await latest()).buttons, [
    { id: '1', type: 'postback', text: 'Yes' },
    { id: '2', type: 'postback', text: 'No' },
    { id: '3', type: 'postback', text: 'Maybe' },
  ]);
  for (const button of ['1', '2', '3', '3']) {
    const answer = await tap(id, button);
    assert.deepEqual([answer.status, answer.body.data], [200, {}]);
  }
  const found = await until('all taps have come', async () => {
    const { body } = await service.call('GET', '/apps/events?after=0', { token: bot.token });
    const messages: BotMessage[] = body.data.events.map((event: { message: BotMessage }) => event.message);
    const postbacks = messages.filter((message) => message.message_type === 'bot_postback');
    return postbacks.length < 4 ? null : postbacks;
  });
  assert.deepEqual(
    found.map(({ event }) => event.postback),
    [
      { text: 'Yes', payload },
      { text: 'No', payload: 'no' },
      { text: 'Maybe', payload: 'Maybe' },
      { text: 'Maybe', payload: 'Maybe' },
    ],
  );
  assert.deepEqual(found[0]?.event.user, { id: cast.viewer.id, name: cast.viewer.name });
  assert.deepEqual(found[0]?.event.reply_to, { id: String(id), text: 'Agreed?', audio: null });
});

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

test('[MSG-38] a person who posts a button is told at once that nobody would hear of a tap', async () => {
  const { cast, post, posted, latest } = chat;
  const before = (await latest()).id;
  for (const type of ['postback', 'account_link'])
    for (const token of [cast.editor.token, cast.owner.token]) {
      const { status, body } = await post({ text: 'Agreed?', buttons: [{ type, text: 'Yes' }] }, {}, token);
      assert.deepEqual([status, body.errors?.[0].path], [400, 'message.buttons']);
      assert.match(body.message, /bot/);
    }
  assert.equal((await latest()).id, before, 'nothing was posted');
  await posted({ text: 'no button', buttons: [] }, {}, cast.editor.token);
});

test('[MSG-20] only members tap, and only what is there', async () => {
  const { service, cast, posted } = chat;
  const buttons = [{ type: 'postback', text: 'Yes' }];
  const { binder_comment_id: id } = await posted({ text: 'Agreed?', buttons });
  assert.equal((await tap(id, '2')).status, 404);
  assert.equal((await tap(999_999, '1')).status, 404);
  for (const { token } of [cast.colleague, cast.neighbour, cast.stranger])
    assert.equal((await tap(id, '1', token)).status, 403);
  assert.equal((await tap(id, '1', cast.owner.readToken)).status, 403);
  const other = await service.make.bot({ partner: cast.partner });
  const users = [{ user: { id: other.userId } }];
  const path = `/${cast.binderId}`;
  await service.call('POST', `${path}/addorguser`, { token: cast.owner.token, json: { users } });
  const left = await posted({ text: 'bye', buttons }, {}, other.token);
  await service.call('POST', `${path}/removeuser`, { token: other.token, json: { id: other.userId } });
  assert.equal((await tap(left.binder_comment_id, '1')).status, 412, 'the bot has left');
});

test('[MSG-19] a payload that cannot be stored, or is large, is refused by its place', async () => {
  const { post, posted } = chat;
  const button = (payload: unknown) => ({ type: 'postback', text: 'x', payload });
  const refusedAt: [payload: unknown, place: string][] = [
    ['\u0000', ''],
    [{ a: '\u0000' }, '.a'],
    [{ '\u0000': 1 }, ''],
    [['\ud800'], '[0]'],
    ['x'.repeat(16_383), ''],
  ];
  for (const [payload, place] of refusedAt) {
    const { status, body } = await post({ text: 'x', buttons: [button('fine'), button(payload)] });
    assert.deepEqual([status, body.errors[0].path], [400, `message.buttons[1].payload${place}`]);
  }
  await posted({ text: 'x', buttons: [button('x'.repeat(16_382)), button('\\u0000 😀')] });
});
