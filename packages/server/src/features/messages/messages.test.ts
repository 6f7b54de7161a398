import assert from 'node:assert/strict';
import { type Actors, type CreatedUser, createActors, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';

let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let viewer: CreatedUser;
let binderId: string;
beforeAll(async () => {
  actors = await createActors(service);
  ({ owner, editor, viewer } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});

const send = (json: unknown, token = editor.token) =>
  service.call('POST', `/${binderId}/messages`, { token, json });
const post = (text: unknown, token?: string) => send({ message: { text } }, token);
const list = async (query = '') =>
  (await service.call('GET', `/${binderId}/messages${query}`, { token: viewer.token })).body.data;

test('[MSG-1] [LOG-1] a message is one entry in the log', async () => {
  const { data } = (await post('Hello')).body;
  const feed = await service.call('GET', `/${binderId}/feed?after=1`, { token: viewer.token });
  assert.deepEqual(feed.body.data, {
    entries: [
      {
        seq: 2,
        at: data.created_time,
        actor: { id: editor.id, name: editor.name },
        kind: 'message_posted',
        body: { id: data.binder_comment_id, text: 'Hello' },
      },
    ],
    seq: 2,
  });
});

test('[MSG-2] a text of 1 to 65,536 characters of any script is kept as it is', async () => {
  const texts = [
    'x',
    ' ',
    'x'.repeat(65_536),
    '👩🏽‍🚀'.repeat(9000),
    '\u{10FFFF}'.repeat(65_536),
    'e\u0301 é שלום 日本語 \u202eright to left\u202c \ufeff \uffff',
    'tab\t newline\n return\r quote" back\\slash \u0001 \u007f \u2028',
    `'; DROP TABLE messages; -- $1 %s {{name}} <script>alert(1)</script>`,
    '__proto__',
  ];
  for (const text of texts) {
    const answer = await post(text);
    assert.equal(answer.status, 200, answer.body.message);
    const { messages } = await list('?limit=1');
    assert.equal(messages[0].text, text);
  }
});

test('[MSG-2] [HTTP-10] a text that is missing, empty, too long or no text is 400 and names message.text', async () => {
  const before = await stateOf(service, binderId);
  for (const [json, path] of [
    [{}, 'message'],
    [{ message: null }, 'message'],
    [{ message: 'Hello' }, 'message'],
    [{ message: [] }, 'message'],
    [{ message: {} }, 'message.text'],
    [{ message: { text: null } }, 'message.text'],
    [{ message: { text: 7 } }, 'message.text'],
    [{ message: { text: ['Hello'] } }, 'message.text'],
    [{ message: { text: { a: 1 } } }, 'message.text'],
    [{ message: { text: '' } }, 'message.text'],
    [{ message: { text: 'x'.repeat(65_537) } }, 'message.text'],
    [{ message: { text: '👋'.repeat(65_537) } }, 'message.text'],
    [{ message: { text: 'nul \u0000' } }, 'message.text'],
    [{ message: { text: 'lone \udc00' } }, 'message.text'],
    [[], ''],
    ['Hello', ''],
    [null, ''],
  ] as const) {
    const answer = await send(json);
    assert.equal(answer.status, 400, JSON.stringify(json).slice(0, 80));
    assert.equal(answer.body.errors[0].path, path);
  }
  const without = await service.call('POST', `/${binderId}/messages`, { token: editor.token });
  assert.equal(without.status, 400);
  assert.deepEqual(await stateOf(service, binderId), before);
});

test('[MSG-4] messages come newest first, numbered in the order of their coming', async () => {
  const ids: number[] = [];
  for (const text of ['one', 'two', 'three']) {
    ids.unshift((await post(text, text === 'two' ? owner.token : editor.token)).body.data.binder_comment_id);
  }
  const { messages, next_cursor } = await list();
  assert.deepEqual(
    messages.map(({ id, text }: { id: number; text: string }) => [id, text]),
    [
      [ids[0], 'three'],
      [ids[1], 'two'],
      [ids[2], 'one'],
    ],
  );
  assert.equal(next_cursor, undefined);
  assert.deepEqual(messages[1].user, { id: owner.id, name: owner.name });
});

test('[MSG-4] a binder without messages has an empty list', async () => {
  assert.deepEqual(await list(), { messages: [] });
  assert.deepEqual(await list('?limit=1000&before=1'), { messages: [] });
});

test('[MSG-4] the messages of one binder are not those of another, though their ids are the same', async () => {
  const other = await actors.fixture();
  await post('here');
  await service.call('POST', `/${other}/messages`, {
    token: editor.token,
    json: { message: { text: 'there' } },
  });
  const texts = (data: { messages: { text: string }[] }) => data.messages.map(({ text }) => text);
  assert.deepEqual(texts(await list()), ['here']);
  const there = await service.call('GET', `/${other}/messages`, { token: viewer.token });
  assert.deepEqual(texts(there.body.data), ['there']);
});

test('[LOG-9] times in a binder never go back, whatever the clock does', async () => {
  const { data: first } = (await post('first')).body;
  await service.env.db.query('UPDATE binders SET updated_at = updated_at + 5000 WHERE id = $1', [binderId]);
  const { data: second } = (await post('second')).body;
  assert.equal(second.created_time, first.created_time + 5000, 'the latest time that the binder has seen');
  await service.call('POST', `/${binderId}`, { token: owner.token, json: { name: 'New' } });
  const { entries } = (await service.call('GET', `/${binderId}/feed`, { token: viewer.token })).body.data;
  const times = entries.map(({ at }: { at: number }) => at);
  assert.deepEqual(times, times.toSorted());
});
