import assert from 'node:assert/strict';
import { type Cast, openRealtime } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

test('[RT-6] each of many subscribes at once has its answer, also those that were given up', async () => {
  const client = await openRealtime(service, cast.viewer.token);
  const { binderId: binder_id } = cast;
  for (let id = 0; id < 60; id += 3) {
    client.send({ type: 'subscribe', id, binder_id });
    client.send({ type: 'subscribe_self', id: id + 1 });
    client.send({ type: 'subscribe', id: id + 2, binder_id });
    if (id % 2) client.send({ type: 'unsubscribe', binder_id });
  }
  const answered = await Promise.all(
    Array.from({ length: 60 }, (_, id) =>
      Promise.any([
        client.take('snapshot', (frame) => frame.id === id),
        client.take('binders', (frame) => frame.id === id),
        client.take('refused', (frame) => frame.id === id),
      ]),
    ),
  );
  for (const frame of answered)
    if (frame.type === 'refused') assert.equal(frame.code, 'RESPONSE_ERROR_CONFLICT');
  const ids = client.frames.flatMap((frame) => ('id' in frame && frame.id !== undefined ? [frame.id] : []));
  assert.equal(new Set(ids).size, ids.length, 'one answer each');
  await client.close();
});
