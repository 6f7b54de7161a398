import assert from 'node:assert/strict';
import { type Answer, type Cast, fileForm, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

const HOUR_MS = 60 * 60 * 1000;

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

let keys = 0;
const newKey = () => `key-${++keys}`;
const withKey = (key: string) => ({ 'idempotency-key': key });

/** Makes a binder, which anyone may. */
const makeBinder = (key: string, name = 'Once', token = cast.owner.token) =>
  service.call('POST', '/me/binders', { token, json: { name }, headers: withKey(key) });
const upload = (key: string, content: string, name: string, binderId = cast.binderId) =>
  service.call('POST', `/${binderId}/pageupload`, {
    token: cast.owner.token,
    body: fileForm(content, name),
    headers: withKey(key),
  });

const isReplay = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true';

test('[IDEM-1] [IDEM-2] one POST of the API after the other takes a key', async () => {
  const { owner, editor, viewer, colleague } = cast;
  const binderId = await service.make.binder(owner, [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]);
  const newcomer = await service.make.user({ partner: cast.partner, client: cast.client });
  const own = (method: string, path: string, json?: unknown) =>
    service.call(method, path, { token: owner.token, ...(json === undefined ? {} : { json }) });
  const category = (await own('POST', '/me/categories', { name: 'First' })).body.data.id;
  await upload(newKey(), 'a page', 'page.txt', binderId);
  const pageId = (await own('GET', `/${binderId}/pages`)).body.data.pages[0].id;
  const workflow = {
    title: 'Workflow',
    content: 'x',
    steps: [{ assignee: { user_id: owner.id }, actions: [{ id: 'yes', text: 'Yes' }] }],
  };
  const begun = await own('POST', `/${binderId}/transactions`, workflow);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const made = begun.body.data;
  const users = ({ id }: { id: string }) => ({ users: [{ user: { id } }] });
  const base = `/${binderId}`;
  const transaction = `${base}/transactions/${made.transaction_id}`;
  /** By the path of the OpenAPI document: a call that succeeds once. Upload has a test of its own, newer features too. */
  const calls: Record<string, [path: string, json: unknown]> = {
    '/{user_id}/binders': ['/me/binders', { name: 'x' }],
    '/{binder_id}': [base, { name: 'x' }],
    '/{binder_id}/messages': [`${base}/messages`, { message: { text: 'x' } }],
    '/{binder_id}/addorguser': [`${base}/addorguser`, users(colleague)],
    '/{binder_id}/inviteuser': [`${base}/inviteuser`, users(cast.neighbour)],
    '/{binder_id}/addteamuser': [`${base}/addteamuser`, users(newcomer)],
    '/{binder_id}/removeuser': [`${base}/removeuser`, { id: viewer.id }],
    '/{binder_id}/users/{user_id}': [`${base}/users/${editor.id}`, { type: 'BOARD_READ_ONLY' }],
    '/{binder_id}/pages/{page_id}/comments': [`${base}/pages/${pageId}/comments`, { text: 'x' }],
    '/{binder_id}/transactions': [`${base}/transactions`, workflow],
    '/{binder_id}/transactions/{transaction_id}': [transaction, { title: 'y' }],
    '/{binder_id}/transactions/{transaction_id}/steps/{step_id}': [
      `${transaction}/steps/${made.steps[0].id}`,
      { click_button_id: 'yes' },
    ],
    '/{user_id}/categories': ['/me/categories', { name: 'Second' }],
    '/{user_id}/categories/rename': ['/me/categories/rename', { id: category, name: 'Third' }],
    '/{user_id}/categories/{category_id}': [
      `/me/categories/${category}`,
      { binders: [{ binder: { id: binderId } }] },
    ],
  };
  for (const [path, [url, json]] of Object.entries(calls)) {
    const call = () => service.call('POST', url, { token: owner.token, json, headers: withKey(path) });
    const [first, second] = [await call(), await call()];
    assert.equal(first.status, 200, `${path} ${JSON.stringify(first.body)}`);
    assert.ok(!isReplay(first) && isReplay(second), path);
    assert.deepEqual(second.body, first.body);
    const wrong = { 'idempotency-key': 'a b' };
    assert.equal((await service.call('POST', url, { token: owner.token, json, headers: wrong })).status, 400);
  }
});

test('[IDEM-1] token calls take no key: each gives a token of its own', async () => {
  const ask = () =>
    service.call('POST', '/oauth/token', {
      headers: withKey('token'),
      form: {
        client_id: cast.client.id,
        client_secret: cast.client.secret,
        grant_type: 'http://www.service.com/auth_uniqueid',
        uniqueid: 'u',
        timestamp: String(service.clock.now()),
      },
    });
  const [first, second] = [await ask(), await ask()];
  assert.ok(!isReplay(second));
  assert.notEqual(first.body.access_token, second.body.access_token);
  const kept = await service.env.db.query('SELECT key FROM idempotency_keys WHERE key = $1', ['token']);
  assert.deepEqual(kept, []);
});

test('[IDEM-2] a token in the query is no part of the request', async () => {
  const key = newKey();
  const call = (token: string) =>
    service.call('POST', `/me/binders?access_token=${token}`, { json: { name: 'x' }, headers: withKey(key) });
  const first = await call(cast.owner.token);
  const renewed = await service.call('POST', '/oauth/token', {
    form: {
      client_id: cast.client.id,
      client_secret: cast.client.secret,
      grant_type: 'refresh_token',
      refresh_token: cast.owner.refreshToken,
    },
  });
  const again = await call(renewed.body.access_token);
  assert.ok(isReplay(again));
  assert.deepEqual(again.body, first.body);
});

test('[IDEM-2] a key is forgotten after 24 hours', async () => {
  const key = newKey();
  const late = await service.make.cast();
  const call = (token: string) => makeBinder(key, 'x', token);
  const first = await call(late.owner.token);
  service.clock.advance(11 * HOUR_MS);
  assert.ok(isReplay(await call(late.owner.token)));
  service.clock.advance(13 * HOUR_MS - 60_000);
  const refreshed = await service.call('POST', '/oauth/token', {
    form: {
      client_id: late.client.id,
      client_secret: late.client.secret,
      grant_type: 'refresh_token',
      refresh_token: late.owner.refreshToken,
    },
  });
  const token = refreshed.body.access_token;
  assert.ok(isReplay(await call(token)));
  service.clock.advance(61_000);
  const [anew, replay] = await Promise.all([call(token), call(token)]);
  assert.notEqual(anew.body.data.id, first.body.data.id);
  assert.equal(anew.body.data.id, replay.body.data.id);
  assert.equal([anew, replay].filter(isReplay).length, 1);
  cast = await service.make.cast();
});

test('[IDEM-7] the same key of another user, or of the same user with another client, is another key', async () => {
  const key = newKey();
  const first = await makeBinder(key);
  const colleague = await makeBinder(key, 'Once', cast.colleague.token);
  const other = await service.make.client({ partnerId: cast.partner.id });
  const ask = async (client: typeof other) => {
    const answer = await service.call('POST', '/oauth/token', {
      form: {
        client_id: client.id,
        client_secret: client.secret,
        grant_type: 'http://www.service.com/auth_uniqueid',
        uniqueid: 'two-clients',
        timestamp: String(service.clock.now()),
      },
    });
    return answer.body.access_token;
  };
  const here = await makeBinder(key, 'Once', await ask(cast.client));
  const there = await makeBinder(key, 'Once', await ask(other));
  const answers = [first, colleague, here, there];
  assert.ok(!answers.some(isReplay));
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 4);
});

test('[IDEM-1] the document names the header on every POST that takes it', async () => {
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, { post?: { parameters?: { $ref?: string }[]; security: unknown[] } }>;
    components: { parameters: Record<string, { name: string }> };
  };
  assert.equal(document.components.parameters.IdempotencyKey?.name, 'Idempotency-Key');
  const posts = Object.entries(document.paths).flatMap(([path, { post }]) =>
    post ? [{ path, ...post }] : [],
  );
  const silent = posts
    .filter(({ parameters = [] }) => !parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')))
    .map(({ path }) => path);
  assert.deepEqual(silent.sort(), [
    '/admin/session-token',
    '/meets/guests',
    '/oauth/revoke',
    '/oauth/token',
    '/session-token',
    '/setup',
    // A link presses once by itself.
    '/steplink',
  ]);
});
