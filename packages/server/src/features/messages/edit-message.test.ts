import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors, expectRefusal, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let binderId: string;
let chat: Chat;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
  chat = createChat(service, binderId, editor.token);
});

test('[MSG-23] [HTTP-18] [HTTP-19] the id of no message is 404, one that is no id 400', async () => {
  const id = await chat.post('one');
  const todo = await service.call('POST', `/${binderId}/todos`, {
    token: editor.token,
    json: { name: 'no message' },
  });
  for (const nothing of [id + 1000, todo.body.data.todos[0].id, Number.MAX_SAFE_INTEGER]) {
    for (const answer of [
      await chat.get(nothing),
      await chat.edit(nothing, { text: 'x' }),
      await chat.remove(nothing),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.message, `there is no message ${nothing}`);
    }
  }
  for (const wrong of ['0', '-1', '1.5', 'x', '1e3', '9007199254740992', '%00'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const json = method === 'POST' ? { json: { message: { text: 'x' } } } : {};
      const path = `/${binderId}/messages/${wrong}`;
      expectRefusal(await service.call(method, path, { token: editor.token, ...json }), 400, 'message_id');
    }
});

test('[MSG-26] a bot edits and deletes what it has posted', async () => {
  const { token } = actors.users.bot;
  const id = await chat.post('beep', token);
  assert.equal((await chat.edit(id, { text: 'boop' }, token)).status, 200);
  assert.equal((await chat.remove(id)).status, 403);
  assert.equal((await chat.remove(id, token)).status, 200);
});

test('[MSG-2] [MSG-26] [HTTP-10] an edit takes the texts that a post takes, and names what is wrong', async () => {
  const id = await chat.post('one');
  const long = '👋'.repeat(65_536);
  assert.equal((await chat.edit(id, { text: long })).status, 200);
  assert.equal((await chat.get(id)).body.data.text, long);
  const before = await stateOf(service, binderId);
  for (const message of [undefined, null, 'x', 1, []])
    expectRefusal(await chat.edit(id, message), 400, 'message');
  for (const text of [undefined, null, 1, '', {}, ['x'], 'x'.repeat(65_537), 'nul \u0000', '\ud800'])
    expectRefusal(await chat.edit(id, { text }), 400, 'message.text');
  const empty = await service.call('POST', `/${binderId}/messages/${id}`, { token: editor.token });
  assert.equal(empty.status, 400);
  assert.deepEqual(await stateOf(service, binderId), before);
});

test('[MSG-26] an edit may bring rich text, of which the words are made', async () => {
  const id = await chat.post('old');
  assert.equal((await chat.edit(id, { richtext: '[b]new[/b] words<script>' })).status, 200);
  const { text, html, richtext } = (await chat.get(id)).body.data;
  assert.deepEqual([text, richtext], ['new words<script>', '[b]new[/b] words<script>']);
  assert.match(html, /<span style="font-weight:bold">new<\/span> words&lt;script&gt;/);
  expectRefusal(await chat.edit(id, { richtext: '[b]'.repeat(3_000) }), 400, 'message.richtext');
  assert.equal((await chat.get(id)).body.data.html, html);
});

test('[MSG-26] [MSG-27] search finds an edited message by its new words alone, and a deleted one by none', async () => {
  const hits = async (word: string) => {
    const { body } = await service.call('GET', `/${binderId}/search?q=${word}`, { token: viewer.token });
    return body.data.results.map((result: { id: string }) => Number(result.id));
  };
  const id = await chat.post('quince');
  assert.deepEqual(await hits('quince'), [id]);
  await chat.edit(id, { text: 'medlar' });
  assert.deepEqual([await hits('quince'), await hits('medlar')], [[], [id]]);
  await chat.remove(id);
  assert.deepEqual(await hits('medlar'), []);
});

test('[MSG-46] what the service wrote of a meet says so, in the list and by itself, and is changed by nobody', async () => {
  const at = (hours: number) => new Date(service.clock.now() + hours * 3_600_000).toISOString();
  const meet = { name: 'Weekly', starts: at(1), ends: at(2), binder_id: binderId };
  const { token } = editor;
  const planned = await service.call('POST', '/meets/schedule', { token, json: meet });
  await service.call('DELETE', `/meets/${planned.body.data.session_key}`, { token });
  const own = await chat.post('Weekly was short');
  const lines = await chat.list();
  assert.deepEqual(
    lines.map(({ text, is_feed }) => [text, is_feed]),
    [
      ['Weekly was short', undefined],
      ['Meeting cancelled: Weekly', true],
      ['Meeting scheduled: Weekly', true],
    ],
  );
  for (const { id } of lines.filter((line) => line.id !== own)) {
    assert.equal((await chat.get(id)).body.data.is_feed, true);
    for (const { token } of [editor, owner]) {
      assert.equal((await chat.edit(id, { text: 'x' }, token)).status, 403);
      assert.equal((await chat.remove(id, token)).status, 403);
    }
  }
});

test('[LOG-1] the time of an edit never lies before what the binder has seen', async () => {
  const id = await chat.post('one');
  await service.env.db.query('UPDATE binders SET updated_at = updated_at + 5000 WHERE id = $1', [binderId]);
  const { data } = (await chat.edit(id, { text: 'two' })).body;
  const [entry] = await chat.log(data.seq - 1);
  assert.equal(entry?.at, data.updated_time);
  assert.ok(data.updated_time >= (await chat.get(id)).body.data.created_time + 5000);
});

test('[IDEM-2] an edit repeated with its Idempotency-Key is made once', async () => {
  const id = await chat.post('one');
  const edit = () => chat.edit(id, { text: 'two' }, editor.token, { 'idempotency-key': 'edit-1' });
  const first = await edit();
  await chat.edit(id, { text: 'three' });
  const again = await edit();
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await chat.get(id)).body.data.text, 'three');
});
