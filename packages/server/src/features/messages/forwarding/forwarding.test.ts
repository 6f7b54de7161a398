import assert from 'node:assert/strict';
import { makeWav } from '@ringbinder/page-renderer/testing';
import type { Cast, CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';
import { type Chat, createChat } from '../testing/chat.ts';

let cast: Cast;
let source: Chat;
let targetId: string;
let target: Chat;
beforeEach(async () => {
  cast = await service.make.cast();
  source = createChat(service, cast.binderId, cast.owner.token);
  targetId = await service.make.binder(cast.viewer, [{ user: cast.owner, role: 'viewer' }]);
  target = createChat(service, targetId, cast.viewer.token);
});

const forward = (user: CreatedUser, json: object, to = targetId, headers = {}) =>
  service.call('POST', `/${to}/forwardmessage`, {
    token: user.token,
    json: { source_id: cast.binderId, ...json },
    headers,
  });

async function forwarded(
  json: object,
): Promise<{ binder_comment_id: number; comment_id?: number; file_id?: string }> {
  const { status, body } = await forward(cast.viewer, json);
  assert.equal(status, 200, body.message);
  return body.data;
}

async function read(path: string) {
  const { status, body } = await service.call('GET', path, { token: cast.viewer.token });
  assert.equal(status, 200, body.message);
  return body.data;
}

async function attach(name: 'file' | 'audio', file: File): Promise<number> {
  const form = new FormData();
  form.append('payload', JSON.stringify({ message: { text: '' } }));
  form.append(name, file);
  const answer = await fetch(`${service.base}/${cast.binderId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cast.owner.token}` },
    body: form,
  });
  const body = (await answer.json()) as { message: string; data: { binder_comment_id: number } };
  assert.equal(answer.status, 200, body.message);
  return body.data.binder_comment_id;
}

test('[MSG-57] a reader forwards a message with its form, author and time, and a comment before it', async () => {
  const json = { message: { richtext: '[b]Rate[/b]: 3 %', mentions: [cast.viewer.id] } };
  const { body } = await source.send(json);
  const id = body.data.binder_comment_id;
  const { binder_comment_id, comment_id } = await forwarded({ message_id: id, text: 'See what Olga wrote' });
  const [message, comment] = await target.list();
  assert.deepEqual([message?.id, comment?.id], [binder_comment_id, comment_id]);
  assert.equal(comment?.text, 'See what Olga wrote');
  assert.equal(comment?.forwarded, undefined);
  assert.equal(message?.text, 'Rate: 3 %');
  assert.match(message?.html ?? '', /font-weight:bold/);
  assert.equal(message?.user.id, cast.viewer.id);
  assert.deepEqual(message?.forwarded, {
    user: { id: cast.owner.id, name: cast.owner.name },
    time: body.data.created_time,
  });
  assert.equal(message?.mentions, undefined);
  const entry = (await target.log()).findLast(({ kind }) => kind === 'message_posted');
  const forwardedBody: object | undefined = entry?.body;
  assert.deepEqual(forwardedBody && 'forwarded' in forwardedBody && forwardedBody.forwarded, {
    user_id: cast.owner.id,
    time: body.data.created_time,
  });
});

test('[MSG-57] a forwarded message that is forwarded names the first author', async () => {
  const id = await source.post('First');
  const { binder_comment_id } = await forwarded({ message_id: id });
  const third = await service.make.binder(cast.viewer);
  const again = { source_id: targetId, message_id: binder_comment_id };
  assert.equal((await forward(cast.viewer, again, third)).status, 200);
  const { messages } = await read(`/${third}/messages`);
  assert.equal(messages[0].forwarded.user.id, cast.owner.id);
});

test('[MSG-57] only who reads the source and writes in the target forwards', async () => {
  const id = await source.post('Secret');
  assert.equal((await forward(cast.owner, { message_id: id })).status, 403, 'reads in the target');
  const own = await service.make.binder(cast.sameOrg);
  assert.equal(
    (await forward(cast.sameOrg, { message_id: id }, own)).status,
    403,
    'does not read the source',
  );
  const { messages } = (await service.call('GET', `/${own}/messages`, { token: cast.sameOrg.token })).body
    .data;
  assert.deepEqual(messages, []);
  const missing = await forward(cast.viewer, { message_id: id + 1000, text: 'A comment' });
  assert.deepEqual([missing.status, missing.body.errors[0].path], [404, 'message_id']);
  assert.equal((await source.remove(id)).status, 200);
  assert.equal((await forward(cast.viewer, { message_id: id })).status, 404, 'deleted');
  assert.deepEqual(await target.list(), [], 'nor a comment');
});

test('[MSG-57] a retry with the same key forwards once', async () => {
  const id = await source.post('Once');
  const headers = { 'idempotency-key': 'forward-1' };
  const answers = [];
  for (let times = 0; times < 3; times++)
    answers.push(await forward(cast.viewer, { message_id: id }, targetId, headers));
  assert.deepEqual(
    answers.map(({ body }) => body.data.binder_comment_id),
    Array(3).fill(answers[0]?.body.data.binder_comment_id),
  );
  assert.equal((await target.list()).length, 1);
});

test('[MSG-58] the file goes along with its pages, once, and the sound', async () => {
  const picture = new File(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], 'plan.svg');
  const withFile = await attach('file', picture);
  const first = await forwarded({ message_id: withFile });
  assert.ok(first.file_id);
  const [message] = await target.list();
  assert.equal(message?.file?.name, 'plan.svg');
  const pages = async () =>
    (await read(`/${targetId}`)).pages?.length ?? (await read(`/${targetId}/pages`)).pages.length;
  const count = await pages();
  await forwarded({ message_id: withFile });
  assert.equal(await pages(), count);
  assert.deepEqual(
    (await target.log()).map(({ kind }) => kind).filter((kind) => /file|page/.test(kind)),
    ['file_uploaded', ...Array(count).fill('page_created')],
  );
  const sound = await attach('audio', new File([new Uint8Array(await makeWav({ seconds: 1 }))], 'note.wav'));
  const { binder_comment_id } = await forwarded({ message_id: sound });
  const heard = await service.call('GET', `/${targetId}/messages/${binder_comment_id}/audio`, {
    token: cast.viewer.token,
  });
  assert.equal(heard.status, 200);
});

test('[MSG-59] a forwarded message cannot be edited, but deleted', async () => {
  const id = await source.post('As it was');
  const { binder_comment_id } = await forwarded({ message_id: id });
  assert.equal((await target.edit(binder_comment_id, { text: 'Something else' })).status, 403);
  assert.equal((await target.remove(binder_comment_id)).status, 200);
});
