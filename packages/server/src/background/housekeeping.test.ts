import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { holdings, uploaded } from '../features/pages/testing/upload.ts';
import { deleteExpired } from './housekeeping.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('[FILE-22] housekeeping keeps the bytes of every file, and removes old ones that no upload committed', async () => {
  const { env, make } = service;
  const first = await make.cast();
  const second = await make.cast();
  await uploaded(service, first, 'shared by two binders');
  await uploaded(service, second, 'shared by two binders');
  await uploaded(service, first, 'whose page is deleted');
  const { pages } = await uploaded(service, first, 'whose page is deleted as well');
  await service.call('DELETE', `/${first.binderId}/pages/${pages[0].id}`, { token: first.owner.token });

  const crashed = await env.files.receive(Readable.from([Buffer.from('kept, and never committed')]), 1000);
  await crashed.keep();
  await env.files.receive(Readable.from([Buffer.from('never kept')]), 1000);

  const before = await holdings(service, first.binderId);
  assert.deepEqual([before.content.length, before.arriving.length], [4, 1]);
  await deleteExpired(env);
  assert.deepEqual(await holdings(service, first.binderId), before, 'nothing is old yet');

  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const path of [...before.content, ...before.arriving]) await utimes(path, longAgo, longAgo);
  await deleteExpired(env);
  const left = await holdings(service, first.binderId);
  assert.deepEqual(left.arriving, []);
  assert.deepEqual(
    left.content,
    before.content.filter((path) => path !== env.files.pathOf(crashed.sha256)),
  );
});
