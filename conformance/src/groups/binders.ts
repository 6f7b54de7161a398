import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused } from '../expect.ts';
import { stepFor } from '../trial.ts';
import type { Binder, BinderSummary, Category, CreatedBinder, Feed } from '../types.ts';

const test = checks('binders');

type Entry = { category: number; category_name: string; binder: BinderSummary };

test('[BINDER-1] [BINDER-2] a binder is made, and answers under its id', async (t) => {
  const input = { name: 'Made', description: 'For a check', conversation: true };
  const answer = await t.owner.post('/me/binders', input);
  const created = data<CreatedBinder>(answer);
  assert.equal(created.updated_time, created.created_time);
  const read = data<Binder>(await t.owner.get(`/${created.id}`));
  const [entry] = data<Feed>(await t.owner.get(`/${created.id}/feed`)).entries;
  assert.deepEqual([entry?.kind, entry?.body], ['binder_created', { name: 'Made' }]);
  done(await t.owner.delete(`/${created.id}`));
  const { id, name, description, conversation, revision, created_time, owner } = read;
  assert.deepEqual(
    { id, name, description, conversation, revision, created_time, owner },
    {
      ...input,
      id: created.id,
      revision: 1,
      created_time: created.created_time,
      owner: { id: t.owner.id, name: t.owner.name },
    },
  );
  const bare = data<Binder>(await t.owner.get((await t.binder()).path));
  assert.deepEqual([bare.description, bare.conversation], ['', false]);
});

test('[BINDER-3] the list has the caller’s binders, the last changed first, each with its category', async (t) => {
  const person = await t.people.newcomer();
  const [first, second] = [await t.binder(person), await t.binder(person)];
  const list = async () => listed<Entry>(await person.get('/me/binders'));
  assert.deepEqual(pluck(await list(), 'category'), [0, 0]);
  await first.postText('the last change');
  assert.deepEqual(
    (await list()).map(({ binder: { id } }) => id),
    [first.id, second.id],
  );
  const { id } = data<Category>(await person.post('/me/categories', { name: 'Mine' }));
  done(await person.post(`/me/categories/${id}`, { binders: [{ binder: { id: second.id } }] }));
  const visibleEntry = (await list()).find((each) => each.binder.id === second.id);
  assert.deepEqual([visibleEntry?.category, visibleEntry?.category_name], [id, 'Mine']);
  const [{ binder: latest } = { binder: undefined }] = await list();
  assert.deepEqual([latest?.total_comments, latest?.users[0]?.type], [1, 'BOARD_OWNER']);
});

test('[BINDER-4] listing and making binders for another user is 403', async (t) => {
  refused(await t.owner.get(`/${t.editor.id}/binders`), 403);
  refused(await t.owner.post(`/${t.editor.id}/binders`, { name: 'x' }), 403);
});

test('[BINDER-5] [BINDER-6] [BINDER-7] a binder has every field, and its members with their roles', async (t) => {
  const fixture = await t.binder();
  for (const person of [t.owner, t.editor, t.viewer]) {
    const answer = await person.get(fixture.path);
    const { users } = data<Binder>(answer);
    assert.deepEqual(
      new Map(users.map(({ type, user }) => [user.id, type])),
      new Map([
        [t.owner.id, 'BOARD_OWNER'],
        [t.editor.id, 'BOARD_READ_WRITE'],
        [t.viewer.id, 'BOARD_READ_ONLY'],
      ]),
    );
  }
});

test('[BINDER-8] members and pages are counted, deleted ones not', async (t) => {
  const fixture = await t.binder();
  const [note] = [await fixture.note(), await fixture.note()];
  const counts = async () => {
    const { total_members, total_pages, total_todos } = data<Binder>(await t.owner.get(fixture.path));
    return { total_members, total_pages, total_todos };
  };
  await fixture.todo('x');
  assert.deepEqual(await counts(), { total_members: 3, total_pages: 2, total_todos: 1 });
  done(await t.owner.delete(`${fixture.path}/pages/${note.id}`));
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
  assert.deepEqual(await counts(), { total_members: 2, total_pages: 1, total_todos: 1 });
  const { thumbnail_uri } = data<Binder>(await t.owner.get(fixture.path));
  const [left] = await fixture.pages();
  assert.equal(thumbnail_uri, new URL(left?.thumbnail_uri ?? '', t.connection.base).href);
  const binders = listed<Entry>(await t.owner.get('/me/binders'));
  const { total_members, total_pages } = binders.find(({ binder }) => binder.id === fixture.id)?.binder ?? {};
  assert.deepEqual([total_members, total_pages], [2, 1]);
});

test('[BINDER-9] the revision is the latest seq of the log, and grows with every change', async (t) => {
  const fixture = await t.binder();
  const revision = async () => data<Binder>(await t.owner.get(fixture.path)).revision;
  const before = await revision();
  assert.deepEqual(before, await fixture.seq());
  await fixture.postText('x');
  assert.deepEqual(await revision(), await fixture.seq());
  assert.ok((await revision()) > before, 'a greater revision');
});

test('[BINDER-11] name and description are changed by owner and editor, and what is left out stays', async (t) => {
  const fixture = await t.binder();
  const readTexts = async () => {
    const { name, description } = data<Binder>(await t.owner.get(fixture.path));
    return { name, description };
  };
  done(await t.owner.post(fixture.path, { name: 'New name', description: 'New description' }));
  done(await t.editor.post(fixture.path, { name: 'Newer name' }));
  assert.deepEqual(await readTexts(), { name: 'Newer name', description: 'New description' });
  done(await t.owner.post(fixture.path, { description: '' }));
  assert.deepEqual(await readTexts(), { name: 'Newer name', description: '' });
  assert.deepEqual(pluck((await fixture.entries()).slice(-2), 'body'), [
    { name: 'Newer name' },
    { description: '' },
  ]);
  for (const nothing of [{}, { conversation: true }])
    refused(await t.owner.post(fixture.path, nothing), 400, 'name');
  refused(await t.viewer.post(fixture.path, { name: 'x' }), 403);
});

test('[BINDER-12] only the owner deletes a binder, and all of its contents are then 404', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note();
  for (const person of [t.editor, t.viewer, t.sameOrg]) refused(await person.delete(fixture.path), 403);
  done(await t.owner.delete(fixture.path));
  for (const path of [
    '',
    '/messages',
    '/pages',
    `/pagedownload/${note.id}`,
    `/files/${note.file_id}`,
    '/feed',
  ])
    refused(await t.editor.get(`${fixture.path}${path}`), 404);
  const left = listed<Entry>(await t.owner.get('/me/binders'));
  assert.ok(!left.some((each) => each.binder.id === fixture.id), 'a list without the deleted binder');
});

test('[BINDER-13] a viewer reads everything and changes nothing', async (t) => {
  const fixture = await t.binder();
  const { path } = fixture;
  const note = await fixture.note();
  const workflow = await fixture.workflow([stepFor(t.editor)]);
  const todo = await fixture.todo('x');
  await fixture.postText('x');
  data(await t.viewer.get(`${path}/messages`));
  data(await t.viewer.get(`${path}/pages/${note.id}/comments`));
  assert.equal((await fixture.pages('', t.viewer)).length, 1);
  const seq = await fixture.seq();
  const svg_tag = '<path d="M0 0L9 9"/>';
  const steps = [stepFor(t.editor)];
  const changes: [string, object][] = [
    ['', { name: 'x' }],
    ['/messages', { message: { text: 'x' } }],
    ['/inviteuser', { users: [{ user: { id: t.sameOrg.id } }] }],
    ['/removeuser', { id: t.editor.id }],
    [`/users/${t.editor.id}`, { type: 'BOARD_READ_ONLY' }],
    [`/pages/${note.id}/comments`, { text: 'x' }],
    [`/pages/${note.id}/annotations`, { client_uuid: 'u', svg_tag }],
    ['/transactions', { title: 't', content: '', steps }],
    [`/transactions/${workflow.id}`, { title: 'x' }],
    ['/todos', { name: 'x' }],
    [`/todos/${todo}`, { completed: true }],
    ['/copypages', { source_id: fixture.id }],
  ];
  for (const [where, json] of changes) refused(await t.viewer.post(path + where, json), 403);
  refused(await t.viewer.upload(`${path}/pageupload`, 'x', 'a.txt'), 403);
  for (const where of [
    '',
    `/pages/${note.id}`,
    `/pages?filter=${note.id}`,
    `/transactions/${workflow.id}`,
    `/todos/${todo}`,
  ])
    refused(await t.viewer.delete(path + where), 403);
  assert.deepEqual(await fixture.seq(), seq);
});

test('[BINDER-14] who is no member gets 403 for everything, and does not see the binder', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note();
  for (const person of [t.sameOrg, t.outsider]) {
    for (const where of [
      '',
      '/messages',
      '/feed',
      '/pages',
      '/files',
      '/transactions',
      '/todos',
      '/search?q=x',
      `/pagedownload/${note.id}`,
      `/files/${note.file_id}`,
    ])
      refused(await person.get(fixture.path + where), 403);
    const seen = listed<Entry>(await person.get('/me/binders'));
    assert.ok(!seen.some((each) => each.binder.id === fixture.id), 'a list without that binder');
  }
});

test('[BINDER-15] name and description have their lengths', async (t) => {
  const fixture = await t.binder();
  done(await t.owner.post(fixture.path, { name: 'n'.repeat(255), description: 'd'.repeat(4096) }));
  refused(await t.owner.post(fixture.path, { name: '' }), 400, 'name');
  refused(await t.owner.post(fixture.path, { name: 'n'.repeat(256) }), 400, 'name');
  refused(await t.owner.post(fixture.path, { description: 'd'.repeat(4097) }), 400, 'description');
  refused(await t.owner.post('/me/binders', {}), 400, 'name');
});
