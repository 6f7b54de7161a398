import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, rows, status } from '../expect.ts';
import type { Person } from '../people.ts';
import type { BinderFixture, Trial } from '../trial.ts';
import type { Listing, Message, PostedMessage, UserReference } from '../types.ts';

const test = checks('messages');

const sentBody = (text: string) => ({ message: { text } });

test('[MSG-1] [MSG-4] a message is posted, and listed newest first with its author', async (t) => {
  const fixture = await t.binder();
  const first = await fixture.postText('Grüße 👋\nzweite Zeile');
  const second = await fixture.postText('an answer', t.editor);
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
  data(await t.owner.post(`${fixture.path}/messages`, sentBody('x'.repeat(65_536))));
  refused(await t.owner.post(`${fixture.path}/messages`, sentBody('')), 400, 'message.text');
  refused(await t.owner.post(`${fixture.path}/messages`, sentBody('x'.repeat(65_537))), 400, 'message.text');
  assert.equal((await fixture.messages()).length, 1);
});

test('[MSG-5] `before` with `limit` pages back, `after` pages on', async (t) => {
  const fixture = await t.binder();
  const ids: number[] = [];
  for (let index = 0; index < 5; index++) ids.unshift(await fixture.postText(`message ${index}`));
  const walked: number[] = [];
  for (let before = ''; walked.length < 5; before = `&before=${walked.at(-1)}`) {
    const list = await fixture.messages(`?limit=2${before}`);
    assert.ok(list.length > 0 && list.length <= 2, '1 or 2 messages');
    walked.push(...list.map(({ id }) => id));
  }
  assert.deepEqual(walked, ids);
  assert.deepEqual(await fixture.messages(`?before=${ids.at(-1)}`), []);
  assert.deepEqual(pluck(await fixture.messages(`?before=${Number.MAX_SAFE_INTEGER}`), 'id'), ids);
  // Ids of other resources are also valid positions.
  await fixture.todo('x');
  const later = await fixture.postText('later');
  assert.deepEqual(pluck(await fixture.messages(`?before=${later - 1}&limit=1`), 'id'), [ids[0]]);
  assert.deepEqual(pluck(await fixture.messages(`?after=${ids[4]}&limit=2`), 'id'), [ids[3], ids[2]]);
  refused(await t.owner.get(`${fixture.path}/messages?before=x`), 400, 'before');
  refused(await t.owner.get(`${fixture.path}/messages?before=9&after=1`), 400);
});

test('[MSG-5] `after` with `limit` pages on, oldest first', async (t) => {
  const fixture = await t.binder();
  const ids: number[] = [];
  for (let index = 0; index < 4; index++) ids.push(await fixture.postText(`message ${index}`));
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
  refused(await t.viewer.post(`${fixture.path}/messages`, sentBody('x')), 403);
  refused(await t.sameOrg.post(`${fixture.path}/messages`, sentBody('x')), 403);
  refused(await t.nobody.post(`${fixture.path}/messages`, sentBody('x')), 401);
  assert.deepEqual(await fixture.messages(), []);
});

type Changed = { seq: number };
type Reaction = { emoji: string; user: UserReference };

async function messageIn(t: Trial): Promise<{ fixture: BinderFixture; path: string; id: number }> {
  const fixture = await t.binder();
  const id = await fixture.postText('Lunch?');
  return { fixture, id, path: `${fixture.path}/messages/${id}` };
}
const react = (person: Person, path: string, emoji: string) => person.post(`${path}/reactions`, { emoji });
const takeBack = (person: Person, path: string, emoji: string) =>
  person.delete(`${path}/reactions/${encodeURIComponent(emoji)}`);
const read = async (person: Person, path: string) => data<Message>(await person.get(path));

test('[MSG-39] [MSG-41] a person reacts once with an emoji, and takes it back', async (t) => {
  const { fixture, path, id } = await messageIn(t);
  const before = await read(t.viewer, path);
  assert.equal(before.reactions, undefined);
  const { seq } = data<Changed>(await react(t.owner, path, '👍'));
  assert.deepEqual(data<Changed>(await react(t.owner, path, '👍')).seq, seq);
  data(await react(t.editor, path, '👍'));
  data(await react(t.editor, path, '🎉'));
  const after = await read(t.viewer, path);
  assert.deepEqual(after.reactions, [
    { emoji: '👍', count: 2, users: [t.owner.id, t.editor.id] },
    { emoji: '🎉', count: 1, users: [t.editor.id] },
  ]);
  assert.deepEqual(after.updated_time, before.updated_time);
  assert.deepEqual((await fixture.messages())[0], after);
  refused(await takeBack(t.owner, path, '🎉'), 404);
  const all = listed<Reaction>(await t.viewer.get(`${path}/reactions`));
  assert.deepEqual(
    all.map(({ emoji, user }) => [emoji, user.id]),
    [
      ['👍', t.owner.id],
      ['👍', t.editor.id],
      ['🎉', t.editor.id],
    ],
  );
  data(await takeBack(t.editor, path, '👍'));
  refused(await takeBack(t.editor, path, '👍'), 404);
  data(await takeBack(t.owner, path, '👍'));
  data(await takeBack(t.editor, path, '🎉'));
  assert.equal((await read(t.viewer, path)).reactions, undefined);
  assert.deepEqual(
    (await fixture.entries(seq - 1)).map(({ kind, body, actor }) => [kind, body, actor.id]),
    [
      ['reaction_added', { id, emoji: '👍' }, t.owner.id],
      ['reaction_added', { id, emoji: '👍' }, t.editor.id],
      ['reaction_added', { id, emoji: '🎉' }, t.editor.id],
      ['reaction_removed', { id, emoji: '👍' }, t.editor.id],
      ['reaction_removed', { id, emoji: '👍' }, t.owner.id],
      ['reaction_removed', { id, emoji: '🎉' }, t.editor.id],
    ],
  );
  refused(await react(t.viewer, path, '👍'), 403);
  refused(await react(t.sameOrg, path, '👍'), 403);
});

test('[MSG-40] an emoji is one, with and without U+FE0F; anything else is 400', async (t) => {
  const { path } = await messageIn(t);
  const family = '👩🏻‍❤️‍💋‍👨🏿';
  for (const emoji of ['❤️', '❤', '👍🏽', '🇳🇴', family, '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☝🏽'])
    data(await react(t.owner, path, emoji));
  assert.equal((await read(t.owner, path)).reactions?.length, 7);
  for (const emoji of ['❤', family]) data(await takeBack(t.owner, path, emoji));
  for (const wrong of ['a', '1', '👍👍', '👍 ', ':+1:', '', '<b>', '\u200d', '🏽🏽', 'x'.repeat(41)])
    refused(await react(t.owner, path, wrong), 400, 'emoji');
});

test('[MSG-42] a message has 20 different reactions at the most', async (t) => {
  const { path } = await messageIn(t);
  const emoji = (index: number) => String.fromCodePoint(0x1f600 + index);
  for (let index = 0; index < 20; index++) data(await react(t.owner, path, emoji(index)));
  refused(await react(t.owner, path, emoji(20)), 412);
  data(await react(t.editor, path, emoji(19)));
  data(await takeBack(t.owner, path, emoji(0)));
  data(await react(t.owner, path, emoji(20)));
});

test('[MSG-43] [MSG-44] messages are pinned and unpinned, and listed, the last pinned first', async (t) => {
  const { fixture, path, id } = await messageIn(t);
  const other = await fixture.postText('another');
  const pinned = async () => listed<Message>(await t.viewer.get(`${fixture.path}/pinnedmessages`));
  assert.deepEqual(await pinned(), []);
  const { seq } = data<Changed>(await t.owner.post(`${path}/pin`, {}));
  await delay(2);
  data(await t.editor.post(`${fixture.path}/messages/${other}/pin`, {}));
  const latest = await fixture.seq();
  assert.equal(data<Changed>(await t.editor.post(`${path}/pin`, {})).seq, latest);
  const [last, first] = await pinned();
  assert.deepEqual([last?.id, first], [other, await read(t.viewer, path)]);
  assert.deepEqual(first?.pinned?.user, { id: t.owner.id, name: t.owner.name });
  assert.ok((first?.pinned?.time ?? 0) >= first.created_time, 'a time of the pin');
  assert.equal(first.updated_time, first.created_time);
  for (const person of [t.viewer, t.sameOrg]) refused(await person.post(`${path}/pin`, {}), 403);
  const after = [];
  for (const _ of [1, 2]) after.push(data<Changed>(await t.editor.delete(`${path}/pin`)).seq);
  assert.deepEqual(after, [latest + 1, latest + 1]);
  assert.deepEqual(rows(await fixture.entries(seq - 1), 'kind', 'body'), [
    ['message_pinned', { id }],
    ['message_pinned', { id: other }],
    ['message_unpinned', { id }],
  ]);
  done(await t.owner.delete(`${fixture.path}/messages/${other}`));
  assert.deepEqual(await pinned(), []);
  refused(await t.owner.post(`${fixture.path}/messages/${other}/pin`, {}), 404);
  refused(await t.owner.delete(`${fixture.path}/messages/${other}/pin`), 404);
  refused(await t.owner.post(`${fixture.path}/messages/999999/pin`, {}), 404);
});

test('[MSG-45] a client finds its own name of a message in the log entry', async (t) => {
  const fixture = await t.binder();
  const post = (client_uuid: string) =>
    t.owner.post(`${fixture.path}/messages`, { message: { text: 'x' }, client_uuid });
  const { binder_comment_id: id } = data<PostedMessage>(await post('mine'));
  assert.equal((await fixture.entries()).at(-1)?.body.client_uuid, 'mine');
  const answer = await t.owner.get(`${fixture.path}/messages/${id}`);
  status(answer, 200);
  assert.equal('client_uuid' in (answer.json as { data: object }).data, false);
  refused(await post(''), 400, 'client_uuid');
  refused(await post('x'.repeat(65)), 400, 'client_uuid');
});

test('[MSG-66] the author alone removes the preview of a link', async (t) => {
  const binder = await t.binder();
  const { binder_comment_id: id } = data<{ binder_comment_id: number }>(
    await t.editor.post(`${binder.path}/messages`, { message: { text: 'https://example.com/' } }),
  );
  const path = `${binder.path}/messages/${id}/preview`;
  refused(await t.owner.delete(path), 403);
  refused(await t.outsider.delete(path), 403);
  refused(await t.editor.delete(`${binder.path}/messages/999999/preview`), 404);
  done(await t.editor.delete(path));
});
