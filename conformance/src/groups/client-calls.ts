import { randomBytes } from 'node:crypto';
import { group } from '../check.ts';
import { data, done, holds, refused, same } from '../expect.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { makePng } from '../fixtures/png.ts';
import { operatorOf } from '../operator.ts';
import {
  binderId,
  createdBinder,
  createdPage,
  file,
  listing,
  reference,
  uploadedFile,
  user,
} from '../resources.ts';
import { count, filledText, flag, list, object, oneOf, orNull, pattern, text, time } from '../shape.ts';

const thing = object({ id: filledText, object_type: filledText });
const activity = object({
  id: pattern('a seq as text', /^[1-9]\d*$/),
  published: pattern('a time in ISO 8601, UTC', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  actor: reference,
  verb: oneOf('post', 'create', 'tag', 'upload', 'update', 'delete'),
  object: thing,
  target: thing,
});
const entry = object({
  type: filledText,
  status: oneOf('BOARD_MEMBER', 'BOARD_INVITED'),
  user: object({ id: text, email: orNull(filledText) }),
});
const orgBinder = object({
  id: binderId,
  name: filledText,
  conversation: flag,
  owner: reference,
  total_members: count,
  total_pages: count,
  created_time: time,
  updated_time: time,
});

/** Calls beside the contract that existing clients make. */
export const clientCalls = group('client-calls', (check) => {
  check('QUOTA-4', 'a file is deleted with its pages, by who may write', async (t) => {
    const fixture = await t.binder();
    const fileId = await fixture.upload(makePdf({ pages: 2 }), 'two.pdf');
    same((await fixture.pages()).length, 2, 'the pages');
    const path = `${fixture.path}/files/${fileId}`;
    refused(await t.viewer.delete(path), 403);
    done(await t.editor.delete(path));
    same(await fixture.pages(), [], 'the pages of the deleted file');
    refused(await t.editor.delete(path), 404);
    refused(await t.viewer.get(path), 404);
  });

  check('FILE-28', 'a file is uploaded and kept without pages', async (t) => {
    const fixture = await t.binder();
    const pdf = makePdf({ pages: 2 });
    const { file_id } = data(await t.editor.upload(`${fixture.path}/files`, pdf, 'two.pdf'), uploadedFile);
    const { files } = data(await t.viewer.get(`${fixture.path}/files`), listing('files', file));
    same(
      files.map(({ id, name, total_pages }) => [id, name, total_pages]),
      [[file_id, 'two.pdf', 0]],
      'the files',
    );
    same(await fixture.pages(), [], 'the pages');
    same((await t.viewer.get(`${fixture.path}/files/${file_id}`)).bytes, pdf, 'the bytes of the file');
    refused(await t.editor.upload(`${fixture.path}/files`, '', 'empty.txt'), 400, 'file');
    refused(await t.viewer.upload(`${fixture.path}/files`, 'x', 'a.txt'), 403);
  });

  check('PAGE-37', 'pageweblink makes a page that leads to an address', async (t) => {
    const fixture = await t.binder();
    const link = (url: string) => t.editor.post(`${fixture.path}/pageweblink`, { url });
    const { page_id } = data(await link('https://example.com/a'), createdPage);
    const [page] = await fixture.pages();
    same([page?.id, page?.type, page?.url], [page_id, 'PAGE_TYPE_URL', 'https://example.com/a'], 'the page');
    refused(await link('javascript:alert(1)'), 400, 'url');
  });

  check('USER-4', 'contacts are the people of the org and of the binders, by name', async (t) => {
    await t.binder();
    const { contacts } = data(await t.owner.get('/me/contacts?limit=1000'), listing('contacts', user));
    const ids = new Set(contacts.map(({ id }) => id));
    holds(!ids.has(t.owner.id), 'not the caller', [...ids]);
    holds(!contacts.some(({ is_bot }) => is_bot), 'no bots', contacts.length);
    same(ids.size, contacts.length, 'each once');
    refused(await t.owner.get(`/${t.editor.id}/contacts`), 403);
  });

  check('LOG-10 LOG-11', 'conversations are the log as activities, the newest first', async (t) => {
    const fixture = await t.binder();
    const message = await fixture.say('Hello');
    const { feeds } = data(
      await t.viewer.get(`${fixture.path}/conversations`),
      object({ feeds: list(activity) }),
    );
    const [newest] = feeds;
    same(
      [newest?.verb, newest?.actor.id, newest?.object],
      ['post', t.owner.id, { id: String(message), object_type: 'comment', content: 'Hello' }],
      'the newest',
    );
    same(newest?.target, { id: fixture.id, object_type: 'binder' }, 'the target');
    const seqs = feeds.map(({ id }) => Number(id));
    same(
      seqs,
      seqs.toSorted((a, b) => b - a),
      'the newest first',
    );
    const until = Date.parse(feeds.at(-1)?.published ?? '');
    const shape = object({ feeds: list(activity) });
    const first = data(await t.viewer.get(`${fixture.path}/conversations?until=${until}`), shape).feeds.at(
      -1,
    );
    same(first, feeds.at(-1), 'the oldest');
    const one = data(await t.viewer.get(`${fixture.path}/conversations?count=1`), shape);
    same(one.feeds, [newest], 'one');
    refused(await t.viewer.get(`${fixture.path}/conversations?count=0`), 400, 'count');
    refused(await t.outsider.get(`${fixture.path}/conversations`), 403);
  });

  check('ORG-27', 'admins list the binders of their org, and nobody else', async (t) => {
    const { admin, orgId } = await operatorOf(t);
    const someone = await t.people.newcomer(orgId);
    const { id } = data(await someone.post('/me/binders', { name: 'Theirs' }), createdBinder);
    const shape = listing('binders', object({ binder: orgBinder }));
    for (const path of [
      `/orgs/${orgId}/binders`,
      `/${orgId}/binders`,
      `/orgs/${orgId}/users/${someone.id}/binders`,
    ])
      same(
        data(await admin.get(path), shape).binders.map(({ binder }) => [binder.id, binder.owner.id]),
        [[id, someone.id]],
        path,
      );
    refused(await someone.get(`/orgs/${orgId}/binders`), 403);
    refused(await admin.get(`/orgs/${orgId}/users/U${'0'.repeat(22)}/binders`), 404);
    await someone.delete(`/${id}`);
    await admin.post(`/orgs/${orgId}`, { disabled: true });
  });

  check('MEMBER-13 MEMBER-14', 'an unknown address is invited, listed, and taken back', async (t) => {
    const fixture = await t.binder();
    const email = `nobody-${Date.now()}@conformance.example`;
    done(await t.editor.post(`${fixture.path}/inviteuser`, { users: [{ user: { email } }] }));
    const invited = async () =>
      data(await t.viewer.get(fixture.path), object({ users: list(entry) })).users.filter(
        ({ status }) => status === 'BOARD_INVITED',
      );
    same(
      (await invited()).map(({ user }) => [user.id, user.email]),
      [['', email]],
      'who is invited',
    );
    refused(await t.viewer.post(`${fixture.path}/removeuser`, { email }), 403);
    done(await t.editor.post(`${fixture.path}/removeuser`, { email }));
    same(await invited(), [], 'who is invited after the invitation was taken back');
    refused(await t.editor.post(`${fixture.path}/removeuser`, { email }), 404);
    same(
      (await fixture.entries()).slice(-2).map(({ kind }) => kind),
      ['member_invited', 'invitation_ended'],
      'the log',
    );
    const mistyped = { users: [{ user: { unique_id: `nobody-${Date.now()}` } }] };
    refused(await t.editor.post(`${fixture.path}/inviteuser`, mistyped), 404);
  });

  check('MEMBER-15', 'a unique id that was invited is a member at its first sign-in', async (t) => {
    const fixture = await t.binder();
    const unique_id = `invited-${randomBytes(6).toString('hex')}`;
    const user = { unique_id, org_id: t.owner.orgId };
    done(await t.owner.post(`${fixture.path}/inviteuser`, { users: [{ user, type: 'BOARD_READ_ONLY' }] }));
    const person = await t.people.known(unique_id, t.owner.orgId);
    const { users } = data(await person.get(fixture.path), object({ users: list(entry) }));
    const own = users.find((each) => each.user.id === person.id);
    same([own?.type, own?.status], ['BOARD_READ_ONLY', 'BOARD_MEMBER'], 'the member');
  });

  check('BINDER-16', 'a binder has a cover in place of its first page', async (t) => {
    const fixture = await t.binder();
    const upload = (bytes: Buffer | string) =>
      t.editor.upload(`${fixture.path}/coverupload`, bytes, 'cover.png');
    const { thumbnail_uri } = data(await upload(makePng(60, 40)), object({ thumbnail_uri: filledText }));
    const read = data(await t.viewer.get(fixture.path), object({ thumbnail_uri: text }));
    same(read.thumbnail_uri, thumbnail_uri, 'the thumbnail of the binder');
    const shown = await t.nobody.get(new URL(thumbnail_uri, t.connection.base).href);
    same([shown.status, shown.headers.get('content-type')], [200, 'image/webp'], 'the picture', shown);
    refused(await upload('no picture'), 400, 'file');
    refused(await t.viewer.upload(`${fixture.path}/coverupload`, makePng(6, 4), 'a.png'), 403);
    done(await t.editor.delete(`${fixture.path}/coverupload`));
    same(
      data(await t.viewer.get(fixture.path), object({ thumbnail_uri: text })).thumbnail_uri,
      '',
      'no picture',
    );
  });

  check('USER-5', 'a person has a picture', async (t) => {
    const person = await t.people.newcomer();
    const shape = object({ picture_uri: text });
    const { picture_uri } = data(await person.upload('/me/picture', makePng(60, 40), 'me.png'), shape);
    same(data(await person.get('/me'), shape).picture_uri, picture_uri, 'picture_uri');
    same((await t.nobody.get(picture_uri)).status, 200, 'the status of its address');
    refused(await person.upload('/me/picture', 'no picture', 'me.png'), 400, 'file');
    done(await person.delete('/me/picture'));
    same((await t.nobody.get(picture_uri)).status, 404, 'the status of its address afterwards');
  });

  check('BINDER-17 BINDER-18', 'a link shows the pages of a binder until it is revoked', async (t) => {
    const fixture = await t.binder();
    await fixture.note();
    const made = await t.editor.post(`${fixture.path}/viewonlylink`, { expires_in: 600 });
    const link = data(
      made,
      object({ id: filledText, url: filledText, created_time: time, expires_time: time }),
    );
    same(link.expires_time - link.created_time, 600_000, 'the term', made);
    const url = new URL(link.url);
    const open = () =>
      t.nobody.send('POST', `${url.origin}${url.pathname}`, { form: { token: url.hash.slice(1) } });
    const shown = await open();
    same(shown.status, 200, 'the status of the page', shown);
    holds(/<img src="[^"]*\/board\//.test(shown.bytes.toString()), 'the pages', shown.bytes.toString());
    const links = object({ links: list(object({ id: filledText, user: reference })) });
    same(
      data(await t.editor.get(`${fixture.path}/viewonlylink`), links).links.map(({ id }) => id),
      [link.id],
      'the links',
    );
    refused(await t.viewer.get(`${fixture.path}/viewonlylink`), 403);
    refused(await t.editor.post(`${fixture.path}/viewonlylink`, { expires_in: 1 }), 400, 'expires_in');
    done(await t.editor.delete(`${fixture.path}/viewonlylink/${link.id}`));
    same((await open()).status, 404, 'the status after it was revoked');
  });
});
