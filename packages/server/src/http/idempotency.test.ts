import assert from 'node:assert/strict';
import { type Answer, type Cast, startService, type TestService } from '@ringbinder/testkit';
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

const makeBinder = (key: string, name = 'Once', token = cast.owner.token) =>
  service.call('POST', '/me/binders', { token, json: { name }, headers: withKey(key) });
const isReplay = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true';

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
  const stored = await service.env.db.query('SELECT key FROM idempotency_keys WHERE key = $1', ['token']);
  assert.deepEqual(stored, []);
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
  const sameOrg = await makeBinder(key, 'Once', cast.sameOrg.token);
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
  const answers = [first, sameOrg, here, there];
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
    // The link can be used only once.
    '/steplink',
    // The maximum number of files limits repeated uploads.
    '/steplink/files',
  ]);
});
