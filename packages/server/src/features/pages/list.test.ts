import assert from 'node:assert/strict';
import { makeImage, makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { uploaded } from './testing/upload.ts';

let service: TestService;
let cast: Cast;
let image: Awaited<ReturnType<typeof uploaded>>;
beforeAll(async () => {
  // Tokens must remain valid as long as the links, which are valid for days.
  service = await startService({ config: { accessTokenSeconds: 10 * 24 * 60 * 60 } });
  cast = await service.make.cast();
  image = await uploaded(service, cast, await makeImage({ format: 'png', width: 30, height: 20 }), 'dot.png');
});
afterAll(() => service.close());

const list = (query = '', binderId = cast.binderId, token = cast.viewer.token) =>
  service.call('GET', `/${binderId}/pages${query}`, { token });

// biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
const idsOf = (answer: { body: any }): number[] => answer.body.data.pages.map(({ id }: { id: number }) => id);

test('[PAGE-7] page_number decides, whatever the ids', async () => {
  const binderId = await service.make.binder(cast.owner);
  const { pages } = await uploaded(service, { binderId, owner: cast.owner }, makePdf({ pages: 4 }));
  const [first, second, third, fourth] = pages.map(({ id }) => id);
  await service.env.db.query('UPDATE pages SET page_number = 2.5 WHERE binder_id = $1 AND id = $2', [
    binderId,
    first,
  ]);
  assert.deepEqual(idsOf(await list('', binderId, cast.owner.token)), [second, first, third, fourth]);
  const walked = [];
  let cursor: string | undefined;
  do {
    const { body } = await list(`?limit=1${cursor ? `&cursor=${cursor}` : ''}`, binderId, cast.owner.token);
    walked.push(body.data.pages[0].id);
    cursor = body.data.next_cursor;
  } while (cursor);
  assert.deepEqual(walked, [second, first, third, fourth]);
});

test('[HTTP-24] a limit or cursor that is none is 400 and named', async () => {
  const forged = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  const cursors = [
    'x',
    forged(['1']),
    forged([1, '1']),
    forged(['1e9', 1]),
    forged(["1'", 1]),
    forged({}),
    forged(['NaN', 2]),
  ];
  const cases = [
    ...['0', '-1', '1001', 'x', '1.5'].map((limit) => ['limit', limit]),
    ...cursors.map((cursor) => ['cursor', cursor]),
  ];
  for (const [name = '', value] of cases) {
    const { status, body } = await list(`?${name}=${value}`);
    assert.equal(status, 400, `${name}=${value}`);
    assert.equal(body.errors[0].path, name);
  }
});

test('[PAGE-11] a page that is listed twice has the same links, and other links the day after', async () => {
  const linksOf = async () => (await list(`?file_id=${image.fileId}`)).body.data.pages[0].thumbnail_uri;
  const first = await linksOf();
  assert.equal(await linksOf(), first);
  service.clock.advance(24 * 60 * 60 * 1000);
  assert.notEqual(await linksOf(), first);
  assert.equal((await fetch(service.origin + first)).status, 200, 'a link is good for a day at least');
});

test('[BINDER-8] a binder counts its pages, and shows the thumbnail of its first one', async () => {
  const binderId = await service.make.binder(cast.owner);
  const binder = async () => {
    const { body } = await service.call('GET', `/${binderId}`, { token: cast.owner.token });
    const listed = await service.call('GET', '/me/binders', { token: cast.owner.token });
    const entry = listed.body.data.binders.find(
      ({ binder }: { binder: { id: string } }) => binder.id === binderId,
    );
    assert.equal(entry.binder.thumbnail_uri, body.data.thumbnail_uri);
    assert.equal(entry.binder.total_pages, body.data.total_pages);
    return body.data;
  };
  assert.deepEqual([(await binder()).total_pages, (await binder()).thumbnail_uri], [0, '']);
  const { pages } = await uploaded(service, { binderId, owner: cast.owner }, makePdf({ pages: 3 }));
  assert.deepEqual(
    [(await binder()).total_pages, (await binder()).thumbnail_uri],
    [3, service.origin + pages[0].thumbnail_uri],
  );
  assert.equal((await fetch(service.origin + pages[0].thumbnail_uri)).status, 200);
  await service.call('DELETE', `/${binderId}/pages/${pages[0].id}`, { token: cast.owner.token });
  assert.deepEqual(
    [(await binder()).total_pages, (await binder()).thumbnail_uri],
    [2, service.origin + pages[1].thumbnail_uri],
  );
  await service.call('DELETE', `/${binderId}/pages?filter=${pages[1].id},${pages[2].id}`, {
    token: cast.owner.token,
  });
  assert.deepEqual([(await binder()).total_pages, (await binder()).thumbnail_uri], [0, '']);
});
