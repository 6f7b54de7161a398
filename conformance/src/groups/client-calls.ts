import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, rows, status } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { makePng } from '../fixtures/png.ts';
import { operatorOf } from '../operator.ts';
import type {
  Activity,
  Binder,
  CreatedBinder,
  CreatedPage,
  OrgBinder,
  Person,
  Profile,
  StoredFile,
  UploadedFile,
  User,
  UserReference,
} from '../types.ts';

const test = checks('client-calls');

test('[QUOTA-4] a file is deleted with its pages, by who may write', async (t) => {
  const fixture = await t.binder();
  const fileId = await fixture.upload(makePdf({ pages: 2 }), 'two.pdf');
  assert.equal((await fixture.pages()).length, 2);
  const path = `${fixture.path}/files/${fileId}`;
  refused(await t.viewer.delete(path), 403);
  done(await t.editor.delete(path));
  assert.deepEqual(await fixture.pages(), []);
  refused(await t.editor.delete(path), 404);
  refused(await t.viewer.get(path), 404);
});

test('[FILE-28] a file is uploaded and kept without pages', async (t) => {
  const fixture = await t.binder();
  const pdf = makePdf({ pages: 2 });
  const { file_id } = data<UploadedFile>(await t.editor.upload(`${fixture.path}/files`, pdf, 'two.pdf'));
  const files = listed<StoredFile>(await t.viewer.get(`${fixture.path}/files`));
  assert.deepEqual(rows(files, 'id', 'name', 'total_pages'), [[file_id, 'two.pdf', 0]]);
  assert.deepEqual(await fixture.pages(), []);
  assert.deepEqual((await t.viewer.get(`${fixture.path}/files/${file_id}`)).bytes, pdf);
  refused(await t.editor.upload(`${fixture.path}/files`, '', 'empty.txt'), 400, 'file');
  refused(await t.viewer.upload(`${fixture.path}/files`, 'x', 'a.txt'), 403);
});

test('[PAGE-37] pageweblink makes a page that leads to an address', async (t) => {
  const fixture = await t.binder();
  const link = (url: string) => t.editor.post(`${fixture.path}/pageweblink`, { url });
  const { page_id } = data<CreatedPage>(await link('https://example.com/a'));
  const [page] = await fixture.pages();
  assert.deepEqual([page?.id, page?.type, page?.url], [page_id, 'PAGE_TYPE_URL', 'https://example.com/a']);
  refused(await link('javascript:alert(1)'), 400, 'url');
});

test('[USER-4] contacts are the people of the org and of the binders, by name', async (t) => {
  await t.binder();
  const contacts = listed<User>(await t.owner.get('/me/contacts?limit=1000'));
  const ids = new Set(contacts.map(({ id }) => id));
  assert.ok(!ids.has(t.owner.id), 'not the caller');
  assert.ok(!contacts.some(({ is_bot }) => is_bot), 'no bots');
  assert.equal(ids.size, contacts.length);
  refused(await t.owner.get(`/${t.editor.id}/contacts`), 403);
});

test('[USER-6] [USER-7] [USER-8] people show title, working hours and a status to whom they share a binder with', async (t) => {
  await t.binder();
  const working_hours = { days: [1, 5], from: '09:00', to: '17:30' };
  const status = { text: 'On a train', emoji: '🚆', availability: 'away' };
  const change = (json: object) => t.owner.post('/me', json);
  done(await change({ title: 'Head of claims', working_hours, status }));
  const read = async () => data<Person>(await t.editor.get(`/users/${t.owner.id}`));
  const person = await read();
  assert.deepEqual(
    [person.title, person.working_hours, person.status],
    ['Head of claims', working_hours, status],
  );
  refused(await change({ working_hours: { ...working_hours, to: '9' } }), 400, 'working_hours.to');
  refused(await change({ status: { text: 'x', until_time: 1 } }), 400, 'status.until_time');
  for (const timezone of ['Asia/Tokyo', '']) {
    done(await change({ timezone }));
    done(await change({ default_timezone: 'Europe/Berlin' }));
    assert.equal((await read()).timezone, timezone || 'Europe/Berlin');
  }
  done(await change({ timezone: '' }));
  done(await change({ title: '', working_hours: { ...working_hours, days: [] }, status: {} }));
  const cleared = await read();
  assert.deepEqual([cleared.title, cleared.working_hours, cleared.status], ['', undefined, undefined]);
  refused(await t.editor.get(`/users/U${'0'.repeat(22)}`), 404);
});

test('[LOG-10] [LOG-11] conversations are the log as activities, the newest first', async (t) => {
  const fixture = await t.binder();
  const { path } = fixture;
  const target = { id: fixture.id, object_type: 'binder' };
  const message = await fixture.postText('Hello');
  status(await t.owner.post(`${path}/messages/${message}`, { message: { text: 'Hello all' } }), 200);
  const link = { url: 'https://example.com/' };
  const { page_id } = data<CreatedPage>(await t.editor.post(`${path}/pageweblink`, link));
  const page = { id: String(page_id), object_type: 'page' };
  const commented = await t.owner.post(`${path}/pages/${page_id}/comments`, { text: 'Look' });
  const drawing = { client_uuid: 'stroke-1', svg_tag: '<path d="M0 0 L10 10"/>' };
  done(await t.owner.post(`${path}/pages/${page_id}/annotations`, drawing));
  const todo = await fixture.todo('Do it');
  done(await t.owner.delete(`${path}/messages/${message}`));
  done(await t.owner.post(`${path}/removeuser`, { id: t.viewer.id }));
  const feeds = listed<Activity>(await t.owner.get(`${path}/conversations`));
  const comment = { id: String(message), object_type: 'comment' };
  const onPage = { id: String(data<{ comment_id: number }>(commented).comment_id), object_type: 'comment' };
  assert.deepEqual(rows(feeds, 'verb', 'object', 'target').slice(0, 8), [
    ['delete', { id: t.viewer.id, object_type: 'user', name: t.viewer.name }, target],
    ['delete', comment, target],
    ['create', { id: String(todo), object_type: 'todo', name: 'Do it' }, target],
    ['tag', { id: 'stroke-1', object_type: 'annotation' }, page],
    ['post', { ...onPage, content: 'Look' }, page],
    ['create', page, target],
    ['update', { ...comment, content: 'Hello all' }, target],
    ['post', { ...comment, content: 'Hello' }, target],
  ]);
  assert.deepEqual(feeds[5]?.actor.id, t.editor.id);
  assert.deepEqual(feeds[6]?.actor, { id: t.owner.id, name: t.owner.name });
  const entries = (await fixture.entries()).map(({ seq, at }) => [String(seq), new Date(at).toISOString()]);
  assert.deepEqual(rows(feeds, 'id', 'published').reverse(), entries);
  const until = Date.parse(feeds.at(-1)?.published ?? '');
  const list = async (query: string) => listed<Activity>(await t.owner.get(`${path}/conversations?${query}`));
  assert.deepEqual((await list(`until=${until}`)).at(-1), feeds.at(-1));
  assert.deepEqual(await list('count=1'), feeds.slice(0, 1));
  assert.deepEqual(
    await list('object_type=user'),
    feeds.filter(({ object }) => object.object_type === 'user'),
  );
  for (const [name, value] of [
    ['timestamp', '-1'],
    ['timestamp', '2026-01-01T00:00:00Z'],
    ['timestamp', '99999999999999999999'],
    ['until', 'now'],
    ['count', '0'],
    ['count', '1001'],
    ['object_type', 'page'],
  ] as const)
    refused(await t.owner.get(`${path}/conversations?${name}=${value}`), 400, name);
  refused(await t.outsider.get(`${fixture.path}/conversations`), 403);
});

test('[ORG-27] admins list the binders of their org, and nobody else', async (t) => {
  const { admin, orgId } = await operatorOf(t);
  const someone = await t.people.newcomer(orgId);
  const { id } = data<CreatedBinder>(await someone.post('/me/binders', { name: 'Theirs' }));
  for (const path of [
    `/orgs/${orgId}/binders`,
    `/${orgId}/binders`,
    `/orgs/${orgId}/users/${someone.id}/binders`,
  ])
    assert.deepEqual(
      listed<{ binder: OrgBinder }>(await admin.get(path)).map(({ binder }) => [binder.id, binder.owner.id]),
      [[id, someone.id]],
    );
  refused(await someone.get(`/orgs/${orgId}/binders`), 403);
  refused(await admin.get(`/orgs/${orgId}/users/U${'0'.repeat(22)}/binders`), 404);
  await someone.delete(`/${id}`);
});

test('[MEMBER-13] [MEMBER-14] an unknown address or unique id is invited, listed, and taken back', async (t) => {
  const fixture = await t.binder();
  const stamp = randomBytes(6).toString('hex');
  const [email, unique_id] = [`Nobody-${stamp}@conformance.example`, `nobody-${stamp}`];
  const { orgId: org_id } = t.owner;
  const seq = await fixture.seq();
  const users = [
    { user: { email }, type: 'BOARD_READ_ONLY' },
    { user: { unique_id, org_id } },
    { user: { id: t.sameOrg.id } },
  ];
  done(await t.editor.post(`${fixture.path}/inviteuser`, { users }));
  const invited = async () =>
    data<Binder>(await t.viewer.get(fixture.path)).users.filter(({ status }) => status === 'BOARD_INVITED');
  const bare = { id: '', first_name: '', last_name: '', org_id, picture_uri: '', is_bot: false };
  const list = (await invited()).map(({ created_time, updated_time, ...rest }) => {
    assert.equal(updated_time, created_time);
    return rest;
  });
  assert.deepEqual(
    new Map(list.map((each) => [each.user.name, each])),
    new Map<string, object>([
      [
        email,
        {
          type: 'BOARD_READ_ONLY',
          status: 'BOARD_INVITED',
          user: { ...bare, name: email, email, unique_id: null },
        },
      ],
      [
        unique_id,
        {
          type: 'BOARD_READ_WRITE',
          status: 'BOARD_INVITED',
          user: { ...bare, name: unique_id, email: null, unique_id },
        },
      ],
    ]),
  );
  const entries = await fixture.entries(seq);
  assert.deepEqual(pluck(entries, 'kind'), ['member_added', 'member_invited', 'member_invited']);
  const { expires_time, ...body } = entries[1]?.body ?? {};
  assert.deepEqual(body, { email, org_id, type: 'BOARD_READ_ONLY' });
  assert.ok(Math.abs(Number(expires_time) - Date.now() - 30 * 86_400_000) < 300_000, 'an end in 30 days');
  refused(await t.viewer.post(`${fixture.path}/removeuser`, { email }), 403);
  const remove = (user: object) => t.owner.post(`${fixture.path}/removeuser`, user);
  refused(await remove({ unique_id }), 404, 'unique_id');
  const once = await Promise.all([remove({ email: email.toUpperCase() }), remove({ email })]);
  assert.deepEqual(once.map((answer) => answer.status).sort(), [200, 404]);
  done(await remove({ unique_id, org_id }));
  assert.deepEqual(await invited(), []);
  refused(await remove({ email }), 404, 'email');
  assert.deepEqual(rows((await fixture.entries()).slice(-2), 'kind', 'actor', 'body'), [
    ['invitation_ended', { id: t.owner.id, name: t.owner.name }, { email, org_id }],
    ['invitation_ended', { id: t.owner.id, name: t.owner.name }, { unique_id, org_id }],
  ]);
  const mistyped = { users: [{ user: { unique_id } }] };
  refused(await t.editor.post(`${fixture.path}/inviteuser`, mistyped), 404, 'users[0].user');
});

test('[MEMBER-15] [MEMBER-18] a unique id that was invited is a member at its first sign-in, in that org alone', async (t) => {
  const fixture = await t.binder();
  const unique_id = `invited-${randomBytes(6).toString('hex')}`;
  const user = { unique_id, org_id: t.owner.orgId };
  const email = `${unique_id}@conformance.example`;
  const users = [{ user, type: 'BOARD_READ_ONLY' }, { user: { email } }];
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users }));
  const strangers = [[unique_id, t.outsider.orgId], [email], [unique_id.toUpperCase()]] as const;
  for (const [other, orgId] of strangers)
    refused(await (await t.people.reuse(other, orgId)).get(fixture.path), 403);
  const seq = await fixture.seq();
  const person = await t.people.reuse(unique_id, t.owner.orgId);
  const { users: members } = data<Binder>(await person.get(fixture.path));
  const own = members.find((each) => each.user.id === person.id);
  assert.deepEqual([own?.type, own?.status], ['BOARD_READ_ONLY', 'BOARD_MEMBER']);
  assert.deepEqual(pluck(members, 'status').filter((status) => status === 'BOARD_INVITED').length, 1);
  const { id, name } = person;
  await t.people.freshToken(person);
  const entries = await fixture.entries(seq);
  assert.deepEqual(rows(entries.slice(0, -1), 'kind', 'actor', 'body'), [
    ['invitation_ended', { id, name }, user],
    ['member_added', { id, name }, { user_id: id, name, type: 'BOARD_READ_ONLY', invited_by: t.owner.id }],
  ]);
  const { text, is_feed } = entries.at(-1)?.body ?? {};
  assert.deepEqual([text, is_feed], [`${name} joined the binder`, true]);
});

test('[BINDER-16] a binder has a cover in place of its first page', async (t) => {
  const fixture = await t.binder();
  const upload = (bytes: Buffer | string) =>
    t.editor.upload(`${fixture.path}/coverupload`, bytes, 'cover.png');
  const { thumbnail_uri } = data<{ thumbnail_uri: string }>(await upload(makePng(60, 40)));
  const read = data<{ thumbnail_uri: string }>(await t.viewer.get(fixture.path));
  assert.deepEqual(read.thumbnail_uri, thumbnail_uri);
  const visibleImage = await t.nobody.get(new URL(thumbnail_uri, t.connection.base).href);
  assert.deepEqual([visibleImage.status, visibleImage.headers.get('content-type')], [200, 'image/webp']);
  const png = makePng(300, 200);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  for (const wrong of ['', 'no picture', svg, makePdf(), png.subarray(0, png.length * 0.6)])
    refused(await upload(wrong), 400, 'file');
  refused(await upload(Buffer.alloc(10 * 1024 ** 2 + 1)), 413, 'file');
  const nothing = { body: new FormData() };
  refused(await t.editor.send('POST', `${fixture.path}/coverupload`, nothing), 400, 'file');
  assert.equal(
    data<{ thumbnail_uri: string }>(await t.viewer.get(fixture.path)).thumbnail_uri,
    thumbnail_uri,
  );
  refused(await t.viewer.upload(`${fixture.path}/coverupload`, makePng(6, 4), 'a.png'), 403);
  done(await t.editor.delete(`${fixture.path}/coverupload`));
  assert.equal(data<{ thumbnail_uri: string }>(await t.viewer.get(fixture.path)).thumbnail_uri, '');
});

test('[USER-5] a person has a picture', async (t) => {
  const person = await t.people.newcomer();
  const { picture_uri } = data<Profile>(await person.upload('/me/picture', makePng(60, 40), 'me.png'));
  assert.deepEqual(data<Profile>(await person.get('/me')).picture_uri, picture_uri);
  assert.equal((await t.nobody.get(picture_uri)).status, 200);
  refused(await person.upload('/me/picture', 'no picture', 'me.png'), 400, 'file');
  done(await person.delete('/me/picture'));
  assert.equal((await t.nobody.get(picture_uri)).status, 404);
});

test('[BINDER-17] [BINDER-18] a link shows the pages of a binder until it is revoked', async (t) => {
  const fixture = await t.binder();
  await fixture.note();
  const createdLink = await t.editor.post(`${fixture.path}/viewonlylink`, { expires_in: 600 });
  const link = data<{ id: string; url: string; created_time: number; expires_time: number }>(createdLink);
  assert.equal(link.expires_time - link.created_time, 600_000);
  const url = new URL(link.url);
  const open = () =>
    t.nobody.send('POST', `${url.origin}${url.pathname}`, { form: { token: url.hash.slice(1) } });
  const visiblePage = await open();
  assert.equal(visiblePage.status, 200);
  assert.match(visiblePage.bytes.toString(), /<img src="[^"]*\/board\//);
  type Links = { links: { id: string; user: UserReference }[] };
  assert.deepEqual(pluck(data<Links>(await t.editor.get(`${fixture.path}/viewonlylink`)).links, 'id'), [
    link.id,
  ]);
  refused(await t.viewer.get(`${fixture.path}/viewonlylink`), 403);
  refused(await t.editor.post(`${fixture.path}/viewonlylink`, { expires_in: 1 }), 400, 'expires_in');
  done(await t.editor.delete(`${fixture.path}/viewonlylink/${link.id}`));
  assert.equal((await open()).status, 404);
});
