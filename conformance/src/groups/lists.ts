import { type AddCheck, group } from '../check.ts';
import { data, holds, refused, same } from '../expect.ts';
import type { Person } from '../people.ts';
import { file, listing, message, page, pageComment, todo, transaction } from '../resources.ts';
import { object, type Shape, text } from '../shape.ts';
import { type BinderFixture, stepFor, type Trial } from '../trial.ts';

/** A list call: what it lists, where, and how a thing of it is made. */
interface ListCall {
  name: string;
  shape: Shape<unknown>;
  path: string;
  make: (fixture: BinderFixture, t: Trial, index: number) => Promise<unknown>;
}

const lists: ListCall[] = [
  {
    name: 'messages',
    shape: message,
    path: '/messages',
    make: (fixture, _, index) => fixture.say(`message ${index}`),
  },
  { name: 'pages', shape: page, path: '/pages', make: (fixture, _, index) => fixture.note(`page ${index}`) },
  {
    name: 'files',
    shape: file,
    path: '/files',
    make: (fixture, _, index) => fixture.upload(`file ${index}`, 'a.txt'),
  },
  { name: 'todos', shape: todo, path: '/todos', make: (fixture, _, index) => fixture.todo(`to-do ${index}`) },
  {
    name: 'transactions',
    shape: transaction,
    path: '/transactions',
    make: (fixture, t) => fixture.workflow([stepFor(t.viewer)]),
  },
];

const THINGS = 5;

async function fill(t: Trial, fixture: BinderFixture, { make }: ListCall): Promise<void> {
  for (let index = 0; index < THINGS; index++) await make(fixture, t, index);
}

/** Follows `next_cursor` to the end, two things at a time. */
async function walk(person: Person, path: string, name: string, shape: Shape<unknown>): Promise<unknown[]> {
  const walked: unknown[] = [];
  let cursor: string | undefined;
  do {
    const suffix = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await person.get(`${path}?limit=2${suffix}`);
    const given = data(answer, listing(name, shape));
    const items = given[name] as unknown[];
    holds(items.length <= 2, 'at most as many things as `limit`', items.length, answer);
    walked.push(...items);
    cursor = given.next_cursor;
  } while (cursor !== undefined && walked.length <= 2 * THINGS);
  return walked;
}

function checkList(check: AddCheck, call: ListCall): void {
  const { name, shape, path } = call;
  check(
    'HTTP-23 HTTP-25',
    `${name}: limit and next_cursor give each thing once, in the same order`,
    async (t) => {
      const fixture = await t.binder();
      await fill(t, fixture, call);
      const answer = await t.owner.get(fixture.path + path);
      const whole = data(answer, listing(name, shape));
      same((whole[name] as unknown[]).length, THINGS, `the number of ${name}`, answer);
      same(whole.next_cursor, undefined, 'next_cursor at the end of a list', answer);
      same(
        await walk(t.owner, fixture.path + path, name, shape),
        whole[name],
        `the ${name} that cursors lead to`,
      );
    },
  );

  check('HTTP-24', `${name}: a limit out of bounds and a cursor of nobody are 400 and named`, async (t) => {
    const fixture = await t.binder();
    for (const limit of ['0', '1001', '-1', 'x', '1.5'])
      refused(await t.owner.get(`${fixture.path}${path}?limit=${limit}`), 400, 'limit');
    refused(await t.owner.get(`${fixture.path}${path}?cursor=nonsense`), 400, 'cursor');
    data(await t.owner.get(`${fixture.path}${path}?limit=1000`), listing(name, shape));
  });
}

export const listCalls = group('lists', (check) => {
  for (const call of lists) checkList(check, call);

  check('HTTP-23 HTTP-25', 'binders: limit and next_cursor give each one once', async (t) => {
    const person = await t.people.newcomer();
    const entry = object({ binder: object({ id: text }) });
    for (let index = 0; index < THINGS; index++) await t.binder(person);
    const whole = data(await person.get('/me/binders'), listing('binders', entry)).binders;
    same(whole.length, THINGS, 'the number of binders');
    same(await walk(person, '/me/binders', 'binders', entry), whole, 'the binders that cursors lead to');
  });

  check('HTTP-23 HTTP-25', 'page comments: limit and next_cursor give each one once', async (t) => {
    const fixture = await t.binder();
    const path = `${fixture.path}/pages/${(await fixture.note()).id}/comments`;
    for (let index = 0; index < THINGS; index++) await t.owner.post(path, { text: `comment ${index}` });
    const whole = data(await t.owner.get(path), listing('comments', pageComment)).comments;
    same(whole.length, THINGS, 'the number of comments');
    same(await walk(t.owner, path, 'comments', pageComment), whole, 'the comments that cursors lead to');
  });
});
