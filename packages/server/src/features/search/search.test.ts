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
import { findThings } from './queries.ts';

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
const found = async (q: string) => (await search(q)).map(({ type, id }) => `${type} ${id}`);

test('[TODO-6] a message is found as soon as it is posted, by any of its words and by their beginnings', async () => {
  const id = await post('Please repay the Überweisung to jane.doe@example.com before 2027-01-31');
  for (const q of [
    'repay',
    'REPAY',
    'über',
    'Überweisung repay',
    'jane',
    'doe@example',
    'example.com',
    '2027',
    'repay 31',
  ])
    assert.deepEqual(await found(q), [`message ${id}`], q);
  for (const q of ['payment', 'repay nothing', 'epay']) assert.deepEqual(await found(q), [], q);
  const [result] = await search('repay');
  assert.match(String(result?.text), /repay/);
  assert.deepEqual(result?.user, { id: actors.users.editor.id, name: actors.users.editor.name });
});

test('[TODO-6] to-dos, transactions and files are found beside messages, the newest first', async () => {
  const { token } = actors.users.editor;
  const message = await post('zebra one');
  const todo = await service.call('POST', `/${binderId}/todos`, {
    token,
    json: { name: 'zebra two', description: 'stripes' },
  });
  const steps = [
    {
      assignee: { user_id: actors.users.viewer.id },
      actions: [{ id: 'ok', text: 'OK', payload: '', feed_msg: '' }],
    },
  ];
  const transaction = await service.call('POST', `/${binderId}/transactions`, {
    token,
    json: { title: 'zebra three', content: 'crossing', steps },
  });
  assert.equal(transaction.status, 200, transaction.body.message);
  const bytes = new Uint8Array([0, 1, 2, 255]);
  const { fileId } = await uploadFile(service, { binderId, token }, bytes, 'zebra-four.bin');
  assert.deepEqual(
    new Set(await found('zebra')),
    new Set([
      `file ${fileId}`,
      `transaction ${transaction.body.data.transaction_id}`,
      `todo ${todo.body.data.todos[0].id}`,
      `message ${message}`,
    ]),
  );
  assert.deepEqual(await found('stripes'), [`todo ${todo.body.data.todos[0].id}`]);
  assert.deepEqual(await found('crossing'), [`transaction ${transaction.body.data.transaction_id}`]);
  await service.call('DELETE', `/${binderId}/todos/${todo.body.data.todos[0].id}`, { token });
  assert.deepEqual(await found('stripes'), [], 'what is deleted is not found');
});

test('[TODO-6] a binder is searched by its members, and by nobody else', () =>
  actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 },
    changes: false,
    // The first search reads the log into the index; the one that is watched finds it done.
    prepare: (binder) => search('zebra', binder),
    call: ({ call }, binder) => call('GET', `/${binder}/search?q=zebra`),
  }));

test('[TODO-6] what stands in another binder is not found', async () => {
  const other = await actors.fixture();
  await post('giraffe', other);
  assert.deepEqual(await found('giraffe'), []);
  assert.equal((await search('giraffe', other)).length, 1);
});

test('[TODO-6] a search without a word, or too long, is refused; a hostile one is only words', async () => {
  const { token } = actors.users.viewer;
  for (const q of ['', '%20', '!!!', '%5C', 'x'.repeat(201), '%00']) {
    const answer = await service.call('GET', `/${binderId}/search?q=${q}`, { token });
    assert.equal(answer.status, 400, q.slice(0, 10));
    assert.equal(answer.body.errors[0].path, 'q');
  }
  assert.equal((await service.call('GET', `/${binderId}/search`, { token })).body.errors[0].path, 'q');
  await post(`it's a quote`);
  for (const q of ["it's", "' | 'a", 'a & !b', "a':*", 'a <-> b', '(((a', '💥 quote']) await search(q);
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

test('[TODO-6] pages are found by their text: notes, and each page of a PDF', async () => {
  const { token } = actors.users.editor;
  const upload = async (content: string | Buffer, name: string) =>
    (
      await uploadFile(
        service,
        { binderId, token },
        typeof content === 'string' ? content : new Uint8Array(content),
        name,
      )
    ).pages;
  const [note] = await upload('# Quincunx\n\nFive trees', 'trees.md');
  assert.deepEqual(await found('quincunx trees'), [`page ${note?.id}`]);
  const pdf = await upload(makePdf({ pages: 3, text: 'zugzwang' }), 'chess.pdf');
  assert.deepEqual(await found('page 2 zugzwang'), [`page ${pdf[1]?.id}`]);
  assert.equal((await found('zugzwang')).length, 3);
  await service.call('DELETE', `/${binderId}/pages/${pdf[1]?.id}`, { token });
  assert.equal((await found('zugzwang')).length, 2, 'what is deleted is not found');
});

test('[TODO-6] a binder is searched through, a long one by the index: both find the same', async () => {
  const latest = { createdAt: Number.MAX_SAFE_INTEGER, type: '', id: '' };
  for (const q of ['zebra', 'zugzwang', 'quincunx trees', 'repay', 'nothing']) {
    const query = queryOf(searchTerms(q));
    const [short, long] = await Promise.all(
      [10, 1e6].map((length) => findThings(service.env.db, { binderId, length, query }, latest, 50)),
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
    ['Meet started: rendezvous', true],
    ['Before the rendezvous', undefined],
  ]);
});
