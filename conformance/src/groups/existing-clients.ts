import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { data, done, listed, pluck, refused, status } from '../expect.ts';
import { makeWav } from '../fixtures/media.ts';
import { granted, refusedGrant } from '../grant.ts';
import { botOf, operatorOf, tokenQuery } from '../operator.ts';
import { callerWith } from '../people.ts';
import type { Binder, BinderSummary, Profile } from '../types.ts';

const test = checks('existing clients');

type Posted = { binder_comment_id: number };
type Message = {
  id: number;
  text: string;
  html?: string;
  fields?: object;
  reply_to?: object;
  buttons?: { type: 'account_link' | 'postback'; text: string }[];
};

test('[COMPAT-1] the grant type of the unique identifier has any host', async (t) => {
  for (const grant_type of [
    'https://www.service.com/auth_uniqueid',
    'http://www.conformance.example/auth_uniqueid',
    'https://API.conformance.example:8443/auth_uniqueid',
    'http://localhost/auth_uniqueid',
  ])
    granted(await t.people.grant({ grant_type }));
  for (const grant_type of [
    'ftp://www.service.com/auth_uniqueid',
    'http:///auth_uniqueid',
    'http://a/b/auth_uniqueid',
    'http://a.example/auth_uniqueid2',
    'http://a.example/auth_uniqueid?x',
    'http://me@a.example/auth_uniqueid',
    `http://${'a'.repeat(300)}/auth_uniqueid`,
    'auth_uniqueid',
  ])
    refusedGrant(await t.people.grant({ grant_type }), 'unsupported_grant_type', 'grant_type');
});

test('[COMPAT-2] [UID-5] the timestamp may have a fraction, within the same 5 minutes', async (t) => {
  const now = Date.now();
  for (const fraction of ['.25', '.123456789', '.0'])
    granted(await t.people.grant({ timestamp: `${now}${fraction}` }));
  const wrong = ['.', '.1234567890', ',5', '.5e3'].map((end) => `${now}${end}`);
  for (const timestamp of [...wrong, `${now - 400_000}.5`, `${now / 1000}`])
    refusedGrant(await t.people.grant({ timestamp }), 'invalid_request', 'timestamp');
  status(await t.nobody.get(tokenQuery(await botOf(t), { timestamp: `${now}.25` })), 400);
});

test('[COMPAT-3] [COMPAT-4] a token is asked for and revoked by JSON, and not by GET', async (t) => {
  const fields = t.people.grantFields;
  const post = (json: object) => t.nobody.post('/oauth/token', json);
  const send = (body: string | Buffer) =>
    t.nobody.send('POST', '/oauth/token', { body, headers: { 'content-type': 'application/json' } });
  const personOf = async (answer: Answer) =>
    data<Profile>(await callerWith(t.connection, granted(answer).access_token).get('/me'));
  const { access_token } = granted(await post({ ...fields(), timestamp: Date.now(), org_unit: null }));
  done(await t.nobody.post('/oauth/revoke', { access_token }));
  refused(await callerWith(t.connection, access_token).get('/me'), 401);
  const uniqueid = 'conformance a&b=c+d %41 Ünï 👋';
  assert.equal((await personOf(await post(fields({ uniqueid })))).unique_id, uniqueid);
  const people = new Set<string>();
  for (const digits of ['9007199254740992', '9007199254740993', '12345678901234567890', '1.50', '1.5']) {
    const body = JSON.stringify(fields({ uniqueid: '#' })).replace('"#"', digits);
    const { id, unique_id } = await personOf(await send(body));
    assert.equal(unique_id, digits);
    people.add(id);
  }
  assert.equal(people.size, 5);
  refusedGrant(await post({ ...fields(), client_secret: 'wrong' }), 'invalid_client', 'client_secret');
  refusedGrant(await post({ ...fields(), client_secret: undefined }), 'invalid_request', 'client_secret');
  for (const value of [{}, [], ['x'], true, { $ne: '' }, 'a\u0000b', '\ud800'])
    refusedGrant(await post({ ...fields(), uniqueid: value }), 'invalid_request', 'uniqueid');
  for (const body of ['[]', '"x"', '1', 'null', '{', 'grant_type=x', Buffer.from([0x7b, 0xff, 0x7d])])
    refusedGrant(await send(body), 'invalid_request', 'body');
  const text = JSON.stringify(fields({ uniqueid: '":", "x": "' }));
  granted(await send(text));
  for (const name of ['uniqueid', '\\u0075niqueid'])
    refusedGrant(await send(text.replace('{', `{"${name}":"other",`)), 'invalid_request');
  const twice = await t.nobody.post('/oauth/token?scope=read', { ...fields(), scope: 'read' });
  refusedGrant(twice, 'invalid_request', 'scope');
  for (const query of [fields(), fields({ client_secret: 'wrong' }), {}])
    refusedGrant(await t.nobody.get(`/oauth/token?${new URLSearchParams(query)}`), 'invalid_request', 'POST');
});

test('[COMPAT-6] slashes behind the base address count as one', async (t) => {
  status(await t.owner.get(`${t.connection.base}/me`), 200);
  const fixture = await t.binder();
  refused(await t.owner.get(`/${fixture.id}//messages`), 400);
});

test('[COMPAT-7] [COMPAT-8] [COMPAT-9] messages as existing bots send them', async (t) => {
  const fixture = await t.binder();
  const first = await fixture.postText('first');
  const postBody = async (body: object) => {
    const { binder_comment_id: id } = data<Posted>(await t.editor.post(`${fixture.path}/messages`, body));
    return data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  };
  const replyTo = { binder: { comment_id: String(first) } };
  const fields = { title: 'Invoice', total: 7.5, paid: true, note: null, empty: '', html: '<b>{{total}}[b]' };
  const reply = await postBody({ message: { fields }, reply_to: replyTo });
  assert.equal(reply.text, 'title: Invoice\ntotal: 7.5\npaid: true\nhtml: <b>{{total}}[b]');
  assert.deepEqual([reply.fields, reply.html], [fields, undefined]);
  assert.deepEqual(reply.reply_to, { binder: { comment_id: first } });
  for (const [more, text] of [
    [{ text: 'Only this' }, 'Only this'],
    [{ richtext: '[b]That[/b]' }, 'That'],
  ] as const)
    assert.equal((await postBody({ message: { fields, ...more } })).text, text);
  const fields_template = [{ template: '{{title}}!' }];
  assert.equal((await postBody({ message: { fields }, fields_template })).text, 'Invoice!');
  const refuse = async (message: object, field: string, more = {}, expected = 400) =>
    refused(await t.editor.post(`${fixture.path}/messages`, { message, ...more }), expected, field);
  for (const none of [{}, { note: null }, { empty: '' }]) await refuse({ fields: none }, 'message.text');
  await refuse({ fields }, 'message.text', { fields_template: [{ template: '{{unknown}}' }] });
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'.repeat(4_000)]));
  await refuse({ fields: long }, 'message.text');
  const refuseReply = (comment_id: string, expected?: number) =>
    refuse({ text: 'x' }, 'reply_to.binder.comment_id', { reply_to: { binder: { comment_id } } }, expected);
  for (const id of ['', '0', '-1', '01', '1.0', '1e3', '0x1', ' 1', '１', '9'.repeat(17), '9007199254740993'])
    await refuseReply(id);
  await refuseReply('9007199254740991', 404);
  const { id } = await fixture.note();
  const placed = { text: 'x', is_position_comment: true, x: 1, y: 1 };
  const commented = await t.owner.post(`${fixture.path}/pages/${id}/comments`, placed);
  const { comment_id } = data<{ comment_id: number }>(commented);
  const onPage = { id: String(id), position_comment_id: String(comment_id) };
  const { reply_to } = await postBody({ message: { text: 'x' }, reply_to: { page: onPage } });
  assert.deepEqual(reply_to, { page: { id, position_comment_id: comment_id } });
  const noTransaction = { reply_to: { transaction: { id: '999999' } } };
  await refuse({ text: 'x' }, 'reply_to.transaction.id', noTransaction, 404);
  const form = (parts: Record<string, File>, key: string = randomUUID()) => {
    const body = new FormData();
    for (const [name, file] of Object.entries(parts)) body.append(name, file);
    return t.editor.send('POST', `${fixture.path}/messages`, { body, headers: { 'idempotency-key': key } });
  };
  const audio = new File([new Uint8Array(makeWav())], 'a.wav');
  const key = randomUUID();
  const sound = data(await form({ audio }, key));
  assert.deepEqual(data(await form({ audio }, key)), sound);
  const { file_id } = data<{ file_id: string }>(await form({ file: new File(['a text'], 'a.txt') }));
  const [withFile, withSound] = await fixture.messages('?limit=2');
  assert.deepEqual([withFile?.text, withFile?.file?.id, withSound?.text], ['', file_id, '']);
  assert.match(withSound?.audio ?? '', /\/audio$/);
  refused(await form({ payload: new File(['{"message":{}}'], 'payload'), audio }, key), 409);
  refused(await form({}), 400, 'payload');
});

test('[COMPAT-10] a button without a type is a postback', async (t) => {
  const bot = await botOf(t);
  const fixture = await t.binder();
  await t.owner.post(`${fixture.path}/addorguser`, { users: [{ user: { id: bot.id } }] });
  const post = (...buttons: object[]) =>
    bot.post(`${fixture.path}/messages`, { message: { text: 'x', buttons } });
  const { binder_comment_id: id } = data<Posted>(
    await post({ text: 'Yes' }, { type: 'account_link', text: 'L' }),
  );
  const { buttons } = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  assert.deepEqual(pluck(buttons ?? [], 'type'), ['postback', 'account_link']);
  for (const type of [null, 'url']) refused(await post({ type, text: 'x' }), 400, 'message.buttons[0].type');
});

test('[COMPAT-11] a page template with <image> makes the page of one with <img>', async (t) => {
  const fixture = await t.binder();
  type Made = { page_id: number };
  const pageOf = async (tag: string) => {
    const template = `<p>Above</p>${tag}<p>Below</p>`;
    const templates = [{ template_type: 'page', template }];
    const answer = await t.editor.post(`${fixture.path}/messages`, {
      message: { action: 'page' },
      fields_template: templates,
    });
    const { page_id: id } = data<Made>(answer);
    return data<{ page: string }>(await t.viewer.get(`${fixture.path}/pagedownload/${id}`)).page;
  };
  const page = await pageOf('<img src="https://pictures.example/a.png">');
  assert.ok(page.includes('Below'), 'what follows the picture');
  for (const tag of [
    '<image src="https://pictures.example/a.png">',
    '<image src="https://pictures.example/a.png"/>',
    '<IMAGE SRC="https://pictures.example/a.png"></IMAGE>',
    '<image src="javascript:alert(1)" onerror="alert(1)">',
  ])
    assert.equal(await pageOf(tag), page);
});

test('[COMPAT-13] [COMPAT-14] [COMPAT-15] a list of binders has what existing clients read', async (t) => {
  const person = await t.people.newcomer();
  const fixture = await t.binder(person);
  const id = await fixture.postText(`Latest ${'😀'.repeat(600)}`, person);
  type Entry = { category: number; category_name: string; binder: BinderSummary };
  const listOf = async (query: string) =>
    listed<Entry>(await person.get(`/me/binders?filter=all&sort=feeds${query}`));
  const first = (await listOf('')).find(({ binder: { id } }) => id === fixture.id);
  assert.deepEqual([first?.category, first?.category_name], [0, '']);
  const { users, last_feed, feeds_timestamp, updated_time, binder_email, thumbnail_uri } =
    first?.binder ?? {};
  assert.deepEqual([users?.[0]?.type, users?.[0]?.user.id], ['BOARD_OWNER', person.id]);
  const cut = { id: String(id), object_type: 'comment', content: `Latest ${'😀'.repeat(493)}` };
  assert.deepEqual([last_feed?.verb, last_feed?.actor.id, last_feed?.object], ['post', person.id, cut]);
  assert.deepEqual([feeds_timestamp, binder_email, thumbnail_uri], [updated_time, '', '']);
  await fixture.note();
  const opened = data<Binder>(await person.get(fixture.path));
  assert.deepEqual(opened.users, users);
  const picture = await t.nobody.get(opened.thumbnail_uri);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp']);
  const listedNow = (await listOf('')).find(({ binder }) => binder.id === fixture.id)?.binder;
  assert.deepEqual(
    [listedNow?.thumbnail_uri, listedNow?.last_feed],
    [opened.thumbnail_uri, opened.last_feed],
  );
  assert.equal((await listOf('&emails=nobody@conformance.example')).length, 0);
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@b.example`).join();
  refused(await person.get(`/me/binders?emails=${many}`), 400, 'emails');
});

test('[COMPAT-16] an opened binder has its pages', async (t) => {
  const fixture = await t.binder();
  const { id } = await fixture.note();
  const opened = data<Binder>(await t.viewer.get(fixture.path));
  assert.deepEqual(pluck(opened.pages, 'id'), [id]);
});

test('[COMPAT-17] a bot that wants so gets expires_in as text', async (t) => {
  const bot = await botOf(t);
  const { partnerId } = await operatorOf(t);
  const change = { expires_in_as_text: true };
  status(await bot.admin.post(`/partners/${partnerId}/bots/${bot.clientId}`, change), 200);
  const answer = await t.nobody.get(tokenQuery(bot));
  assert.equal((answer.json as { expires_in: string }).expires_in, '43200');
});

test('[PICTURE-1] [PICTURE-3] [PICTURE-4] [PICTURE-7] pictures of other hosts lead to this server', async (t) => {
  const fixture = await t.binder();
  const htmlOf = async (richtext: string) => {
    const answer = await t.editor.post(`${fixture.path}/messages`, { message: { richtext } });
    const { binder_comment_id: id } = data<Posted>(answer);
    return data<{ richtext: string; html: string }>(await t.viewer.get(`${fixture.path}/messages/${id}`));
  };
  const richtext = '[img]http://127.0.0.1/a.png[/img]';
  const sentHtml = await htmlOf(richtext);
  assert.deepEqual(sentHtml.richtext, richtext);
  const [, link = ''] = /<img src="([^"]+)"/.exec(sentHtml.html) ?? [];
  const address = link.replaceAll('&amp;', '&');
  assert.deepEqual(new URL(address).origin, new URL(t.connection.base).origin);
  status(await t.nobody.get(address), 404);
  status(await t.nobody.get(address.replace(/signature=.*/, 'signature=x')), 403);
  const many = Array.from({ length: 51 }, (_, index) => `[img]https://e.example/${index}[/img]`);
  assert.equal((await htmlOf(many.join(''))).html.match(/<img /g)?.length, 50);
});

test('[COMPAT-12] a refused token is called invalid_token', async (t) => {
  const answer = await t.connection.send({ method: 'GET', path: '/me', token: 'unknown' });
  refused(answer, 401);
  assert.equal((answer.json as { error: string }).error, 'invalid_token');
});
