import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedUser,
  createActors,
  expectRefusal,
  startService,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test, vi } from 'vitest';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
});
afterAll(() => service.close());

const list = async (user: CreatedUser, query = '') => {
  const { status, body } = await service.call('GET', `/me/binders${query}`, { token: user.token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.binders;
};
const open = async (binderId: string, { token } = actors.users.owner) =>
  (await service.call('GET', `/${binderId}`, { token })).body.data;
const postText = (binderId: string, text: string, { token } = actors.users.owner) =>
  service.call('POST', `/${binderId}/messages`, { token, json: { message: { text } } });

test('[COMPAT-14] reminders and reactions are passed over for the latest activity, a hundred at the most', async () => {
  const binderId = await actors.fixture();
  await postText(binderId, 'Said');
  const remind = (from: number, to: number) =>
    service.env.db.query(
      `WITH log AS (INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
         SELECT $1, n, 4102444800000, $2, 'todo_reminded', '{"id": 1, "name": "x"}' FROM generate_series($3::int, $4) n)
       UPDATE binders SET seq = $4 WHERE id = $1`,
      [binderId, actors.users.owner.id, from, to],
    );
  await remind(3, 101);
  assert.equal((await open(binderId)).last_feed.object.content, 'Said');
  await remind(102, 102);
  assert.equal((await open(binderId)).last_feed, null);
});

test('[COMPAT-14] a list shows ten members of a binder, the owner among them, and takes as many statements for fifty binders as for one', async () => {
  const partner = await service.make.partner();
  const owner = await service.make.user({ partner });
  const others = [];
  for (let number = 0; number < 12; number++) others.push(await service.make.user({ partner }));
  const members = others.map((user) => ({ user, role: 'editor' as const }));
  const first = await service.make.binder(owner, members);
  const [one] = await list(owner);
  assert.deepEqual([one.binder.id, one.binder.users.length, one.binder.total_members], [first, 10, 13]);
  assert.equal(one.binder.users[0].user.id, owner.id);
  assert.equal((await open(first, owner)).users.length, 13);
  const query = vi.spyOn(service.env.db, 'query');
  const statements = async () => {
    query.mockClear();
    const count = (await list(owner)).length;
    return [count, query.mock.calls.length];
  };
  const [, forOne] = await statements();
  for (let number = 0; number < 49; number++) await service.make.binder(owner, members.slice(0, 3));
  assert.deepEqual(await statements(), [50, forOne]);
});

test('[COMPAT-15] emails= gives the binders of which everybody named is a member', async () => {
  const { owner, editor, viewer, sameOrg } = actors.users;
  const [three, alone] = [await actors.fixture(), await service.make.binder(owner)];
  const find = async (...emails: string[]) =>
    (await list(owner, `?filter=all&sort=feeds&emails=${encodeURIComponent(emails.join())}`)).map(
      ({ binder }: { binder: { id: string } }) => binder.id,
    );
  const all = await find();
  assert.ok(all.includes(three) && all.includes(alone));
  const both = await find(editor.email.toUpperCase(), ` ${viewer.email} `, editor.email);
  assert.ok(both.includes(three) && !both.includes(alone));
  assert.ok((await find(owner.email)).includes(alone));
  assert.deepEqual(await find(sameOrg.email), []);
  assert.deepEqual(await find(editor.email, 'nobody@example.com'), []);
  const { token } = owner;
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@b.example`).join();
  expectRefusal(await service.call('GET', `/me/binders?emails=${many}`, { token }), 400, 'emails');
  expectRefusal(await service.call('GET', '/me/binders?emails=%00', { token }), 400, 'emails');
});

test('[COMPAT-16] an opened binder has its first hundred pages, as the list of pages gives them', async () => {
  const binderId = await actors.fixture();
  const { owner } = actors.users;
  await uploadFile(service, { binderId, token: owner.token }, 'a text', 'a.txt');
  const listed = (await service.call('GET', `/${binderId}/pages`, { token: owner.token })).body.data.pages;
  assert.equal(listed.length, 1);
  assert.deepEqual((await open(binderId)).pages, listed);
  await service.env.db.query(
    `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, created_at, updated_at)
     SELECT $1, 1000 + n, 'PAGE_TYPE_NOTE', 0, 1000 + n, 1, 1, 0, 0 FROM generate_series(1, 150) n`,
    [binderId],
  );
  const opened = await open(binderId);
  assert.deepEqual([opened.pages.length, opened.total_pages], [100, 151]);
  assert.deepEqual(opened.pages[0], listed[0]);
});
