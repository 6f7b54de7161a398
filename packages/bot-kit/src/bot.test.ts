import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { test } from 'vitest';
import { type Bot, createBot } from './bot.ts';
import { commentPosted, deliveryOf, deliveryOfText } from './testing/delivery.ts';
import { type Responder, startFakeService } from './testing/service.ts';

const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
const credentials = { clientId: 'Cbot', clientSecret: 'a secret', webhookSecret };

const willing: Responder = ({ path }) =>
  path.endsWith('/apps/token')
    ? [200, { access_token: 'token', expires_in: 43_200 }]
    : [200, { code: 'RESPONSE_SUCCESS', data: { binder_comment_id: 12 } }];

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function linkToken(claims: object): string {
  const parts = [{ alg: 'HS256' }, { ...claims, exp: Date.now() / 1000 + 60 }];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', credentials.clientSecret).update(text).digest('base64url')}`;
}

test('an event reaches its handler with what it needs, and a reply goes out as the bot', async (t) => {
  const service = await startFakeService(willing);
  t.onTestFinished(() => service.close());
  const bot = createBot({ ...credentials, baseUrl: service.baseUrl });
  bot.on('comment_posted', async ({ event }, { reply, binderId, sequence }) => {
    assert.equal(await reply(`${event.user.name} said ${event.comment.text}`), 12);
    assert.deepEqual([binderId, sequence], ['Bone', 3]);
  });
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const answer = await fetch(address, deliveryOf(commentPosted('Hello'), 3, webhookSecret));
  assert.equal(answer.status, 200);
  const [token, posted] = service.calls;
  assert.equal(token?.query.get('client_id'), 'Cbot');
  assert.equal(token?.query.get('org_id'), 'Oone');
  assert.match(token?.query.get('timestamp') ?? '', /^\d{13}$/);
  assert.match(token?.query.get('signature') ?? '', /^[\w-]{43}$/);
  assert.equal(posted?.path, '/v1/Bone/messages');
  assert.equal(posted?.headers.authorization, 'Bearer token');
  assert.deepEqual(posted?.body, { message: { text: 'Ada said Hello' } });
});

test('an event that comes twice, one after the other or at once, has its effect once', async (t) => {
  let ran = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const bot = createBot({ ...credentials, baseUrl: 'http://127.0.0.1:9/v1/' });
  bot.on('comment_posted', async () => {
    ran++;
    await gate;
  });
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const delivery = deliveryOf(commentPosted('Hello'), 1, webhookSecret);
  const both = Promise.all([fetch(address, delivery), fetch(address, delivery)]);
  open();
  assert.deepEqual(
    (await both).map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await fetch(address, delivery)).status, 200);
  assert.equal(ran, 1);
});

test('a handler that fails is told of, and the event is dealt with when it comes again', async (t) => {
  const received: unknown[] = [];
  let fails = true;
  const bot = createBot({
    ...credentials,
    baseUrl: 'http://127.0.0.1:9/v1/',
    onError: (e) => received.push(e),
  });
  bot.on('comment_posted', () => {
    if (fails) throw new Error('not now');
  });
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const delivery = deliveryOf(commentPosted('Hello'), 1, webhookSecret);
  assert.equal((await fetch(address, delivery)).status, 500);
  assert.match(String(received[0]), /not now/);
  fails = false;
  assert.equal((await fetch(address, delivery)).status, 200);
});

test('what is not genuine, not for this bot or too long is refused, and no handler runs', async (t) => {
  const bot = createBot({ ...credentials, baseUrl: 'http://127.0.0.1:9/v1/' });
  bot.on('comment_posted', () => assert.fail('it must not run'));
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const good = deliveryOf(commentPosted('Hello'), 1, webhookSecret);
  const status = async (change: RequestInit) => (await fetch(address, { ...good, ...change })).status;
  const wrongSecret = deliveryOf(commentPosted('Hello'), 1, `whsec_${randomBytes(32).toString('base64')}`);
  const otherBot = deliveryOf({ ...commentPosted('Hello'), client_id: 'Cother' } as never, 1, webhookSecret);
  assert.equal(await status(wrongSecret), 401);
  assert.equal(await status({ headers: {} }), 401);
  assert.equal(await status({ body: '{}' }), 401);
  assert.equal(await status(otherBot), 400);
  assert.equal(await status({ headers: { ...good.headers, 'ringbinder-sequence': 'one' } }), 400);
  assert.equal(await status({ method: 'PUT' }), 405);
  assert.equal(await status({ body: 'x'.repeat(4 * 1024 ** 2 + 1) }), 413);
  assert.equal((await fetch(address, { ...good, body: '[]' })).status, 401);
  for (const text of ['{', 'null', '"text"'])
    assert.equal(await status(deliveryOfText(text, { secret: webhookSecret })), 400, text);
});

test('a test delivery is answered, and runs no handler', async (t) => {
  const bot = createBot({ ...credentials, baseUrl: 'http://127.0.0.1:9/v1/' });
  bot.on('comment_posted', () => assert.fail('it must not run'));
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const { headers, ...rest } = deliveryOf(commentPosted('Hello'), 1, webhookSecret);
  const answer = await fetch(address, { ...rest, headers: { ...headers, 'ringbinder-test': 'true' } });
  assert.equal(answer.status, 200);
});

test('the same works as a Fastify plugin, beside routes with parsers of their own', async (t) => {
  const received: string[] = [];
  const bot = createBot({ ...credentials, baseUrl: 'http://127.0.0.1:9/v1/' });
  bot.on('comment_posted', ({ event }) => void received.push(event.comment.text));
  const app = fastify();
  t.onTestFinished(() => app.close());
  app.register(bot.fastify, { prefix: '/hook' });
  app.post('/json', async (request) => request.body);
  const { headers, body: payload } = deliveryOf(commentPosted('Grüße'), 1, webhookSecret);
  const answer = await app.inject({ method: 'POST', url: '/hook', headers, payload });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(received, ['Grüße']);
  assert.deepEqual((await app.inject({ method: 'POST', url: '/json', payload: { a: 1 } })).json(), { a: 1 });
});

test('a token is fetched once for many calls, anew before it expires, and again when it is refused', async (t) => {
  let refuses = false;
  let now = Date.now();
  const service = await startFakeService((call) => {
    if (!refuses || call.path.endsWith('/apps/token')) return willing(call);
    refuses = false;
    return [401, { code: 'RESPONSE_ERROR_INVALID_TOKEN', message: 'no' }];
  });
  t.onTestFinished(() => service.close());
  const bot = createBot({ ...credentials, baseUrl: service.baseUrl, now: () => now });
  const tokens = () => service.calls.filter(({ path }) => path.endsWith('/apps/token')).length;
  const api = bot.api('Oone');
  await Promise.all([1, 2, 3].map(() => api.post('Bone', 'Hello')));
  assert.equal(tokens(), 1);
  now += 43_200_000 - 59_000;
  await api.post('Bone', 'Hello');
  assert.equal(tokens(), 2);
  refuses = true;
  await api.post('Bone', 'Hello');
  assert.equal(tokens(), 3);
  await bot.api('Otwo').post('Btwo', 'Hello');
  assert.equal(tokens(), 4, 'each org has its own');
});

test('a refusal of the service says what it said', async (t) => {
  const service = await startFakeService((call) =>
    call.path.endsWith('/apps/token')
      ? willing(call)
      : [404, { code: 'RESPONSE_ERROR_NOT_FOUND', message: 'there is no binder Bone' }],
  );
  t.onTestFinished(() => service.close());
  const bot = createBot({ ...credentials, baseUrl: service.baseUrl });
  await assert.rejects(bot.api('Oone').post('Bone', 'Hello'), {
    name: 'ServiceError',
    status: 404,
    code: 'RESPONSE_ERROR_NOT_FOUND',
    message: /there is no binder Bone/,
  });
});

test('a link of accounts ends at the bot’s own address, or in a page that closes', async () => {
  const claims = { user_id: 'U1', username: 'Ada', binder_id: 'B1', client_id: 'Cbot', org_id: 'O1' };
  const token = linkToken(claims);
  const ask = (bot: Bot, query: string) =>
    bot.answer({ method: 'GET', url: `/hook?${query}`, header: () => null, body: '' });
  const bot = createBot({ ...credentials, baseUrl: 'http://127.0.0.1:9/v1/' });
  const good = `message_type=account_link&account_link_token=${token}`;
  assert.equal((await ask(bot, good)).status, 404, 'nobody links yet');
  let next: string | undefined = 'https://bank.example/sign-in';
  bot.onAccountLink((link) => {
    assert.deepEqual(link, claims);
    return next;
  });
  const { status, headers, body } = await ask(bot, good);
  assert.deepEqual([status, headers.location, body], [303, next, '']);
  assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer']);
  next = undefined;
  assert.match((await ask(bot, good)).body, /close/);
  assert.equal((await ask(bot, `${good}x`)).status, 412);
});

test('a final refusal is told of and the event is dealt with, others let it come again', async (t) => {
  let refusal = 503;
  const service = await startFakeService((call) =>
    call.path.endsWith('/apps/token') ? willing(call) : [refusal, { code: 'RESPONSE_ERROR', message: 'no' }],
  );
  t.onTestFinished(() => service.close());
  const received: unknown[] = [];
  const bot = createBot({
    ...credentials,
    baseUrl: service.baseUrl,
    onError: (error) => received.push(error),
  });
  let ran = 0;
  bot.on('comment_posted', async (_event, { reply }) => {
    ran++;
    await reply('Hello');
  });
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const delivery = deliveryOf(commentPosted('Hello'), 1, webhookSecret);
  for (const [status, answered] of [
    [503, 500],
    [429, 500],
    [401, 500],
    [403, 200],
    [403, 200],
  ] as const) {
    refusal = status;
    assert.equal((await fetch(address, delivery)).status, answered, String(status));
  }
  assert.equal(ran, 4, 'the last time it was dealt with');
  assert.deepEqual(
    received.map((error) => (error as { status: number }).status),
    [503, 429, 401, 403],
  );
});

test('a message that becomes a page or a to-do gives the id of that', async (t) => {
  let data: object = { page_id: 7 };
  const service = await startFakeService((call) =>
    call.path.endsWith('/apps/token') ? willing(call) : [200, { data }],
  );
  t.onTestFinished(() => service.close());
  const api = createBot({ ...credentials, baseUrl: service.baseUrl }).api('Oone');
  assert.equal(await api.post('Bone', { text: 'Minutes', action: 'page' }), 7);
  data = { todo_id: 8 };
  assert.equal(await api.post('Bone', { text: 'Call them', action: 'todo' }), 8);
});

test('an address to go on with that no header can hold is a failure, and does not end the bot', async (t) => {
  const bot = createBot({ ...credentials, baseUrl: 'http://127.0.0.1:9/v1/', onError: () => {} });
  bot.onAccountLink(() => 'https://bank.example/\r\nset-cookie: a=b');
  const { address, close } = await listen(bot.listener);
  t.onTestFinished(close);
  const claims = { user_id: 'U1', username: 'Ada', binder_id: 'B1', client_id: 'Cbot', org_id: 'O1' };
  const query = new URLSearchParams({ message_type: 'account_link', account_link_token: linkToken(claims) });
  assert.equal((await fetch(`${address}?${query}`)).status, 500);
});

test('what is no webhook secret is refused at once: nobody may sign with a variable that was not set', () => {
  const options = { ...credentials, baseUrl: 'http://127.0.0.1:9/v1/' };
  for (const webhookSecret of ['', 'whsec_', 'whsec_c2hvcnQ=', [credentials.webhookSecret, '']])
    assert.throws(() => createBot({ ...options, webhookSecret }), TypeError);
});

test('an address that is no base address is refused at once', () => {
  assert.throws(() => createBot({ ...credentials, baseUrl: 'http://127.0.0.1:8400' }), TypeError);
});
