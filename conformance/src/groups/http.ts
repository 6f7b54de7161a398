import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { data, done, refused, status } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { callerWith } from '../people.ts';
import { stepFor } from '../trial.ts';
import type { Binder, Listing, Profile } from '../types.ts';

const test = checks('http');

const NO_BINDER = `/B${'0'.repeat(22)}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const message = (text: unknown) => ({ message: { text } });
const nested = (levels: number) =>
  `{"message":{"text":"x"},"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('[HTTP-1] [HTTP-2] [VER-1] the environment answers under its base address, which ends with /v1/', async (t) => {
  assert.ok(t.connection.base.endsWith('/v1/'), 'a base address that ends with /v1/');
  data(await t.owner.get('/me'));
});

test('[HTTP-3] a token and a binder of one environment are unknown in the other', async (t) => {
  if (!t.other) throw new NotApplicable('the credentials know one environment only');
  const fixture = await t.binder();
  refused(await callerWith(t.other.connection, t.owner.token).get('/me'), 401);
  const there = await t.other.people.reuse('conformance-http-owner');
  refused(await there.get(fixture.path), 404);
  const users = [{ user: { id: there.id } }];
  refused(await t.owner.post(`${fixture.path}/inviteuser`, { users }), 404);
});

test('[HTTP-4] a success with data is {code, data}', async (t) => {
  data(await t.owner.get((await t.binder()).path));
});

test('[HTTP-5] a success without data is {"code":"RESPONSE_SUCCESS"}', async (t) => {
  const fixture = await t.binder();
  done(await t.owner.post(fixture.path, { name: 'Another name' }));
  done(await t.owner.delete(fixture.path));
});

test('[HTTP-6] JSON, a form and multipart are each taken where they belong', async (t) => {
  const fixture = await t.binder();
  const utf8 = { 'content-type': 'application/json; charset=utf-8' };
  const body = JSON.stringify(message('Grüße'));
  status(await t.owner.send('POST', `${fixture.path}/messages`, { body, headers: utf8 }), 200);
  status(await t.owner.upload(`${fixture.path}/pageupload`, 'text', 'a.txt'), 200);
  status(await t.nobody.send('POST', 'oauth/revoke', { form: { access_token: 'unknown' } }), 200);
});

test('[HTTP-7] another content type for a body is 400', async (t) => {
  const fixture = await t.binder();
  const body = JSON.stringify(message('x'));
  const post = (options: { body: string | Buffer; headers?: Record<string, string> }) =>
    t.owner.send('POST', `${fixture.path}/messages`, options);
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'application/jsonp',
    'json',
    ';',
  ])
    refused(await post({ body, headers: { 'content-type': type } }), 400, 'Content-Type');
  refused(await post({ body: Buffer.from(body) }), 400, 'Content-Type');
  refused(await t.owner.post(`${fixture.path}/pageupload`, {}), 400, 'Content-Type');
  const form = new FormData();
  form.set('message', body);
  refused(await t.owner.send('POST', `${fixture.path}/messages`, { body: form }), 400);
  const text = { body: 'access_token=x', headers: { 'content-type': 'text/plain' } };
  status(await t.nobody.send('POST', '/oauth/revoke', text), 400);
  const encoded = (coding: string) => ({ body, headers: { ...JSON_TYPE, 'content-encoding': coding } });
  refused(await post(encoded('gzip')), 400, 'Content-Encoding');
  assert.deepEqual(await fixture.messages(), []);
  status(await post(encoded('Identity')), 200);
});

test('[HTTP-8] a body that is no JSON, or is nested deeper than 64 levels, is 400', async (t) => {
  const fixture = await t.binder();
  const send = (body: string | Buffer) =>
    t.owner.send('POST', `${fixture.path}/messages`, { body, headers: JSON_TYPE });
  for (const body of [
    '{',
    '}',
    '{"message":{"text":"x"}',
    '{"message":{"text":"x"},}',
    "{'message':{'text':'x'}}",
    '{"message":{"text":"\\x"}}',
    '{"message":{"text":"\n"}}',
    'undefined',
    ' ',
    '{"message":{"text":"x"}}{}',
    '\u0000',
    Buffer.from('{"message":{"text":"\xff"}}', 'latin1'),
    // These keys could change an object's prototype.
    '{"message":{"text":"x"},"__proto__":{"admin":true}}',
    '{"__proto__":1,"__proto__":2,"message":{"text":"x"}}',
    '{"message":{"text":"x","\\u005f_proto__":{}}}',
    nested(65),
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
  ])
    refused(await send(body), 400, 'body');
  assert.deepEqual(await fixture.messages(), []);
  status(await send(nested(64)), 200);
  status(await send(JSON.stringify(message('['.repeat(1000)))), 200);
  status(await send('{"message":{"text":"x"},"constructor":{"prototype":{}}}'), 200);
});

test('[HTTP-9] an empty body counts as none, whatever its type', async (t) => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const fixture = await t.binder();
    const options = { body: '', headers: { 'content-type': type } };
    done(await t.owner.send('DELETE', fixture.path, options));
  }
  const { path } = await t.binder();
  refused(await t.owner.send('POST', `${path}/messages`, { body: '', headers: JSON_TYPE }), 400);
  const empty = { body: '', headers: JSON_TYPE };
  status(await t.nobody.send('POST', '/oauth/revoke?access_token=unknown', empty), 200);
});

test('[HTTP-10] what is wrong with a field is 400 and named', async (t) => {
  const fixture = await t.binder();
  const cases: [unknown, string][] = [
    [{}, 'message'],
    [{ message: 'x' }, 'message'],
    [{ message: {} }, 'message.text'],
    [message(null), 'message.text'],
    [message(7), 'message.text'],
    [message(true), 'message.text'],
    [message({ a: 1 }), 'message.text'],
    [message(['x']), 'message.text'],
    [message(''), 'message.text'],
    [message('x'.repeat(65_537)), 'message.text'],
  ];
  for (const [json, field] of cases)
    refused(await t.owner.post(`${fixture.path}/messages`, json), 400, field);
  const user = { id: t.sameOrg.id };
  const users = [{ user }, { user, type: 'BOARD_KING' }];
  refused(await t.owner.post(`${fixture.path}/inviteuser`, { users }), 400, 'users[1].type');
  refused(await t.owner.post(fixture.path, { name: 'x'.repeat(256) }), 400, 'name');
  refused(await t.owner.get(`${fixture.path}/messages?before=0`), 400, 'before');
  for (const json of [null, [], 'x', 7])
    refused(await t.owner.post(`${fixture.path}/messages`, json), 400, '');
  assert.deepEqual(await fixture.messages(), []);
});

test('[HTTP-11] unknown fields and query parameters are ignored', async (t) => {
  const fixture = await t.binder();
  const json = { message: { text: 'x', colour: 'red', constructor: 1 }, later: { deep: [1, null] } };
  status(await t.owner.post(`${fixture.path}/messages?colour=red`, json), 200);
  const query = 'colour=red&colour=blue&__proto__=1&%00=%00&limit[]=2&a%5Bb%5D=c&%';
  status(await t.owner.get(`${fixture.path}/messages?${query}`), 200);
});

test('[HTTP-27] what was ignored is named, nested fields and parameters too', async (t) => {
  const fixture = await t.binder();
  const json = { message: { text: 'x', txt: 'y' }, later: 1 };
  const answer = await t.owner.post(`${fixture.path}/messages?colour=red`, json);
  status(answer, 200);
  const names = (answer.headers.get('ringbinder-ignored') ?? '').split(', ').sort();
  assert.deepEqual(names, ['?colour', 'later', 'message.txt']);
  const exact = await t.owner.post(`${fixture.path}/messages`, message('x'));
  assert.equal(exact.headers.get('ringbinder-ignored'), null);
  const misspelt = await t.owner.post(`${fixture.path}/messages`, { message: { txt: 'x' } });
  refused(misspelt, 400, 'message.text');
  assert.equal(misspelt.headers.get('ringbinder-ignored'), 'message.txt');
});

test('[HTTP-28] `Prefer: handling=strict` makes ignored fields a 400', async (t) => {
  const fixture = await t.binder();
  const prefer = { prefer: 'respond-async, handling="strict"; foo' };
  const unknown = { message: { text: 'x', txt: 'y' }, button: [] };
  const post = (json: object, headers = prefer) => t.owner.post(`${fixture.path}/messages`, json, headers);
  for (const field of ['message.txt', 'button']) refused(await post(unknown), 400, field);
  refused(await t.owner.get(`${fixture.path}/messages?limt=1`, prefer), 400, '?limt');
  assert.deepEqual(await fixture.messages(), []);
  const accepted = await post(message('x'));
  status(accepted, 200);
  assert.equal(accepted.headers.get('preference-applied'), 'handling=strict');
  for (const other of ['handling=lenient', 'wait=5', 'nohandling=strict', 'handling=strictly'])
    status(await post(unknown, { prefer: other }), 200);
});

test('[HTTP-29] text that cannot be stored is 400 and named', async (t) => {
  const fixture = await t.binder();
  refused(await t.owner.get(`${fixture.path}/messages?cursor=%00`), 400, 'cursor');
  const post = (text: string) => t.owner.post(`${fixture.path}/messages`, message(text));
  for (const bad of ['a\u0000b', '\ud800', '\udc00 low', 'high \ud83d'])
    refused(await post(bad), 400, 'message.text');
  status(await post('👋\u{10ffff}\u0001\u2028'), 200);
  for (const bad of ['\u0000', '\ud800']) {
    const body = JSON.stringify({ message: { text: 'x' }, later: [bad] });
    const answer = await t.owner.send('POST', `${fixture.path}/messages`, { body, headers: JSON_TYPE });
    refused(answer, 400, 'later[0]');
  }
});

test('[HTTP-30] a whole number that JSON does not keep exactly is 400 and named', async (t) => {
  const fixture = await t.binder();
  for (const big of ['9007199254740992', '9223372036854775808', '-9223372036854775809'])
    refused(await t.owner.get(`${fixture.path}/feed?after=${big}`), 400, 'after');
});

test('[HTTP-32] a slash at the end does not hide a missing id', async (t) => {
  const fixture = await t.binder();
  refused(await t.owner.get(`${fixture.path}/transactions/`), 400, 'transaction_id');
  refused(await t.owner.get(`${fixture.path}/messages/`), 400, 'message_id');
  for (const path of ['/me/', `${fixture.path}/`, `${fixture.path}/feed/?limit=1`])
    status(await t.owner.get(path), 200);
});

test('[HTTP-33] a boundary that is too long is 400 and names Content-Type', async (t) => {
  const fixture = await t.binder();
  const boundary = 'b'.repeat(300);
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  refused(await t.owner.send('POST', `${fixture.path}/pageupload`, { body, headers }), 400, 'Content-Type');
});

test('[HTTP-34] a name that nobody can see, or that turns the writing, is 400', async (t) => {
  const fixture = await t.binder();
  const { path } = fixture;
  const { id } = await fixture.note();
  const note = { type: 'note', text: 'x' };
  const times = { starts: '2037-01-01T10:00:00Z', ends: '2037-01-01T11:00:00Z' };
  const calls: [path: string, field: string, more?: object][] = [
    ['/me/binders', 'name'],
    [path, 'name'],
    ['/me', 'first_name'],
    ['/me', 'last_name'],
    ['/me/categories', 'name'],
    [`${path}/todos`, 'name'],
    [`${path}/transactions`, 'title', { content: '', steps: [stepFor(t.owner)] }],
    [`${path}/pages`, 'name', note],
    [`${path}/pages/${id}`, 'name'],
    ['/meets/schedule', 'name', times],
  ];
  for (const [where, field, more] of calls)
    for (const name of ['\u200b \u2060', ' ', '\u3164', 'Report \u202efdp.exe', '\u2067x'])
      refused(await t.owner.post(where, { ...more, [field]: name }), 400, field);
  for (const name of ['👩‍👩‍👧', 'محمد\u200f', ' a ', '王']) done(await t.owner.post(path, { name }));
});

test('[HTTP-12] `me` in place of a user id is the calling user', async (t) => {
  const person = await t.people.newcomer();
  await t.binder(person);
  assert.equal(data<Profile>(await person.get('/me')).id, person.id);
  const list = async (who: string) =>
    data<Listing<'binders', Record<string, unknown>>>(await person.get(`/${who}/binders`));
  assert.deepEqual(await list('me'), await list(person.id));
});

test('[HTTP-13] timestamps are milliseconds, and those of now', async (t) => {
  const before = Date.now();
  const { created_time } = data<Binder>(await t.owner.get((await t.binder()).path));
  assert.ok(Math.abs(created_time - before) < 300_000, 'a time within 5 minutes of this machine’s');
});

test('[HTTP-14] [HTTP-15] binder, user, org and file ids are a letter and 22 base62 characters, others numbers', async (t) => {
  const fixture = await t.binder();
  assert.match(fixture.id, /^B[0-9A-Za-z]{22}$/);
  assert.match(t.owner.id, /^U[0-9A-Za-z]{22}$/);
  assert.match(t.owner.orgId, /^O[0-9A-Za-z]{22}$/);
  assert.match(await fixture.upload('text', 'a.txt'), /^F[0-9A-Za-z]{22}$/);
  assert.equal(typeof (await fixture.postText('x')), 'number');
  assert.equal(typeof (await fixture.note()).id, 'number');
});

test('[HTTP-16] numeric ids are unique in the binder, whatever they are of', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note();
  const workflow = await fixture.workflow([stepFor(t.viewer), stepFor(t.viewer)]);
  const commented = await t.owner.post(`${fixture.path}/pages/${note.id}/comments`, { text: 'x' });
  const comment = data<{ comment_id: number }>(commented).comment_id;
  const ids = [
    await fixture.postText('x'),
    note.id,
    workflow.id,
    ...workflow.steps,
    comment,
    await fixture.todo('x'),
  ];
  assert.deepEqual([...new Set(ids)], ids);
});

test('[HTTP-18] an id of the wrong shape is 400 and named', async (t) => {
  const fixture = await t.binder();
  const { path } = fixture;
  const cases: [string, string][] = [
    ['/B1/messages', 'binder_id'],
    [`${path}x/messages`, 'binder_id'],
    [`/${t.owner.orgId}/messages`, 'binder_id'],
    [`/${t.owner.id}/messages`, 'binder_id'],
    ['/xyz/pages', 'binder_id'],
    ['/x/binders', 'user_id'],
    [`${path}/binders`, 'user_id'],
    ['/Ushort', 'user_id'],
    [`/U${'a'.repeat(23)}`, 'user_id'],
    ['/U%00', 'user_id'],
    [`${path}/transactions/x`, 'transaction_id'],
    [`${path}/transactions/0`, 'transaction_id'],
    [`${path}/transactions/-1`, 'transaction_id'],
    [`${path}/pages/x/comments`, 'page_id'],
    [`${path}/files/F1`, 'file_id'],
    [`${path}/files/${fixture.id}`, 'file_id'],
    [`${path}/pages?file_id=nope`, 'file_id'],
    ...['0', '-1', '1.5', 'abc', '0x10', '1e2', '%201', '007', '9007199254740993', '%F0%9F%98%80', 'NaN'].map(
      (id): [string, string] => [`${path}/pagedownload/${id}`, 'page_id'],
    ),
  ];
  for (const [path, field] of cases) refused(await t.owner.get(path), 400, field);
});

test('[HTTP-19] a well-formed id of nothing is 404', async (t) => {
  const fixture = await t.binder();
  const nothing = '9007199254740991';
  for (const path of ['', '/messages', '/pages', '/transactions', '/feed', '/todos'])
    refused(await t.owner.get(`${NO_BINDER}${path}`), 404);
  for (const path of [
    `transactions/${nothing}`,
    `pagedownload/${nothing}`,
    `pages/${nothing}/comments`,
    `files/F${'0'.repeat(22)}`,
  ])
    refused(await t.owner.get(`${fixture.path}/${path}`), 404);
});

test('[HTTP-19] [HTTP-20] the id of a thing of another binder is 404', async (t) => {
  const [here, there] = [await t.binder(), await t.binder()];
  const [note, workflow] = [await there.note(), await there.workflow([stepFor(t.viewer)])];
  refused(await t.owner.get(`${here.path}/pagedownload/${note.id}`), 404);
  refused(await t.owner.get(`${here.path}/transactions/${workflow.id}`), 404);
  refused(await t.owner.get(`${here.path}/files/${note.file_id}`), 404);
});

test('[HTTP-20] a binder in which the caller is no member is 403', async (t) => {
  const fixture = await t.binder();
  for (const person of [t.sameOrg, t.outsider]) {
    refused(await person.get(fixture.path), 403);
    refused(await person.post(`${fixture.path}/messages`, message('x')), 403);
  }
});

test('[HTTP-21] every call on a deleted thing is 404', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note();
  done(await t.owner.delete(`${fixture.path}/pages/${note.id}`));
  refused(await t.owner.delete(`${fixture.path}/pages/${note.id}`), 404);
  refused(await t.owner.get(`${fixture.path}/pagedownload/${note.id}`), 404);
  refused(await t.owner.post(`${fixture.path}/pages/${note.id}/comments`, { text: 'x' }), 404);
  done(await t.owner.delete(fixture.path));
  for (const person of [t.owner, t.outsider]) {
    for (const path of ['', '/messages', '/pages', '/files', '/feed', '/transactions', '/todos'])
      refused(await person.get(`${fixture.path}${path}`), 404);
    refused(await person.delete(fixture.path), 404);
    refused(await person.post(`${fixture.path}/messages`, message('x')), 404);
  }
});

test('[HTTP-26] any origin may call, without credentials, and preflights are answered', async (t) => {
  const origin = { origin: 'https://app.example' };
  const open = (answer: Answer) => {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  };
  const listOfHeader = (answer: Answer, header: string) =>
    (answer.headers.get(header) ?? '').toLowerCase().split(/, */);
  const form = { access_token: 'unknown' };
  for (const answer of [
    await t.owner.get('/me', origin),
    await t.nobody.get('/me', origin),
    await t.owner.get('/nothing', origin),
    await t.owner.send('POST', '/me/binders', { body: '{', headers: { ...origin, ...JSON_TYPE } }),
    await t.nobody.send('POST', '/oauth/token', { form: { grant_type: 'x' }, headers: origin }),
    await t.nobody.send('POST', '/oauth/revoke', { form, headers: origin }),
  ]) {
    open(answer);
    const exposed = listOfHeader(answer, 'access-control-expose-headers');
    for (const name of [
      'x-request-id',
      'retry-after',
      'ratelimit-remaining',
      'idempotent-replayed',
      'ringbinder-ignored',
    ])
      assert.ok(exposed.includes(name), `${name} among the exposed headers`);
  }
  for (const path of ['/me', '/oauth/token', '/oauth/revoke', `${NO_BINDER}/messages`, '/nothing']) {
    const preflight = await t.nobody.send('OPTIONS', path, {
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    });
    status(preflight, 204);
    open(preflight);
    const allowed = listOfHeader(preflight, 'access-control-allow-headers');
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'prefer', 'range'])
      assert.ok(allowed.includes(name), `${name} among the allowed headers`);
    const methods = listOfHeader(preflight, 'access-control-allow-methods');
    for (const method of ['get', 'post', 'delete']) assert.ok(methods.includes(method), `${method} allowed`);
  }
});
