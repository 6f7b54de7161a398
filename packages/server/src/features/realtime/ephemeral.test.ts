import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, openRealtime, type RealtimeClient } from '@ringbinder/testkit';
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
