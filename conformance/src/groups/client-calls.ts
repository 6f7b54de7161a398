import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { checks } from '../check.ts';
import { data, done, pluck, refused, rows } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { makePng } from '../fixtures/png.ts';
import { operatorOf } from '../operator.ts';
import type {
  Activity,
  CreatedBinder,
  CreatedPage,
  Listing,
  OrgBinder,
  Profile,
  StoredFile,
  UploadedFile,
  User,
  UserReference,
} from '../types.ts';

const test = checks('client-calls');

type Entry = {
  type: string;
  status: 'BOARD_MEMBER' | 'BOARD_INVITED';
  user: { id: string; email: string | null };
};

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
  const { files } = data<Listing<'files', StoredFile>>(await t.viewer.get(`${fixture.path}/files`));
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
  const { contacts } = data<Listing<'contacts', User>>(await t.owner.get('/me/contacts?limit=1000'));
  const ids = new Set(contacts.map(({ id }) => id));
  assert.ok(!ids.has(t.owner.id), 'not the caller');
  assert.ok(!contacts.some(({ is_bot }) => is_bot), 'no bots');
  assert.equal(ids.size, contacts.length);
  refused(await t.owner.get(`/${t.editor.id}/contacts`), 403);
});

test('[LOG-10] [LOG-11] conversations are the log as activities, the newest first', async (t) => {
  const fixture = await t.binder();
  const message = await fixture.say('Hello');
  const { feeds } = data<{ feeds: Activity[] }>(await t.viewer.get(`${fixture.path}/conversations`));
  const [newest] = feeds;
  assert.deepEqual(
    [newest?.verb, newest?.actor.id, newest?.object],
    ['post', t.owner.id, { id: String(message), object_type: 'comment', content: 'Hello' }],
  );
  assert.deepEqual(newest?.target, { id: fixture.id, object_type: 'binder' });
  const seqs = feeds.map(({ id }) => Number(id));
  assert.deepEqual(
    seqs,
    seqs.toSorted((a, b) => b - a),
  );
  const until = Date.parse(feeds.at(-1)?.published ?? '');
  const first = data<{ feeds: Activity[] }>(
    await t.viewer.get(`${fixture.path}/conversations?until=${until}`),
  ).feeds.at(-1);
  assert.deepEqual(first, feeds.at(-1));
  const one = data<{ feeds: Activity[] }>(await t.viewer.get(`${fixture.path}/conversations?count=1`));
  assert.deepEqual(one.feeds, [newest]);
  refused(await t.viewer.get(`${fixture.path}/conversations?count=0`), 400, 'count');
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
      data<Listing<'binders', { binder: OrgBinder }>>(await admin.get(path)).binders.map(({ binder }) => [
        binder.id,
        binder.owner.id,
      ]),
      [[id, someone.id]],
    );
  refused(await someone.get(`/orgs/${orgId}/binders`), 403);
  refused(await admin.get(`/orgs/${orgId}/users/U${'0'.repeat(22)}/binders`), 404);
  await someone.delete(`/${id}`);
  await admin.post(`/orgs/${orgId}`, { disabled: true });
});

test('[MEMBER-13] [MEMBER-14] an unknown address is invited, listed, and taken back', async (t) => {
  const fixture = await t.binder();
  const email = `nobody-${Date.now()}@conformance.example`;
  done(await t.editor.post(`${fixture.path}/inviteuser`, { users: [{ user: { email } }] }));
  const invited = async () =>
    data<{ users: Entry[] }>(await t.viewer.get(fixture.path)).users.filter(
      ({ status }) => status === 'BOARD_INVITED',
    );
  assert.deepEqual(
    (await invited()).map(({ user }) => [user.id, user.email]),
    [['', email]],
  );
  refused(await t.viewer.post(`${fixture.path}/removeuser`, { email }), 403);
  done(await t.editor.post(`${fixture.path}/removeuser`, { email }));
  assert.deepEqual(await invited(), []);
  refused(await t.editor.post(`${fixture.path}/removeuser`, { email }), 404);
  assert.deepEqual(pluck((await fixture.entries()).slice(-2), 'kind'), [
    'member_invited',
    'invitation_ended',
  ]);
  const mistyped = { users: [{ user: { unique_id: `nobody-${Date.now()}` } }] };
  refused(await t.editor.post(`${fixture.path}/inviteuser`, mistyped), 404);
});

test('[MEMBER-15] a unique id that was invited is a member at its first sign-in', async (t) => {
  const fixture = await t.binder();
  const unique_id = `invited-${randomBytes(6).toString('hex')}`;
  const user = { unique_id, org_id: t.owner.orgId };
  done(await t.owner.post(`${fixture.path}/inviteuser`, { users: [{ user, type: 'BOARD_READ_ONLY' }] }));
  const person = await t.people.known(unique_id, t.owner.orgId);
  const { users } = data<{ users: Entry[] }>(await person.get(fixture.path));
  const own = users.find((each) => each.user.id === person.id);
  assert.deepEqual([own?.type, own?.status], ['BOARD_READ_ONLY', 'BOARD_MEMBER']);
});

test('[BINDER-16] a binder has a cover in place of its first page', async (t) => {
  const fixture = await t.binder();
  const upload = (bytes: Buffer | string) =>
    t.editor.upload(`${fixture.path}/coverupload`, bytes, 'cover.png');
  const { thumbnail_uri } = data<{ thumbnail_uri: string }>(await upload(makePng(60, 40)));
  const read = data<{ thumbnail_uri: string }>(await t.viewer.get(fixture.path));
  assert.deepEqual(read.thumbnail_uri, thumbnail_uri);
  const shown = await t.nobody.get(new URL(thumbnail_uri, t.connection.base).href);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp']);
  refused(await upload('no picture'), 400, 'file');
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
  const made = await t.editor.post(`${fixture.path}/viewonlylink`, { expires_in: 600 });
  const link = data<{ id: string; url: string; created_time: number; expires_time: number }>(made);
  assert.equal(link.expires_time - link.created_time, 600_000);
  const url = new URL(link.url);
  const open = () =>
    t.nobody.send('POST', `${url.origin}${url.pathname}`, { form: { token: url.hash.slice(1) } });
  const shown = await open();
  assert.equal(shown.status, 200);
  assert.match(shown.bytes.toString(), /<img src="[^"]*\/board\//);
  type Links = { links: { id: string; user: UserReference }[] };
  assert.deepEqual(pluck(data<Links>(await t.editor.get(`${fixture.path}/viewonlylink`)).links, 'id'), [
    link.id,
  ]);
  refused(await t.viewer.get(`${fixture.path}/viewonlylink`), 403);
  refused(await t.editor.post(`${fixture.path}/viewonlylink`, { expires_in: 1 }), 400, 'expires_in');
  done(await t.editor.delete(`${fixture.path}/viewonlylink/${link.id}`));
  assert.equal((await open()).status, 404);
});
