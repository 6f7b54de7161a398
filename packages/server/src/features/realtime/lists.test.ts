import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, openRealtime, type RealtimeClient } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeEach, test } from 'vitest';

let cast: Cast;
beforeEach(async () => {
  cast = await service.make.cast();
});

async function subscribed({ token }: CreatedUser): Promise<RealtimeClient> {
  const client = await openRealtime(service, token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  return client;
}
async function listing({ token }: CreatedUser): Promise<RealtimeClient> {
  const client = await openRealtime(service, token);
  client.send({ type: 'subscribe_self', id: 1 });
  await client.take('binders');
  return client;
}
/** The `pong` arrives after everything that the server sent before it. */
async function settled(client: RealtimeClient): Promise<void> {
  client.send({ type: 'ping' });
  await client.take('pong');
}
const type = (client: RealtimeClient, is_over: boolean) =>
  client.send({ type: 'publish', binder_id: cast.binderId, kind: 'typing', data: { is_over } });
const call = (user: CreatedUser, path: string, json: object) =>
  service.call('POST', `/${cast.binderId}${path}`, { token: user.token, json });

test('[RT-21] who is subscribed as well hears it once, and nobody hears of oneself', async () => {
  const owner = await subscribed(cast.owner);
  const viewer = await listing(cast.viewer);
  viewer.send({ type: 'subscribe', id: 2, binder_id: cast.binderId });
  await viewer.take('snapshot');
  owner.send({ type: 'subscribe_self', id: 2 });
  await owner.take('binders');
  type(owner, false);
  await viewer.take('ephemeral', ({ kind }) => kind === 'typing');
  for (const client of [owner, viewer]) await settled(client);
  const typing = (client: RealtimeClient) =>
    client.frames.filter((frame) => frame.type === 'ephemeral' && frame.kind === 'typing').length;
  assert.deepEqual([typing(viewer), typing(owner)], [1, 0]);
  for (const client of [owner, viewer]) await client.close();
});

test('[RT-21] who is no member, or no longer one, hears nothing of it', async () => {
  const owner = await subscribed(cast.owner);
  const [otherPartner, viewer] = [await listing(cast.otherPartner), await listing(cast.viewer)];
  await viewer.take('ephemeral');
  await call(cast.owner, '/removeuser', { id: cast.viewer.id });
  await viewer.take('binder_removed');
  const receivedCount = viewer.frames.length;
  type(owner, false);
  for (const client of [owner, otherPartner, viewer]) await settled(client);
  assert.equal(viewer.frames.length, receivedCount + 1, 'the pong alone');
  assert.ok(!otherPartner.frames.some(({ type: kind }) => kind === 'ephemeral'));
  for (const client of [owner, otherPartner, viewer]) await client.close();
});
