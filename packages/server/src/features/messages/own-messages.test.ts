import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedUser,
  createActors,
  expectRefusal,
  startService,
  stateOf,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let service: TestService;
let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let binderId: string;
let chat: Chat;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
  ({ owner, editor, viewer } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
  chat = createChat(service, binderId, editor.token);
});
afterAll(() => service.close());

const setRole = (type: string) =>
  service.call('POST', `/${binderId}/users/${editor.id}`, { token: owner.token, json: { type } });

test('[MSG-23] one message is read by its id', async () => {
  const ids = [await chat.post('one'), await chat.post('two'), await chat.post('three')];
  const all = (await chat.list()).toReversed();
  for (const [index, id] of ids.entries()) {
    const { status, body } = await chat.get(id, viewer.token);
    assert.equal(status, 200);
    assert.deepEqual(body.data, all[index]);
  }
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

test('[MSG-11] [MSG-26] an author edits an own message; its id, author, time of posting and reply_to stay', async () => {
  const first = await chat.post('first');
  const reply_to = { binder: { comment_id: first } };
  const id = await chat.post('one', undefined, { reply_to });
  const { body: before } = await chat.get(id);
  service.clock.advance(1000);
  const { status, body } = await chat.edit(id, { text: 'two' });
  assert.equal(status, 200, body.message);
  const { binder_comment_id, updated_time, seq } = body.data;
  assert.equal(binder_comment_id, id);
  assert.ok(updated_time >= before.data.created_time + 1000);
  assert.deepEqual((await chat.get(id, viewer.token)).body.data, {
    ...before.data,
    text: 'two',
    updated_time,
  });
  assert.deepEqual(
    (await chat.list()).map((message) => message.id),
    [id, first],
  );
  assert.deepEqual(await chat.log(seq - 1), [
    {
      seq,
      at: updated_time,
      actor: { id: editor.id, name: editor.name },
      kind: 'message_edited',
      body: { id, text: 'two' },
    },
  ]);
  assert.equal((await chat.binder()).total_comments, 2);
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

test('[MSG-11] [MSG-27] a deleted message is in no list, is 404 in every call, and counts no more', async () => {
  const ids = [await chat.post('one'), await chat.post('two'), await chat.post('three')];
  const [, id = 0] = ids;
  const seq = (await chat.binder()).revision;
  const answer = await chat.remove(id);
  assert.deepEqual(answer.body, { code: 'RESPONSE_SUCCESS' });
  for (const { status, body } of [
    await chat.get(id),
    await chat.edit(id, { text: 'x' }),
    await chat.remove(id),
    await chat.edit(id, { text: 'x' }, owner.token),
  ]) {
    assert.equal(status, 404);
    assert.equal(body.message, `there is no message ${id}`);
  }
  expectRefusal(
    await chat.send({ message: { text: 'x' }, reply_to: { binder: { comment_id: id } } }),
    404,
    'reply_to.binder.comment_id',
  );
  const before = await service.call('GET', `/${binderId}/messages?before=${ids[2]}`, { token: viewer.token });
  assert.deepEqual(
    before.body.data.messages.map((message: { id: number }) => message.id),
    [ids[0]],
  );
  assert.deepEqual(
    (await chat.list()).map((message) => message.id),
    [ids[2], ids[0]],
  );
  assert.equal((await chat.binder()).total_comments, 2);
  assert.deepEqual(
    (await chat.log(seq)).map(({ kind, body }) => ({ kind, body })),
    [{ kind: 'message_deleted', body: { id } }],
  );
});

test('[MSG-27] a reply to a message that is deleted stays, and says what it answered', async () => {
  const id = await chat.post('question');
  const reply_to = { binder: { comment_id: id } };
  const reply = await chat.post('answer', owner.token, { reply_to });
  await chat.remove(id);
  assert.deepEqual(
    (await chat.list()).map((message) => [message.id, message.text, message.reply_to]),
    [[reply, 'answer', reply_to]],
  );
  assert.equal((await chat.edit(reply, { text: 'better answer' }, owner.token)).status, 200);
  assert.deepEqual((await chat.get(reply)).body.data.reply_to, reply_to);
});

test('[MSG-11] an author needs write access still, and has the messages again with it', async () => {
  const id = await chat.post('one');
  await setRole('BOARD_READ_ONLY');
  assert.equal((await chat.edit(id, { text: 'x' })).status, 403);
  assert.equal((await chat.remove(id)).status, 403);
  await setRole('BOARD_READ_WRITE');
  assert.equal((await chat.edit(id, { text: 'x' })).status, 200);
  await service.call('POST', `/${binderId}/removeuser`, { token: editor.token, json: { id: editor.id } });
  assert.equal((await chat.get(id)).status, 403);
  assert.equal((await chat.edit(id, { text: 'x' })).status, 403);
  assert.equal((await chat.remove(id)).status, 403);
  assert.equal((await chat.get(id, owner.token)).body.data.text, 'x');
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

test('[MSG-28] what the service wrote to report a press is changed by nobody', async () => {
  const actions = [{ id: 'ok', text: 'OK', feed_msg: 'Approved' }];
  const steps = [{ assignee: { user_id: editor.id }, actions }];
  const made = await service.call('POST', `/${binderId}/transactions`, {
    token: owner.token,
    json: { title: 't', content: 'c', steps },
  });
  const { transaction_id, steps: ids } = made.body.data;
  await service.call('POST', `/${binderId}/transactions/${transaction_id}/steps/${ids[0].id}`, {
    token: editor.token,
    json: { click_button_id: 'ok' },
  });
  const [message] = await chat.list();
  assert.deepEqual([message?.text, message?.user.id], ['Approved', editor.id]);
  const before = await stateOf(service, binderId);
  for (const { token } of [editor, owner]) {
    assert.equal((await chat.edit(message?.id ?? 0, { text: 'Declined' }, token)).status, 403);
    assert.equal((await chat.remove(message?.id ?? 0, token)).status, 403);
  }
  assert.deepEqual(await stateOf(service, binderId), before);
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
      ['Meet cancelled: Weekly', true],
      ['Meet scheduled: Weekly', true],
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
