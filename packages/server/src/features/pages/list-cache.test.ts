import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import type { Actor } from '../../access/index.ts';
import { listPages } from './list.ts';
import { annotate, makePage, pagesOf } from './testing/annotate.ts';
import { uploaded } from './testing/upload.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ config: { accessTokenSeconds: 30_000_000 } });
  cast = await service.make.cast();
});
afterAll(() => service.close());

async function list(query = ''): Promise<string> {
  const [one, two] = [await pagesOf(service, cast, query), await pagesOf(service, cast, query)];
  assert.deepEqual(two, one);
  return JSON.stringify(one);
}

const call = (method: string, path: string, json?: object) =>
  service.call(method, `/${cast.binderId}${path}`, { token: cast.owner.token, ...(json ? { json } : {}) });

test('[PAGE-36] a list that was given before shows every change made since', async () => {
  const other = await service.make.binder(cast.owner);
  const { pages } = await uploaded(service, cast, makePdf({ pages: 3 }));
  const [a, b, c] = pages.map(({ id }) => id);
  const foreign = await uploaded(service, { binderId: other, owner: cast.owner }, makePdf());
  const changes: Record<string, () => Promise<unknown>> = {
    'a page is made': () => makePage(service, cast, { type: 'whiteboard' }),
    'a file is uploaded': () => uploaded(service, cast, makePdf({ text: 'more' })),
    'a page is annotated': () => annotate(service, cast, a),
    'an annotation is replaced': () => annotate(service, cast, a, '<circle r="4"/>'),
    'an annotation is deleted': () => call('DELETE', `/pages/${a}/annotations/mark`),
    'a page is named': () => call('POST', `/pages/${b}`, { name: 'b' }),
    'a page is moved in the order': () => call('POST', `/pages/${c}`, { page_number: '0.5' }),
    'a page is commented': () => call('POST', `/pages/${a}/comments`, { text: 'c' }),
    'pages are copied here': () => call('POST', '/copypages', { source_id: other }),
    'pages are moved here': () =>
      call('POST', '/movepages', { source_id: other, pages: [{ id: foreign.pages[0].id }] }),
    'a page is moved away': () =>
      service.call('POST', `/${other}/movepages`, {
        token: cast.owner.token,
        json: { source_id: cast.binderId, pages: [{ id: b }] },
      }),
    'a page is deleted': () => call('DELETE', `/pages/${a}`),
    'pages are deleted': () => call('DELETE', `/pages?filter=${c}`),
  };
  let before = await list();
  for (const [what, change] of Object.entries(changes)) {
    await change();
    const after = await list();
    assert.notEqual(after, before, what);
    before = after;
  }
});

test('[PAGE-36] what was given to one who may see it is not given to one who may not', async () => {
  await list();
  for (const [who, status] of [
    ['viewer', 200],
    ['sameOrg', 403],
    ['otherPartner', 403],
  ] as const) {
    const answer = await service.call('GET', `/${cast.binderId}/pages`, { token: cast[who].token });
    assert.equal(answer.status, status, who);
  }
  await call('POST', '/removeuser', { unique_id: cast.viewer.uniqueId, org_id: cast.viewer.orgId });
  const removedPages = await service.call('GET', `/${cast.binderId}/pages`, { token: cast.viewer.token });
  assert.equal(removedPages.status, 403);
  await call('DELETE', '');
  assert.equal((await call('GET', '/pages')).status, 404);
});

test('[PAGE-36] one query is not answered with the list of another', async () => {
  const own = { ...cast, binderId: await service.make.binder(cast.owner) };
  const one = await uploaded(service, own, makePdf({ pages: 3 }));
  const two = await uploaded(service, own, makePdf({ pages: 2 }));
  const ids = async (query: string) => (await pagesOf(service, own, query)).map(({ id }) => id);
  const all = [...one.pages, ...two.pages].map(({ id }) => id);
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await ids(''), all);
    assert.deepEqual(await ids(`?file_id=${two.fileId}`), all.slice(3));
    assert.deepEqual(await ids(`?filter=${all[1]},${all[4]}`), [all[1], all[4]]);
    assert.deepEqual(await ids('?limit=2'), all.slice(0, 2));
  }
});

test('[PAGE-11] [PAGE-36] a list of yesterday has no links of yesterday', async () => {
  const own = { ...cast, binderId: await service.make.binder(cast.owner) };
  await makePage(service, own, { type: 'whiteboard' });
  const [before] = await pagesOf(service, own);
  service.clock.advance(DAY_MS);
  const [after] = await pagesOf(service, own);
  assert.notEqual(after.page_uri, before.page_uri);
});

test('[PAGE-36] changes that come while a list is read are in the next one', async () => {
  const own = { ...cast, binderId: await service.make.binder(cast.owner) };
  const id = await makePage(service, own, { type: 'note', text: 'a' });
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      if (at % 3 === 0) {
        await service.call('POST', `/${own.binderId}/pages/${id}`, {
          token: cast.owner.token,
          json: { name: `n${at}` },
        });
        const [page] = await pagesOf(service, own);
        assert.ok(page.revision > 1);
      } else await pagesOf(service, own);
    }),
  );
  const [page] = await pagesOf(service, own);
  assert.equal(page.revision, 21);
});

test('what is kept of a list holds no memory but its own bytes', async () => {
  const actor: Actor = {
    userId: cast.owner.id,
    orgId: cast.owner.orgId,
    partnerId: cast.partner.id,
    clientId: cast.client.id,
    isBot: false,
    isOrgAdmin: false,
    isPartnerAdmin: false,
    mayWrite: true,
  };
  const binderId = await service.make.binder(cast.owner);
  await makePage(service, { ...cast, binderId }, { type: 'note', text: 'ä' });
  const list = () => listPages(service.env, actor, binderId, {});
  const body = await list();
  assert.equal(await list(), body);
  assert.equal(JSON.parse(body.toString()).data.pages.length, 1);
  assert.equal(body.buffer.byteLength, body.length);
});
