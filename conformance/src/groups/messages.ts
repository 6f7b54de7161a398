import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, pluck, refused } from '../expect.ts';
import type { Listing, Message } from '../types.ts';

const test = checks('messages');

const said = (text: string) => ({ message: { text } });

test('[MSG-1] [MSG-4] a message is posted, and listed newest first with its author', async (t) => {
  const fixture = await t.binder();
  const first = await fixture.say('Grüße 👋\nzweite Zeile');
  const second = await fixture.say('an answer', t.editor);
  const list = await fixture.messages();
  assert.deepEqual(
    list.map(({ id, text, user }) => ({ id, text, user })),
    [
      { id: second, text: 'an answer', user: { id: t.editor.id, name: t.editor.name } },
      { id: first, text: 'Grüße 👋\nzweite Zeile', user: { id: t.owner.id, name: t.owner.name } },
    ],
  );
  const { created_time = 0, updated_time } = list[0] ?? {};
  assert.deepEqual(updated_time, created_time);
});

test('[MSG-2] a text has 1 to 65,536 characters', async (t) => {
  const fixture = await t.binder();
  data(await t.owner.post(`${fixture.path}/messages`, said('x'.repeat(65_536))));
  refused(await t.owner.post(`${fixture.path}/messages`, said('')), 400, 'message.text');
  refused(await t.owner.post(`${fixture.path}/messages`, said('x'.repeat(65_537))), 400, 'message.text');
  assert.equal((await fixture.messages()).length, 1);
});

test('[MSG-5] `before` with `limit` pages back, `after` pages on', async (t) => {
  const fixture = await t.binder();
  const ids: number[] = [];
  for (let index = 0; index < 5; index++) ids.unshift(await fixture.say(`message ${index}`));
  const walked: number[] = [];
  for (let before = ''; walked.length < 5; before = `&before=${walked.at(-1)}`) {
    const list = await fixture.messages(`?limit=2${before}`);
    assert.ok(list.length > 0 && list.length <= 2, '1 or 2 messages');
    walked.push(...list.map(({ id }) => id));
  }
  assert.deepEqual(walked, ids);
  assert.deepEqual(await fixture.messages(`?before=${ids.at(-1)}`), []);
  assert.deepEqual(pluck(await fixture.messages(`?before=${Number.MAX_SAFE_INTEGER}`), 'id'), ids);
  // The id of something else is a place in the order too.
  await fixture.todo('x');
  const later = await fixture.say('later');
  assert.deepEqual(pluck(await fixture.messages(`?before=${later - 1}&limit=1`), 'id'), [ids[0]]);
  assert.deepEqual(pluck(await fixture.messages(`?after=${ids[4]}&limit=2`), 'id'), [ids[3], ids[2]]);
  refused(await t.owner.get(`${fixture.path}/messages?before=x`), 400, 'before');
  refused(await t.owner.get(`${fixture.path}/messages?before=9&after=1`), 400);
});

test('[MSG-5] `after` with `limit` pages on, oldest first', async (t) => {
  const fixture = await t.binder();
  const ids: number[] = [];
  for (let index = 0; index < 4; index++) ids.push(await fixture.say(`message ${index}`));
  const listed = (await fixture.messages(`?limit=2&after=${ids[0]}`)).map(({ id }) => id);
  assert.deepEqual(listed, ids.slice(1, 3));
  assert.deepEqual(await fixture.messages(`?after=${ids.at(-1)}`), []);
  const path = `${fixture.path}/messages?limit=2&after=${ids[0]}`;
  const { next_cursor } = data<{ next_cursor: string }>(await t.owner.get(path));
  const rest = data<Listing<'messages', Message>>(await t.owner.get(`${path}&cursor=${next_cursor}`));
  assert.deepEqual([pluck(rest.messages, 'id'), rest.next_cursor], [ids.slice(3), undefined]);
  refused(await t.owner.get(`${fixture.path}/messages?after=1&before=2`), 400, 'after');
});

test('[MSG-6] posting needs write access', async (t) => {
  const fixture = await t.binder();
  refused(await t.viewer.post(`${fixture.path}/messages`, said('x')), 403);
  refused(await t.colleague.post(`${fixture.path}/messages`, said('x')), 403);
  refused(await t.nobody.post(`${fixture.path}/messages`, said('x')), 401);
  assert.deepEqual(await fixture.messages(), []);
});
