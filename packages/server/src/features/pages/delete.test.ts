import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { uploaded } from './testing/upload.ts';

let cast: Cast;
let ids: number[];
// biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
let pages: any[];
beforeAll(async () => {
  cast = await service.make.cast();
});
beforeEach(async () => {
  ({ pages } = await uploaded(service, cast, makePdf({ pages: 3 })));
  ids = pages.map(({ id }) => id);
});

const remove = (path: string, token = cast.owner.token) =>
  service.call('DELETE', `/${cast.binderId}${path}`, { token });
const left = async () => {
  const { body } = await service.call('GET', `/${cast.binderId}/pages?filter=${ids}`, {
    token: cast.owner.token,
  });
  return body.data.pages.map(({ id }: { id: number }) => id);
};

test('[PAGE-17] an id of the wrong shape is 400 and named', async () => {
  for (const id of ['x', '0', '-1', '1.5', '9007199254740993', '%00']) {
    const { status, body } = await remove(`/pages/${id}`);
    assert.equal(status, 400, id);
    assert.equal(body.errors[0].path, 'page_id');
  }
});

test('[PAGE-19] of two who delete the same pages at once, one gets 200 and the other 404', async () => {
  for (const path of [`/pages/${ids[0]}`, `/pages?filter=${ids[1]},${ids[2]}`]) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove(path)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404]);
  }
  assert.deepEqual(await left(), []);
});

test('[HTTP-21] a deleted page is 404 in every call, its signed links too', async () => {
  const [id] = ids;
  const [{ page_uri, thumbnail_uri, background_uri }] = pages;
  assert.equal((await fetch(service.origin + thumbnail_uri)).status, 200);
  await remove(`/pages/${id}`);
  for (const query of ['', '?raw=true']) {
    const { status } = await service.call('GET', `/${cast.binderId}/pagedownload/${id}${query}`, {
      token: cast.owner.token,
    });
    assert.equal(status, 404);
  }
  for (const uri of [page_uri, thumbnail_uri, background_uri]) {
    assert.equal((await fetch(service.origin + uri)).status, 404, 'also the one that has been rendered');
  }
});

test('[LOG-1] deleting is one entry for each page, and a refused one leaves none', async () => {
  const revision = async () =>
    (await service.call('GET', `/${cast.binderId}`, { token: cast.owner.token })).body.data.revision;
  const before = await revision();
  await remove(`/pages?filter=${ids[0]},999999`);
  assert.equal(await revision(), before);
  await remove(`/pages?filter=${ids[2]},${ids[0]}`);
  const feed = await service.call('GET', `/${cast.binderId}/feed?after=${before}`, {
    token: cast.owner.token,
  });
  const entries = feed.body.data.entries as { kind: string; body: unknown }[];
  assert.deepEqual(
    entries.map(({ kind, body }) => [kind, body]),
    [
      ['page_deleted', { id: ids[2] }],
      ['page_deleted', { id: ids[0] }],
    ],
  );
});

test('[PAGE-7] pages that come later stand behind those that are left', async () => {
  const binderId = await service.make.binder(cast.owner);
  const uploader = { binderId, owner: cast.owner };
  const first = await uploaded(service, uploader, makePdf({ pages: 3 }));
  await service.call('DELETE', `/${binderId}/pages/${first.pages[0].id}`, { token: cast.owner.token });
  const second = await uploaded(service, uploader, 'text');
  const { body } = await service.call('GET', `/${binderId}/pages`, { token: cast.owner.token });
  assert.deepEqual(
    body.data.pages.map(({ id }: { id: number }) => id),
    [first.pages[1].id, first.pages[2].id, second.pages[0].id],
  );
});
