import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, openRealtime, type RealtimeClient, stateOf } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';

let cast: Cast;
beforeEach(async () => {
  cast = await service.make.cast();
});

async function present(user: CreatedUser): Promise<RealtimeClient> {
  const client = await openRealtime(service, user.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  return client;
}

const stroke = { points: [1, 2, 0.5, 3, 4, 0.7], client_uuid: 'mark', page_id: 3, is_over: false };

test('[RT-13] who comes is told of the others, they of who comes and goes, and nothing of oneself', async () => {
  const owner = await present(cast.owner);
  const viewer = await present(cast.viewer);
  const there = await viewer.take('ephemeral');
  assert.deepEqual([there.user.id, there.kind, there.data], [cast.owner.id, 'presence', { state: 'online' }]);
  const came = await owner.take('ephemeral');
  assert.deepEqual(
    [came.user, came.data],
    [{ id: cast.viewer.id, name: cast.viewer.name }, { state: 'online' }],
  );
  viewer.send({ type: 'publish', binder_id: cast.binderId, kind: 'presence', data: { state: 'idle' } });
  assert.deepEqual((await owner.take('ephemeral')).data, { state: 'idle' });
  const editor = await present(cast.editor);
  const states = [await editor.take('ephemeral'), await editor.take('ephemeral')];
  assert.deepEqual(
    new Map(states.map(({ user, data }) => [user.id, data.state])),
    new Map([
      [cast.owner.id, 'online'],
      [cast.viewer.id, 'idle'],
    ]),
  );
  viewer.cut();
  for (const client of [owner, editor])
    await client.take(
      'ephemeral',
      ({ user, data }) => user.id === cast.viewer.id && data.state === 'offline',
    );
  for (const client of [owner, editor]) await client.close();
});

test('[RT-13] typing, pointer and stroke come to the others, and only what a frame may carry', async () => {
  const [owner, editor] = [await present(cast.owner), await present(cast.editor)];
  editor.sendRaw(
    JSON.stringify({
      type: 'publish',
      binder_id: cast.binderId,
      kind: 'stroke',
      data: { ...stroke, html: '<script>' },
      user: { id: cast.owner.id, name: 'Somebody else' },
    }),
  );
  const { user, data } = await owner.take('ephemeral', ({ kind }) => kind === 'stroke');
  assert.deepEqual([user.id, data], [cast.editor.id, stroke]);
  editor.send({ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: {} });
  await owner.take('ephemeral', ({ kind }) => kind === 'typing');
  assert.ok(!editor.frames.some((frame) => frame.type === 'ephemeral' && frame.user.id === cast.editor.id));
  await owner.close();
  await editor.close();
});

test('[RT-13] a viewer and a token that may only read are not heard to draw, and a demoted editor is not', async () => {
  const owner = await present(cast.owner);
  const viewer = await present(cast.viewer);
  const reading = await present({ ...cast.editor, token: cast.editor.readToken });
  const editor = await present(cast.editor);
  const draw = (client: RealtimeClient, style: string) => {
    for (const kind of ['stroke', 'pointer'] as const)
      client.send({ type: 'publish', binder_id: cast.binderId, kind, data: { ...stroke, style } });
    client.send({ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: { style } });
  };
  for (const [client, style] of [
    [viewer, 'viewer'],
    [reading, 'reading'],
  ] as const) {
    draw(client, style);
    await owner.take('ephemeral', ({ kind, data }) => kind === 'typing' && data.style === style);
  }
  const { status } = await service.call('POST', `/${cast.binderId}/users/${cast.editor.id}`, {
    token: cast.owner.token,
    json: { type: 'BOARD_READ_ONLY' },
  });
  assert.equal(status, 200);
  await editor.take('entries');
  draw(editor, 'demoted');
  await owner.take('ephemeral', ({ kind, data }) => kind === 'typing' && data.style === 'demoted');
  assert.ok(!owner.frames.some((frame) => frame.type === 'ephemeral' && frame.kind === 'stroke'));
  assert.ok(!owner.frames.some((frame) => frame.type === 'ephemeral' && frame.kind === 'pointer'));
  for (const client of [owner, viewer, reading, editor]) await client.close();
});

test('[RT-13] who is not subscribed neither hears nor is heard, and nothing is stored', async () => {
  const owner = await present(cast.owner);
  const outside = await openRealtime(service, cast.editor.token);
  const stranger = await openRealtime(service, cast.stranger.token);
  const before = await stateOf(service, cast.binderId);
  for (const client of [outside, stranger, owner])
    client.send({ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: {} });
  for (const client of [outside, stranger]) {
    client.send({ type: 'ping' });
    await client.take('pong');
    assert.ok(!client.frames.some(({ type }) => type === 'ephemeral'));
  }
  owner.send({ type: 'ping' });
  await owner.take('pong');
  assert.ok(!owner.frames.some(({ type }) => type === 'ephemeral'));
  assert.deepEqual(await stateOf(service, cast.binderId), before);
  for (const client of [owner, outside, stranger]) await client.close();
});
