import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { countBytes } from '../orgs/index.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const LARGE = `<path d="M0 0${' L1 1'.repeat(50_000)}"/>`;
const call = (method: string, path: string, json?: unknown) =>
  service.call(method, `/${cast.binderId}${path}`, {
    token: cast.owner.token,
    ...(json === undefined ? {} : { json }),
  });
const draw = (pageId: number, uuid: string) =>
  call('POST', `/pages/${pageId}/annotations`, { client_uuid: uuid, svg_tag: LARGE });

test('[ANN-9] [HTTP-23] annotations of a page are bounded, and a list of pages ends where theirs get long', async () => {
  const { body } = await call('POST', '/pages', { type: 'whiteboard' });
  const pageId = body.data.page_id;
  let drawn = 0;
  let answer = await draw(pageId, 'u0');
  while (answer.status === 200) answer = await draw(pageId, `u${++drawn}`);
  assert.equal(answer.body.code, 'RESPONSE_ERROR_PRECONDITION_FAILED');
  assert.equal(drawn, Math.floor((4 * 1024 ** 2) / 250_028));
  assert.equal((await draw(pageId, 'u0')).status, 200, 'what is there can be replaced');

  for (let count = 0; count < 2; count++) await call('POST', '/copypages', { source_id: cast.binderId });
  const seen: number[] = [];
  for (let path = '/pages'; path !== ''; ) {
    const { data } = (await call('GET', path)).body;
    assert.ok(JSON.stringify(data).length < 9 * 1024 ** 2);
    for (const { id, svg_tags } of data.pages) {
      assert.equal(svg_tags.length, drawn);
      seen.push(id);
    }
    path = data.next_cursor === undefined ? '' : `/pages?cursor=${data.next_cursor}`;
  }
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen).size, 4);
});

test('[HIST-14] what was drawn before counts into the bytes of the org, and is bounded for a page', async () => {
  const { body } = await call('POST', '/pages', { type: 'whiteboard' });
  const pageId = body.data.page_id;
  const used = () => countBytes(service.env.db, cast.owner.orgId);
  const [before, changes] = [await used(), 3];
  for (let change = 0; change < changes; change++) assert.equal((await draw(pageId, 'one')).status, 200);
  const grown = (await used()) - before;
  const replaced = (changes - 1) * LARGE.length;
  assert.ok(grown >= replaced && grown < replaced + changes * 2_000, `${grown} bytes for ${replaced}`);
  await service.env.db.query('UPDATE pages SET history_bytes = $3 WHERE binder_id = $1 AND id = $2', [
    cast.binderId,
    pageId,
    256 * 1024 ** 2 - LARGE.length,
  ]);
  const refused = await draw(pageId, 'one');
  assert.equal(refused.status, 412);
  assert.match(refused.body.message, /draw on a copy of it/);
  assert.equal(
    (await call('DELETE', `/pages/${pageId}/annotations/one`)).status,
    200,
    'what is there can be erased',
  );
  await call('POST', '/copypages', { source_id: cast.binderId, pages: [{ id: pageId }] });
  const [copy] = await service.env.db.query('SELECT max(id) AS id FROM pages WHERE binder_id = $1', [
    cast.binderId,
  ]);
  assert.equal((await draw(Number(copy?.id), 'one')).status, 200);
});
