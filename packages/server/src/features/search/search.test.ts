import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { searchTerms } from '@ringbinder/protocol/search.ts';
import {
  type Actors,
  createActors,
  followCursor,
  outsiders,
  startService,
  type TestService,
  uploadFile,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { queryOf } from './lexemes.ts';
import { findMatches } from './queries.ts';

let service: TestService;
let actors: Actors;
let binderId: string;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
  binderId = await actors.fixture();
});
afterAll(() => service.close());

interface Result {
  type: string;
  id: string;
  text: string;
  user?: { id: string; name: string };
  is_feed?: true;
}

const post = async (text: string, to = binderId): Promise<string> => {
  const { token } = actors.users.editor;
  const answer = await service.call('POST', `/${to}/messages`, { token, json: { message: { text } } });
  return String(answer.body.data.binder_comment_id);
};
const search = async (q: string, in_ = binderId): Promise<Result[]> => {
  const { token } = actors.users.viewer;
  const answer = await service.call('GET', `/${in_}/search?q=${encodeURIComponent(q)}`, { token });
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data.results;
};

test('[TODO-6] a binder is searched by its members, and by nobody else', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 },
    changes: false,
    prepare: (binder) => search('zebra', binder),
    call: ({ call }, binder) => call('GET', `/${binder}/search?q=zebra`),
  }));

test('[TODO-6] a hostile search is only words', () => {
  assert.equal(queryOf(searchTerms("x' & 'y")), "'x':* & 'y':*");
  assert.equal(queryOf(searchTerms("it's a\\b")), "'it''s':* & 'a\\\\b':*");
  assert.deepEqual(searchTerms('…'), []);
});

test('[TODO-6] the results page by cursor, whole and in order, with hundreds of messages', async () => {
  const binder = await actors.fixture();
  await Promise.all(Array.from({ length: 120 }, (_, count) => post(`many ${count}`, binder)));
  const { token } = actors.users.viewer;
  const seen: string[] = [];
  const path = `/${binder}/search?q=many&limit=50`;
  for await (const { results } of followCursor((cursor) => service.call('GET', path + cursor, { token })))
    seen.push(...results.map(({ id }: Result) => id));
  assert.equal(seen.length, 120);
  assert.equal(new Set(seen).size, 120);
});

test('[TODO-6] a binder is searched through, a long one by the index: both find the same', async () => {
  const { token } = actors.users.editor;
  for (const text of ['zebra one', 'zebra two', 'Please repay']) await post(text);
  await uploadFile(service, { binderId, token }, '# Quincunx\n\nFive trees', 'trees.md');
  const pdf = new Uint8Array(makePdf({ pages: 3, text: 'zugzwang' }));
  await uploadFile(service, { binderId, token }, pdf, 'chess.pdf');
  await search('zugzwang');
  const latest = { createdAt: Number.MAX_SAFE_INTEGER, type: '', id: '' };
  for (const q of ['zebra', 'zugzwang', 'quincunx trees', 'repay', 'nothing']) {
    const query = queryOf(searchTerms(q));
    const [short, long] = await Promise.all(
      [10, 1e6].map((length) => findMatches(service.env.db, { binderId, length, query }, latest, 50)),
    );
    assert.deepEqual(short, long);
    assert.equal(short?.length === 0, q === 'nothing', q);
  }
});

test('[MSG-46] of messages that are found those that the service wrote are marked', async () => {
  const { token } = actors.users.editor;
  await post('Before the rendezvous');
  const json = { name: 'rendezvous' };
  const { status } = await service.call('POST', `/${binderId}/meets`, { token, json });
  assert.equal(status, 200);
  const marks = (await search('rendezvous')).map(({ text, is_feed }) => [text, is_feed]);
  assert.deepEqual(marks, [
    ['Meeting started: rendezvous', true],
    ['Before the rendezvous', undefined],
  ]);
});
