import assert from 'node:assert/strict';
import { createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { pagesOf } from './testing/annotate.ts';
import type { Uploader } from './testing/upload.ts';

let owner: Uploader['owner'];
let uploader: Uploader;
beforeAll(async () => {
  owner = await service.make.user();
});
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

const post = (json: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', `/${uploader.binderId}/pages`, { token: owner.token, json, headers });

test('[IDEM-1] the same key makes one page', async () => {
  const headers = { 'idempotency-key': 'make-one' };
  const [one, two] = await Promise.all([
    post({ type: 'note', text: 'a' }, headers),
    post({ type: 'note', text: 'a' }, headers),
  ]);
  assert.deepEqual(one.body.data, two.body.data);
  assert.equal((await pagesOf(service, uploader)).length, 1);
});

test('[PAGE-34] who may make pages', async () => {
  const actors = await createActors(service);
  await actors.check({
    expected: { owner: 200, editor: 200, bot: 200, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    call: ({ call }, binderId) => call('POST', `/${binderId}/pages`, { json: { type: 'note', text: 'a' } }),
  });
});
