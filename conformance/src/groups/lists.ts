import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, listed, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { type BinderFixture, stepFor, type Trial } from '../trial.ts';
import type { Listing, PageComment } from '../types.ts';

const test = checks('lists');

interface ListCall {
  name: string;
  path: string;
  make: (fixture: BinderFixture, t: Trial, index: number) => Promise<unknown>;
}

const lists: ListCall[] = [
  {
    name: 'messages',

    path: '/messages',
    make: (fixture, _, index) => fixture.postText(`message ${index}`),
  },
  { name: 'pages', path: '/pages', make: (fixture, _, index) => fixture.note(`page ${index}`) },
  {
    name: 'files',

    path: '/files',
    make: (fixture, _, index) => fixture.upload(`file ${index}`, 'a.txt'),
  },
  { name: 'todos', path: '/todos', make: (fixture, _, index) => fixture.todo(`to-do ${index}`) },
  {
    name: 'transactions',

    path: '/transactions',
    make: (fixture, t) => fixture.workflow([stepFor(t.viewer)]),
  },
];

const THINGS = 5;

async function fill(t: Trial, fixture: BinderFixture, { make }: ListCall): Promise<void> {
  for (let index = 0; index < THINGS; index++) await make(fixture, t, index);
}

async function walk(person: Person, path: string, name: string): Promise<unknown[]> {
  const walked: unknown[] = [];
  let cursor: string | undefined;
  do {
    const suffix = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await person.get(`${path}?limit=2${suffix}`);
    const list = data<Listing<string, unknown>>(answer);
    const items = list[name] ?? [];
    assert.ok(items.length <= 2, 'at most as many things as `limit`');
    walked.push(...items);
    cursor = list.next_cursor;
  } while (cursor !== undefined && walked.length <= 2 * THINGS);
  return walked;
}

function checkList(call: ListCall): void {
  const { name, path } = call;
  test(`[HTTP-23] [HTTP-25] ${name}: limit and next_cursor give each thing once, in the same order`, async (t) => {
    const fixture = await t.binder();
    await fill(t, fixture, call);
    const answer = await t.owner.get(fixture.path + path);
    const whole = data<Listing<string, unknown>>(answer);
    assert.equal(whole[name]?.length, THINGS);
    assert.equal(whole.next_cursor, undefined);
    assert.deepEqual(await walk(t.owner, fixture.path + path, name), whole[name]);
    const exact = data<Listing<string, unknown>>(await t.owner.get(`${fixture.path}${path}?limit=${THINGS}`));
    assert.deepEqual(exact, whole);
  });

  test(`[HTTP-24] ${name}: a limit out of bounds and a cursor of nobody are 400 and named`, async (t) => {
    const fixture = await t.binder();
    for (const limit of ['', '0', '1001', '-1', 'x', '1.5'])
      refused(await t.owner.get(`${fixture.path}${path}?limit=${limit}`), 400, 'limit');
    for (const cursor of ['nonsense', '', Buffer.from('["a"]').toString('base64url'), 'x'.repeat(501)])
      refused(await t.owner.get(`${fixture.path}${path}?cursor=${cursor}`), 400, 'cursor');
    data(await t.owner.get(`${fixture.path}${path}?limit=1000`));
  });
}

for (const call of lists) checkList(call);

test('[HTTP-23] [HTTP-25] binders: limit and next_cursor give each one once', async (t) => {
  const person = await t.people.newcomer();
  type Entry = { binder: { id: string } };
  for (let index = 0; index < THINGS; index++) await t.binder(person);
  const whole = listed<Entry>(await person.get('/me/binders'));
  assert.equal(whole.length, THINGS);
  assert.deepEqual(await walk(person, '/me/binders', 'binders'), whole);
});

test('[HTTP-23] [HTTP-25] page comments: limit and next_cursor give each one once', async (t) => {
  const fixture = await t.binder();
  const path = `${fixture.path}/pages/${(await fixture.note()).id}/comments`;
  for (let index = 0; index < THINGS; index++) await t.owner.post(path, { text: `comment ${index}` });
  const whole = listed<PageComment>(await t.owner.get(path));
  assert.equal(whole.length, THINGS);
  assert.deepEqual(await walk(t.owner, path, 'comments'), whole);
});
