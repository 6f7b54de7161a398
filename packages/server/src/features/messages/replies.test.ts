import assert from 'node:assert/strict';
import { type Cast, expectRefusal, stateOf, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { type Chat, createChat } from './testing/chat.ts';

let cast: Cast;
let chat: Chat;
let here: Targets;
beforeAll(async () => {
  cast = await service.make.cast();
  chat = createChat(service, cast.binderId, cast.editor.token);
  here = await makeTargets(cast.binderId);
});

interface Targets {
  transaction: number;
  page: number;
  positionComment: number;
  commonComment: number;
  file: string;
  todo: number;
  message: number;
}

async function makeTargets(binderId: string): Promise<Targets> {
  const { token } = cast.editor;
  const make = async (path: string, json: unknown) => {
    const { status, body } = await service.call('POST', `/${binderId}${path}`, { token, json });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const steps = [{ assignee: { user_id: cast.editor.id }, actions: [{ id: 'ok', text: 'OK' }] }];
  const { transaction_id } = await make('/transactions', { title: 't', content: 'c', steps });
  const { fileId, pages } = await uploadFile(service, { binderId, token }, 'A note', 'note.txt');
  const page = pages[0].id;
  const comments = `/pages/${page}/comments`;
  const placed = await make(comments, { text: 'here', is_position_comment: true, x: 1, y: 2 });
  const common = await make(comments, { text: 'anywhere' });
  const { todos } = await make('/todos', { name: 'a to-do' });
  const message = await make('/messages', { message: { text: 'a message' } });
  return {
    transaction: transaction_id,
    page,
    positionComment: placed.comment_id,
    commonComment: common.comment_id,
    file: fileId,
    todo: todos[0].id,
    message: message.binder_comment_id,
  };
}

const reply = (reply_to: unknown, token?: string) =>
  chat.send({ message: { text: 'reply' }, reply_to }, token);

async function expectNone(targets: Targets): Promise<void> {
  const { transaction, page, positionComment, file, todo, message } = targets;
  const before = await stateOf(service, cast.binderId);
  for (const [target, path] of [
    [{ transaction: { id: transaction } }, 'transaction.id'],
    [{ page: { id: page } }, 'page.id'],
    [{ page: { id: page, position_comment_id: positionComment } }, 'page.id'],
    [{ page: { id: here.page, position_comment_id: positionComment } }, 'page.position_comment_id'],
    [{ file: { id: file } }, 'file.id'],
    [{ todo: { id: todo } }, 'todo.id'],
    [{ binder: { comment_id: message } }, 'binder.comment_id'],
  ] as const)
    expectRefusal(await reply(target), 404, `reply_to.${path}`);
  assert.deepEqual(await stateOf(service, cast.binderId), before);
}

test('[MSG-8] [HTTP-19] what is not there is 404 and named', async () => {
  const nothing = 999_999;
  const file = `F${'0'.repeat(22)}`;
  await expectNone({
    transaction: nothing,
    page: nothing,
    positionComment: nothing,
    commonComment: nothing,
    file,
    todo: nothing,
    message: nothing,
  });
});

test('[MSG-8] [STORE-15] the things of another binder are 404', async () => {
  const other = await service.make.binder(cast.editor);
  await service.env.db.query('UPDATE binders SET next_id = 100000 WHERE id = $1', [other]);
  await expectNone(await makeTargets(other));
});

test('[MSG-8] [HTTP-21] what was deleted is 404; replies that it has already stay', async () => {
  const doomed = await makeTargets(cast.binderId);
  const { transaction, page, positionComment, message } = doomed;
  const targets = [
    { transaction: { id: transaction } },
    { page: { id: page, position_comment_id: positionComment } },
    { binder: { comment_id: message } },
  ];
  const ids: number[] = [];
  for (const target of targets) ids.unshift(await chat.post('before', undefined, { reply_to: target }));
  const remove = (path: string) =>
    service.call('DELETE', `/${cast.binderId}${path}`, { token: cast.owner.token });
  await remove(`/pages/${page}/comments/${positionComment}`);
  expectRefusal(await reply(targets[1]), 404, 'reply_to.page.position_comment_id');
  await remove(`/pages/${page}`);
  await remove(`/transactions/${transaction}`);
  await remove(`/todos/${doomed.todo}`);
  await chat.remove(message);
  await service.env.db.query('UPDATE files SET deleted_at = 1 WHERE id = $1', [doomed.file]);
  await expectNone(doomed);
  const replies = (await chat.list()).filter(({ text }) => text === 'before');
  assert.deepEqual(
    replies.map(({ id, reply_to }) => ({ id, reply_to })),
    ids.map((id, index) => ({ id, reply_to: targets.toReversed()[index] })),
  );
});

test('[IDEM-2] a reply repeated with its Idempotency-Key is posted once', async () => {
  const json = { message: { text: 'once' }, reply_to: { transaction: { id: here.transaction } } };
  const send = () => chat.send(json, undefined, { 'idempotency-key': 'reply-1' });
  const [first, second] = [await send(), await send()];
  assert.equal(first.status, 200);
  assert.deepEqual(second.body, first.body);
  assert.equal((await chat.list()).filter(({ text }) => text === 'once').length, 1);
  const other = { ...json, reply_to: { binder: { comment_id: here.message } } };
  assert.equal((await chat.send(other, undefined, { 'idempotency-key': 'reply-1' })).status, 409);
});
