import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import {
  createClient,
  followFeed,
  getToken,
  listAll,
  postWithFile,
  RingbinderError,
  tokenSource,
  unwrap,
  uploadFile,
} from './index.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const clientOf = (token = cast.owner.token, send?: typeof fetch) =>
  createClient({
    baseUrl: `${service.base}/`,
    token,
    retry: { waitMs: 1 },
    ...(send ? { fetch: send } : {}),
  });
const inBinder = (binder_id = cast.binderId) => ({ path: { binder_id } });
const post = (client = clientOf(), text = 'hello') =>
  unwrap(client.api.POST('/{binder_id}/messages', { params: inBinder(), body: { message: { text } } }));

test('[CONF-3] a call is typed, gives its data, and throws an error with code, field and request id', async () => {
  const posted = await post();
  assert.equal(typeof posted.binder_comment_id, 'number');
  const { messages } = await unwrap(
    clientOf(cast.viewer.token).api.GET('/{binder_id}/messages', { params: inBinder() }),
  );
  assert.equal(messages[0]?.text, 'hello');
  await assert.rejects(post(clientOf(), ''), (error: unknown) => {
    assert.ok(error instanceof RingbinderError);
    assert.equal(error.status, 400);
    assert.equal(error.code, 'RESPONSE_ERROR_INVALID_REQUEST');
    assert.equal(error.fields[0]?.path, 'message.text');
    assert.match(String(error.requestId), /^req_/);
    return true;
  });
  await assert.rejects(post(clientOf(cast.otherPartner.token)), {
    status: 403,
    code: 'RESPONSE_ERROR_PERMISSION',
  });
});

test('[CONF-4] a POST whose answer was lost is tried again and done once', async () => {
  let lost = 0;
  const losing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (lost++ < 2) throw new TypeError('the connection broke');
    return response;
  };
  const before = await service.env.db.query('SELECT id FROM messages');
  await post(clientOf(cast.owner.token, losing), 'only once');
  const now = await service.env.db.query('SELECT id FROM messages');
  assert.equal(lost, 3);
  assert.equal(now.length, before.length + 1);
});

test('[CONF-4] 503 and 429 are waited out, a 400 is not tried again, and in the end the error comes through', async () => {
  const statuses = [503, 429, 503, 503, 503];
  let calls = 0;
  const failing: typeof fetch = async () =>
    new Response(JSON.stringify({ code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE', message: 'no' }), {
      status: statuses[calls++] ?? 500,
      headers: { 'content-type': 'application/json', 'retry-after': '0' },
    });
  await assert.rejects(post(clientOf(cast.owner.token, failing)), { status: 503 });
  assert.equal(calls, 4);
  calls = 0;
  const counting: typeof fetch = (input, init) => {
    calls++;
    return fetch(input, init);
  };
  await assert.rejects(post(clientOf(cast.owner.token, counting), ''), { status: 400 });
  assert.equal(calls, 1);
  const away: typeof fetch = () => Promise.reject(new TypeError('no network'));
  await assert.rejects(post(clientOf(cast.owner.token, away)), { name: 'RingbinderError', status: 0 });
});

test('[CONF-5] an upload reports its progress and is stored once when it is tried again', async () => {
  const client = clientOf();
  const file = new File(['x'.repeat(300_000)], 'long.txt');
  const reported: [number, number][] = [];
  const key = crypto.randomUUID();
  const options = {
    onProgress: (sent: number, total: number) => void reported.push([sent, total]),
    idempotencyKey: key,
  };
  const first = await uploadFile(client, cast.binderId, file, options);
  const last = reported.at(-1);
  assert.ok(last && last[0] === last[1] && last[1] > 300_000);
  assert.ok(reported.length > 1, 'in steps');
  const again = await uploadFile(client, cast.binderId, file, { idempotencyKey: key });
  assert.equal(again.file_id, first.file_id);
  await assert.rejects(uploadFile(client, cast.binderId, new File([], 'empty.txt')), { status: 400 });
  const stop = AbortSignal.abort();
  await assert.rejects(uploadFile(client, cast.binderId, file, { signal: stop }), { name: 'AbortError' });
});

test('[CONF-5] a message with a file is posted once when it is tried again', async () => {
  const client = clientOf();
  const reported: number[] = [];
  const options = {
    idempotencyKey: crypto.randomUUID(),
    onProgress: (sent: number, total: number) => void reported.push(sent / total),
  };
  const parts = { body: { message: { text: 'see this' } }, file: new File(['words'], 'note.txt') };
  const first = await postWithFile(client, cast.binderId, parts, options);
  assert.equal(reported.at(-1), 1);
  assert.deepEqual(await postWithFile(client, cast.binderId, parts, options), first);
  const params = { path: { binder_id: cast.binderId, message_id: first.binder_comment_id } };
  const message = await unwrap(client.api.GET('/{binder_id}/messages/{message_id}', { params }));
  assert.deepEqual(
    [message.text, message.file?.name, message.file?.id],
    ['see this', 'note.txt', first.file_id],
  );
});

test('[CONF-6] a list is gone through as an async iterator, whole and in order', async () => {
  const client = clientOf();
  for (let count = 0; count < 7; count++) await post(client, `m${count}`);
  const all = listAll(
    (cursor) =>
      unwrap(
        client.api.GET('/{binder_id}/messages', {
          params: { ...inBinder(), query: { limit: 2, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    'messages',
  );
  const ids: number[] = [];
  for await (const { id } of all) ids.push(id);
  const { messages } = await unwrap(client.api.GET('/{binder_id}/messages', { params: inBinder() }));
  assert.deepEqual(
    ids,
    messages.map(({ id }) => id),
  );
});

test('[CONF-6] the feed is followed from a sequence on, through what comes later', async () => {
  const client = clientOf();
  const stop = new AbortController();
  const seqs: number[] = [];
  const reading = (async () => {
    for await (const entry of followFeed(client, cast.binderId, 0, stop.signal)) {
      seqs.push(entry.seq);
      if (entry.kind === 'message_posted' && entry.body.text === 'the end') stop.abort();
    }
  })();
  await post(client, 'the end');
  await reading;
  assert.deepEqual(
    seqs,
    seqs.map((_, at) => at + 1),
  );
});

test('[CONF-3] tokens are got by the unique-identifier grant, shared while they last, and renewed', async () => {
  const { id, secret } = cast.client;
  let got = 0;
  const source = tokenSource(async () => {
    got++;
    const token = await getToken(service.base, {
      clientId: id,
      clientSecret: secret,
      uniqueId: cast.owner.uniqueId,
    });
    return { ...token, expiresAt: got === 1 ? Date.now() : token.expiresAt };
  });
  await source();
  const [one, two] = await Promise.all([source(), source()]);
  assert.equal(one, two);
  assert.ok(got >= 2 && got <= 3, `${got} grants`);
  const before = got;
  await source();
  assert.equal(got, before);
  const profile = await unwrap(createClient({ baseUrl: service.base, token: source }).api.GET('/me'));
  assert.equal(profile.id, cast.owner.id);
  await assert.rejects(getToken(service.base, { clientId: id, clientSecret: 'wrong', uniqueId: 'x' }), {
    status: 401,
  });
});
