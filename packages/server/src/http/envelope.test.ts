import assert from 'node:assert/strict';
import { type Answer, type Cast, fileForm, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let base: string;
beforeAll(async () => {
  cast = await service.make.cast();
  base = `/${cast.binderId}`;
});

const get = (path: string, token = cast.owner.token) => service.call('GET', path, { token });
const post = (path: string, json: unknown, token = cast.owner.token) =>
  service.call('POST', path, { token, json });

/** For calls that the checking client cannot tell apart (`/{user_id}` from `/{binder_id}`) or read (HEAD). */
const fetchAs = (token: string, method: string, path: string) =>
  fetch(service.base + path, { method, headers: { authorization: `Bearer ${token}` } });

/** Holds an answer to the form that every error has. @param path what `errors` has to name, where fields are wrong */
function assertRefusal(answer: Answer, status: number, code: string, path?: string): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  assert.ok(answer.body.message.length > 0);
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  assert.match(answer.body.request_id, /^req_[0-9a-f]{24}$/);
  if (path !== undefined) assert.equal(answer.body.errors[0].path, path);
}

const INVALID = 'RESPONSE_ERROR_INVALID_REQUEST';

test('[HTTP-1] [VER-1] the API answers under /v1/, and no other version', async () => {
  assert.equal(service.env.baseUrl(), `${service.origin}/v1/`);
  assert.equal((await get('/me')).status, 200);
  for (const path of ['/v2/me', '/V1/me', '/api/v1/me']) {
    const answer = await fetch(service.origin + path, {
      headers: { authorization: `Bearer ${cast.owner.token}` },
    });
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { code: string }).code, INVALID);
  }
});

test('[HTTP-4] [HTTP-22] a success is 200 with code and data', async () => {
  const answer = await get(base);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'data']);
  assert.equal(answer.body.code, 'RESPONSE_SUCCESS');
  assert.equal(typeof answer.body.data, 'object');
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{24}$/);
  assert.notEqual((await get(base)).headers.get('x-request-id'), answer.headers.get('x-request-id'));
});

test('[HTTP-5] a call without data answers the code and nothing else', async () => {
  const answer = await post(base, { name: 'Renamed' });
  assert.equal(answer.bytes.toString(), '{"code":"RESPONSE_SUCCESS"}');
});

test('[HTTP-22] a caller cannot choose the request id', async () => {
  const headers = { 'x-request-id': 'req_mine', 'request-id': 'req_mine' };
  const answer = await service.call('GET', '/me', { token: cast.owner.token, headers });
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{24}$/);
});

test('[HTTP-12] `me` and the own id mean the calling user', async () => {
  const { id, token } = cast.owner;
  assert.deepEqual(await (await fetchAs(token, 'GET', `/${id}`)).json(), (await get('/me', token)).body);
  assert.deepEqual((await get('/me/binders', token)).body, (await get(`/${id}/binders`, token)).body);
});

test('[HTTP-13] [HTTP-14] ids of binders, users, orgs and files are strings, ids of messages and pages numbers, times milliseconds', async () => {
  const before = service.clock.now();
  const message = await post(`${base}/messages`, { message: { text: 'Hello' } });
  const body = fileForm('Hello', 'hello.txt');
  const upload = await service.call('POST', `${base}/pageupload`, { token: cast.owner.token, body });
  const binder = await get(base);
  const { pages } = (await get(`${base}/pages`)).body.data;
  for (const [id, letter] of [
    [binder.body.data.id, 'B'],
    [binder.body.data.owner.id, 'U'],
    [(await get('/me')).body.data.org_id, 'O'],
    [upload.body.data.file_id, 'F'],
  ]) {
    assert.match(id, new RegExp(`^${letter}[0-9A-Za-z]{22}$`));
  }
  for (const id of [message.body.data.binder_comment_id, pages[0].id]) assert.ok(Number.isSafeInteger(id));
  const { created_time: created } = upload.body.data;
  assert.ok(Number.isSafeInteger(created) && created >= before && created <= service.clock.now());
});

test('[HTTP-16] messages and pages of a binder take their ids from one counter', async () => {
  const binderId = await service.make.binder(cast.owner);
  const ids: number[] = [];
  for (let round = 0; round < 3; round++) {
    const message = await post(`/${binderId}/messages`, { message: { text: 'x' } });
    ids.push(message.body.data.binder_comment_id);
    await uploadFile(service, { binderId, token: cast.owner.token }, 'x', 'x.txt');
  }
  const { pages } = (await get(`/${binderId}/pages`)).body.data;
  ids.push(...pages.map((page: { id: number }) => page.id));
  assert.deepEqual(
    ids.sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6],
  );
});

test('[ERR-1] [ERR-13] an error has status, code, words and the request id', async () => {
  assertRefusal(await get('/Bshort'), 400, INVALID, 'binder_id');
  assertRefusal(await service.call('GET', '/me', { token: 'unknown' }), 401, 'RESPONSE_ERROR_INVALID_TOKEN');
  assertRefusal(await get(base, cast.colleague.token), 403, 'RESPONSE_ERROR_PERMISSION');
});

test('[ERR-2] [ERR-14] [HTTP-1] an unknown endpoint is 400, with a token and without', async () => {
  for (const path of ['/nothing', '/me/nothing', `${base}/nothing`, '/orgs', '/oauth', '/', '', '//']) {
    assertRefusal(await get(path), 400, INVALID);
    assertRefusal(await service.call('GET', path), 400, INVALID);
  }
  assertRefusal(await post('/nothing', { a: 1 }), 400, INVALID);
});

test('[ERR-2] [ERR-14] a known path with an unknown method is 400', async () => {
  for (const [method, path] of [
    ['DELETE', '/me'],
    ['PUT', base],
    ['PATCH', `${base}/messages`],
    ['GET', '/oauth/token'],
    ['GET', `${base}/inviteuser`],
  ] as const) {
    assertRefusal(await service.call(method, path, { token: cast.owner.token }), 400, INVALID);
  }
});

test('[HTTP-32] a path may end in a slash', async () => {
  assert.equal((await get('/me/')).status, 200);
  assert.equal((await get(`${base}/feed/?limit=1`)).status, 200);
});

test('HEAD answers as GET does, without a body', async () => {
  const found = await fetchAs(cast.owner.token, 'HEAD', '/me');
  assert.equal(found.status, 200);
  assert.equal(found.headers.get('content-length'), String((await get('/me')).bytes.length));
  assert.equal(await found.text(), '');
  assert.equal((await fetchAs(cast.owner.readToken, 'HEAD', '/me')).status, 200);
  const refused = await fetchAs('unknown', 'HEAD', '/me');
  assert.equal(refused.status, 401);
  assert.ok(refused.headers.get('x-request-id'));
  assert.equal((await fetchAs(cast.owner.token, 'HEAD', '/nothing')).status, 400);
});

test('[HTTP-18] an id of the wrong shape is 400 and named', async () => {
  const wrong = (await service.make.partner()).orgId;
  for (const [path, name] of [
    ['/Bshort', 'binder_id'],
    [`${base}a`, 'binder_id'],
    ['/Ushort', 'user_id'],
    [`/U${'a'.repeat(23)}`, 'user_id'],
    ['/U%00', 'user_id'],
    [`/${wrong}/messages`, 'binder_id'],
    ['/xyz/pages', 'binder_id'],
    [`/${cast.owner.id}/messages`, 'binder_id'],
    [`${base}/binders`, 'user_id'],
    [`${base}/files/${cast.binderId}`, 'file_id'],
    [`${base}/pages?file_id=nope`, 'file_id'],
    ...['0', '-1', '1.5', 'abc', '0x10', '1e2', '%201', '007', '9007199254740993', '%F0%9F%98%80', 'NaN'].map(
      (id) => [`${base}/pagedownload/${id}`, 'page_id'] as const,
    ),
  ] as const) {
    const answer = await get(path);
    assertRefusal(answer, 400, INVALID, name);
    assert.ok(answer.body.message.includes(name), answer.body.message);
  }
});

test('[HTTP-19] [ERR-5] a well-formed id of nothing is 404', async () => {
  const none = 'B0000000000000000000000';
  for (const path of [`/${none}`, `/${none}/messages`, `${base}/pagedownload/999`]) {
    assertRefusal(await get(path), 404, 'RESPONSE_ERROR_NOT_FOUND');
  }
  const file = `${base}/files/F0000000000000000000000`;
  assertRefusal(await get(file), 404, 'RESPONSE_ERROR_NOT_FOUND');
});

test('[HTTP-20] [ERR-4] what exists and the caller may not use is 403', async () => {
  for (const actor of [cast.colleague, cast.neighbour, cast.stranger]) {
    assertRefusal(await get(base, actor.token), 403, 'RESPONSE_ERROR_PERMISSION');
    const said = await post(`${base}/messages`, { message: { text: 'x' } }, actor.token);
    assertRefusal(said, 403, 'RESPONSE_ERROR_PERMISSION');
  }
});

test('[HTTP-21] [ERR-5] every call on a deleted thing is 404', async () => {
  const binderId = await service.make.binder(cast.owner);
  assert.equal((await service.call('DELETE', `/${binderId}`, { token: cast.owner.token })).status, 200);
  for (const token of [cast.owner.token, cast.stranger.token]) {
    for (const path of ['', '/messages', '/pages', '/files', '/feed']) {
      assertRefusal(await get(`/${binderId}${path}`, token), 404, 'RESPONSE_ERROR_NOT_FOUND');
    }
    assertRefusal(await post(`/${binderId}`, { name: 'x' }, token), 404, 'RESPONSE_ERROR_NOT_FOUND');
    const again = await service.call('DELETE', `/${binderId}`, { token });
    assertRefusal(again, 404, 'RESPONSE_ERROR_NOT_FOUND');
  }
});

test('[ERR-6] what collides with what is there is 409', async () => {
  const users = [{ user: { id: cast.editor.id } }];
  assertRefusal(await post(`${base}/inviteuser`, { users }), 409, 'RESPONSE_ERROR_CONFLICT');
});
