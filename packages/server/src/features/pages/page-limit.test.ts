import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const call = (binderId: string, path: string, json: unknown) =>
  service.call('POST', `/${binderId}${path}`, { token: cast.owner.token, json });

test('[PAGE-30] a binder has at most 10,000 pages, however they come', async () => {
  const { env, make } = service;
  const full = cast.binderId;
  await env.db.query(
    `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, created_at, updated_at)
     SELECT $1, n, 'PAGE_TYPE_WHITEBOARD', 0, n, 1, 1, 0, 0 FROM generate_series(1, 9999) AS n`,
    [full],
  );
  await env.db.query('UPDATE binders SET next_id = 10000 WHERE id = $1', [full]);
  const other = await make.binder(cast.owner);
  assert.equal((await call(other, '/pages', { type: 'whiteboard' })).status, 200);

  const form = () => {
    const createdForm = new FormData();
    createdForm.append('file', new File(['a note'], 'note.txt'));
    return createdForm;
  };
  const upload = () => service.call('POST', `/${full}/pageupload`, { token: cast.owner.token, body: form() });
  assert.equal((await call(full, '/copypages', { source_id: full })).status, 412);
  assert.equal((await call(full, '/pages', { type: 'whiteboard' })).status, 200);
  assert.equal((await call(full, '/pages', { type: 'whiteboard' })).status, 412);
  assert.equal((await upload()).status, 412);
  assert.equal((await call(full, '/copypages', { source_id: other })).status, 412);
  assert.equal((await call(full, '/movepages', { source_id: other, pages: [{ id: 1 }] })).status, 412);

  const copy = await make.binder(cast.owner);
  assert.equal((await call(copy, '/copypages', { source_id: full })).status, 200);
});
