import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import {
  type CreatedUser,
  followCursor,
  startService,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';

let service: TestService;
let owner: CreatedUser;
let ann: CreatedUser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ owner } = await service.make.cast());
  ann = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
});

const newBinder = () => service.make.binder(owner, [{ user: ann, role: 'editor' }]);

async function send(path: string, json: object, token = owner.token) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, body.message);
  return body.data;
}

/** Advances the clock, because messages in several binders have no order if their time is the same. */
function post(binderId: string, text: string, token = owner.token) {
  service.clock.advance(1);
  return send(`/${binderId}/messages`, { message: { text } }, token);
}

interface Result {
  type: string;
  id: string;
  text: string;
  page_index?: number;
  binder: { id: string; name: string };
}

async function search(person: CreatedUser, query: Record<string, string>) {
  const path = `/me/search?${new URLSearchParams(query)}`;
  const { status, body } = await service.call('GET', path, { token: person.token });
  assert.equal(status, 200, body.message);
  assert.equal(body.data.is_complete, true);
  return body.data.results as Result[];
}

const textsOf = (results: readonly Result[]) => results.map(({ text }) => text);

test('[TODO-17] finds all kinds of objects in all binders, the newest first', async () => {
  const [first, second] = [await newBinder(), await newBinder()];
  await post(first, 'An armadillo at the door');
  await post(second, 'Two armadillos');
  await send(`/${first}/todos`, { name: 'Feed the armadillo' });
  const pdf = new Uint8Array(makePdf({ pages: 1, text: 'armadillo' }));
  await uploadFile(service, { binderId: second, token: owner.token }, pdf, 'armadillo.pdf');
  await post(first, 'Nothing else');
  const results = await search(ann, { q: 'armadil' });
  assert.deepEqual(
    results.map(({ type, binder }) => `${type} ${binder.id}`).toSorted(),
    [`message ${first}`, `message ${second}`, `todo ${first}`, `page ${second}`, `file ${second}`].toSorted(),
  );
  assert.deepEqual(textsOf(results.filter(({ type }) => type === 'message')), [
    'Two armadillos',
    'An armadillo at the door',
  ]);
});

test('[TODO-13] a page of a file with several pages has its place in the file, in one binder and in all', async () => {
  const binderId = await newBinder();
  const add = (pages: number, name: string) =>
    uploadFile(
      service,
      { binderId, token: owner.token },
      new Uint8Array(makePdf({ pages, text: 'numbat' })),
      `${name}.pdf`,
    );
  await add(2, 'two');
  await add(1, 'one');
  await post(binderId, 'A numbat');
  const typesAndPages = (results: readonly Result[]) =>
    results.map(({ type, page_index }) => [type, page_index]);
  const expected = [
    ['message', undefined],
    ['page', undefined],
    ['page', 0],
    ['page', 1],
  ];
  assert.deepEqual(typesAndPages(await search(ann, { q: 'numbat' })).toSorted(), expected);
  const { body } = await service.call('GET', `/${binderId}/search?q=numbat`, { token: ann.token });
  assert.deepEqual(typesAndPages(body.data.results).toSorted(), expected);
});

test('[TODO-6] the pages of a file are found in their order, in one binder and in all', async () => {
  const binderId = await newBinder();
  const file = new Uint8Array(makePdf({ pages: 12, text: 'quokka' }));
  // After these messages, the pages get ids of one digit and of two.
  for (let at = 0; at < 5; at++) await post(binderId, 'Before it');
  await uploadFile(service, { binderId, token: owner.token }, file, 'twelve.pdf');
  const token = ann.token;
  const expected = Array.from({ length: 12 }, (_, at) => at);
  for (const path of [`/me/search?in=${binderId}&q=quokka`, `/${binderId}/search?q=quokka`]) {
    const places: number[] = [];
    const pages = followCursor((cursor) => service.call('GET', `${path}&limit=5${cursor}`, { token }));
    for await (const { results } of pages)
      places.push(...results.map(({ page_index }: { page_index: number }) => page_index));
    assert.deepEqual(places, expected, path);
  }
});

test('[TODO-17] finds nothing in binders of others, or that the caller has left', async () => {
  const stranger = await service.make.user();
  const binderId = await newBinder();
  await post(binderId, 'A secret ocelot');
  assert.equal((await search(ann, { q: 'ocelot' })).length, 1);
  assert.deepEqual(await search(stranger, { q: 'ocelot' }), []);
  assert.deepEqual(await search(stranger, { in: binderId }), []);
  await send(`/${binderId}/removeuser`, { id: ann.id });
  assert.deepEqual(await search(ann, { q: 'ocelot' }), []);
});

test('[TODO-17] pages through all results, each once', async () => {
  const binders = [await newBinder(), await newBinder(), await newBinder()];
  const posted: string[] = [];
  for (let count = 0; count < 30; count++) {
    await post(binders[count % 3] ?? '', `lemur ${count}`);
    posted.push(`lemur ${count}`);
  }
  const seen: string[] = [];
  const get = (cursor: string) =>
    service.call('GET', `/me/search?q=lemur&limit=7${cursor}`, { token: ann.token });
  for await (const { results } of followCursor(get)) seen.push(...textsOf(results));
  assert.deepEqual(seen, posted.toReversed());
});

test('[TODO-17] finds an edited message by its new words, and no deleted one', async () => {
  const binderId = await newBinder();
  const { binder_comment_id: id } = await post(binderId, 'An old tapir');
  assert.equal((await search(ann, { q: 'tapir' })).length, 1);
  await send(`/${binderId}/messages/${id}`, { message: { text: 'A new dugong' } });
  assert.deepEqual(await search(ann, { q: 'tapir' }), []);
  assert.deepEqual(textsOf(await search(ann, { q: 'dugong' })), ['A new dugong']);
  const { status } = await service.call('DELETE', `/${binderId}/messages/${id}`, { token: owner.token });
  assert.equal(status, 200);
  assert.deepEqual(await search(ann, { q: 'dugong' }), []);
});

test('[TODO-18] a filter restricts the results, with and without words', async () => {
  const [first, second] = [await newBinder(), await newBinder()];
  await post(first, 'quagga one');
  await post(second, 'quagga two https://example.com/', ann.token);
  await send(`/${first}/todos`, { name: 'quagga three' });
  const texts = async (query: Record<string, string>) => textsOf(await search(ann, query)).toSorted();
  assert.deepEqual(await texts({ q: 'quagga', in: first }), ['quagga one', 'quagga three']);
  assert.deepEqual(await texts({ q: 'quagga', from: ann.id }), ['quagga two https://example.com/']);
  assert.deepEqual(await texts({ q: 'quagga', type: 'todo' }), ['quagga three']);
  assert.deepEqual(await texts({ has: 'link' }), ['quagga two https://example.com/']);
  assert.deepEqual(await texts({ type: 'todo' }), ['quagga three']);
  const now = String(service.env.clock.now() + 1);
  assert.deepEqual(await texts({ q: 'quagga', since: now }), []);
  assert.equal((await texts({ q: 'quagga', before: now })).length, 3);
});

test('[TODO-18] a search without words and filters, or with a wrong filter, is refused', async () => {
  for (const query of [
    '',
    '?q=',
    '?q=…',
    '?type=binder',
    '?in=B1',
    '?has=dog',
    '?before=soon',
    '?cursor=x&q=a',
  ]) {
    const { status, body } = await service.call('GET', `/me/search${query}`, { token: ann.token });
    assert.equal(status, 400, `${query}: ${body.message}`);
  }
  assert.equal((await service.call('GET', '/me/search?q=a', {})).status, 401);
});
