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
const say = (key: string, text: string, options: { token?: string; binderId?: string } = {}) =>
  service.call('POST', `/${options.binderId ?? cast.binderId}/messages`, {
    token: options.token ?? cast.owner.token,
    json: { message: { text } },
    headers: withKey(key),
  });
const upload = (key: string, content: string, name: string, binderId = cast.binderId) =>
  service.call('POST', `/${binderId}/pageupload`, {
    token: cast.owner.token,
    body: fileForm(content, name),
    headers: withKey(key),
  });

const isReplay = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true';
async function countMessages(text: string): Promise<number> {
  const [row] = await service.env.db.query<{ n: number }>(
    'SELECT count(*) AS n FROM messages WHERE text = $1',
    [text],
  );
  return Number(row?.n);
}

test('[IDEM-1] a key is 1 to 255 printable ASCII characters without spaces', async () => {
  for (const key of ['!', '~', 'x'.repeat(255), '"quoted"']) {
    assert.equal((await makeBinder(key)).status, 200, key);
  }
  for (const key of ['', 'a b', 'x'.repeat(256), 'ü', 'a, b', 'a\tb']) {
    const answer = await makeBinder(key);
    assert.equal(answer.status, 400, key);
    assert.equal(answer.body.errors[0].path, 'Idempotency-Key');
  }
});

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

test('[IDEM-2] the same key, path and body get the first answer again, and the change is made once', async () => {
  const key = newKey();
  const first = await say(key, 'only once');
  assert.equal(first.status, 200);
  assert.ok(!isReplay(first));
  for (let retry = 0; retry < 3; retry++) {
    const again = await say(key, 'only once');
    assert.equal(again.status, 200);
    assert.ok(isReplay(again));
    assert.equal(again.bytes.toString(), first.bytes.toString());
  }
  assert.equal(await countMessages('only once'), 1);
  const other = await say(newKey(), 'only once');
  assert.notEqual(other.body.data.binder_comment_id, first.body.data.binder_comment_id);
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

test('[IDEM-3] the same key with another body or another path is 409', async () => {
  const key = newKey();
  await say(key, 'first');
  const other = await service.make.binder(cast.owner);
  for (const answer of [
    await say(key, 'second'),
    await say(key, 'first', { binderId: other }),
    await makeBinder(key),
    await upload(key, 'first', 'first.txt'),
  ]) {
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, 'RESPONSE_ERROR_CONFLICT');
    assert.ok(!isReplay(answer));
  }
  assert.equal(await countMessages('second'), 0);
  assert.ok(isReplay(await say(key, 'first')));
});

test('[IDEM-6] a refused request is judged anew', async () => {
  const key = newKey();
  const binderId = await service.make.binder(cast.owner);
  const post = () => say(key, 'let me in', { token: cast.colleague.token, binderId });
  for (let attempt = 0; attempt < 2; attempt++) {
    const answer = await post();
    assert.equal(answer.status, 403);
    assert.ok(!isReplay(answer));
  }
  await service.call('POST', `/${binderId}/inviteuser`, {
    token: cast.owner.token,
    json: { users: [{ user: { id: cast.colleague.id } }] },
  });
  assert.equal((await post()).status, 200);
  assert.ok(isReplay(await post()));
  // A key that met a refusal is free for another request.
  const free = newKey();
  assert.equal((await say(free, '')).status, 400);
  assert.equal((await say(free, 'x', { binderId: 'B0000000000000000000000' })).status, 404);
  assert.equal((await makeBinder(free)).status, 200);
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

test('[IDEM-8] for an upload the bytes and the name of the file are compared', async () => {
  const key = newKey();
  const binderId = await service.make.binder(cast.owner);
  const first = await upload(key, 'content', 'name.txt', binderId);
  assert.equal(first.status, 200);
  const again = await upload(key, 'content', 'name.txt', binderId);
  assert.ok(isReplay(again));
  assert.deepEqual(again.body, first.body);
  assert.equal((await upload(key, 'Content', 'name.txt', binderId)).status, 409);
  assert.equal((await upload(key, 'content', 'other.txt', binderId)).status, 409);
  const { files } = (await service.call('GET', `/${binderId}/files`, { token: cast.owner.token })).body.data;
  assert.equal(files.length, 1);
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
