import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { uploaded } from '../pages/testing/upload.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const get = (path: string, token = cast.viewer.token, headers: Record<string, string> = {}) =>
  service.call('GET', `/${cast.binderId}${path}`, { token, headers });

test('[FILE-23] limit and cursor walk the files, each once, also those of one millisecond', async () => {
  const binderId = await service.make.binder(cast.owner);
  for (let number = 0; number < 7; number++)
    await uploaded(service, { binderId, owner: cast.owner }, `text ${number}`);
  await service.env.db.query('UPDATE files SET created_at = 1 WHERE binder_id = $1', [binderId]);
  const all = await service.call('GET', `/${binderId}/files`, { token: cast.owner.token });
  const idsOf = ({ files }: { files: { id: string }[] }) => files.map(({ id }) => id);
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const query = `?limit=3${cursor ? `&cursor=${cursor}` : ''}`;
    const { body } = await service.call('GET', `/${binderId}/files${query}`, { token: cast.owner.token });
    walked.push(...idsOf(body.data));
    cursor = body.data.next_cursor;
  } while (cursor);
  assert.equal(walked.length, 7);
  assert.deepEqual(walked, idsOf(all.body.data));
});

test('[ERR-15] bytes that are lost on disk are a 500 that tells nothing, and the service goes on', async () => {
  const { fileId } = await uploaded(service, cast, 'soon to be lost');
  const [row] = await service.env.db.query<{ sha256: string }>('SELECT sha256 FROM files WHERE id = $1', [
    fileId,
  ]);
  await rm(service.env.files.pathOf(row?.sha256 ?? ''));
  const { status, body } = await get(`/files/${fileId}`);
  assert.equal(status, 500);
  assert.equal(body.code, 'RESPONSE_ERROR_FAILED');
  assert.doesNotMatch(JSON.stringify(body), /ENOENT|content\//);
  assert.equal((await get('/files')).status, 200);
});
