import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { bodyText, CHAIN_START, canonicalJson, entryText, linkText } from '@ringbinder/protocol/chain.ts';
import {
  type Actors,
  createActors,
  outsiders,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsumer } from '../../log/index.ts';
import { chainNext } from './append.ts';
import { chaining, chainLog, checkChain, findPosition } from './index.ts';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
});
afterAll(() => service.close());

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

async function post(binderId: string, text: string): Promise<void> {
  const json = { message: { text } };
  await service.call('POST', `/${binderId}/messages`, { token: actors.users.owner.token, json });
}

async function createFilledBinder(messages: number): Promise<string> {
  const binderId = await actors.fixture();
  for (let count = 1; count <= messages; count++) await post(binderId, `“${count}” \u{1f600}`);
  return binderId;
}

async function list(binderId: string, query = '') {
  const { body } = await service.call('GET', `/${binderId}/chain${query}`, {
    token: actors.users.viewer.token,
  });
  return body.data;
}

async function checkAll(binderId: string) {
  const position = await findPosition(service.env.db, binderId);
  assert.ok(position);
  return checkChain(service.env.db, binderId, { ...position, seq: position.chained_seq });
}

test('[TIME-3] who reads a binder can work out every hash of its log from the feed alone', async () => {
  const binderId = await createFilledBinder(7);
  const { token } = actors.users.viewer;
  const feed = await service.call('GET', `/${binderId}/feed?after=0`, { token });
  const chain = await list(binderId);
  assert.equal(chain.problem, undefined);
  assert.equal(chain.entries.length, feed.body.data.entries.length);
  let previous = CHAIN_START;
  for (const [index, link] of chain.entries.entries()) {
    const entry = feed.body.data.entries[index];
    const body_hash = sha256(bodyText(link.salt, entry.body));
    assert.equal(link.body_hash, body_hash);
    const { seq, kind, epoch, actor_id, at } = link;
    assert.deepEqual([entry.seq, entry.kind, entry.at, entry.actor.id], [seq, kind, at, actor_id]);
    const text = entryText({ binder_id: binderId, epoch, seq, at, actor_id, kind, body_hash });
    previous = sha256(linkText(previous, sha256(text)));
    assert.equal(link.hash, previous);
  }
  assert.deepEqual([chain.hash, chain.seq], [previous, chain.entries.length]);
  const parts = [await list(binderId, '?limit=5'), await list(binderId, '?after=5')];
  assert.deepEqual(
    parts.flatMap(({ entries }) => entries),
    chain.entries,
  );
  assert.deepEqual((await list(binderId, `?after=${chain.seq}`)).entries, []);
});

test('[TIME-3] the chain is for those who read the binder', async () => {
  await actors.check({
    expected: { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 },
    changes: false,
    prepare: (binderId) => chainLog(service.env.db, binderId),
    call: ({ call }, binderId) => call('GET', `/${binderId}/chain`),
  });
});

test('[TIME-4] ten who chain at once, while members write, chain each entry once and in order', async () => {
  const binderIds = [await createFilledBinder(3), await createFilledBinder(1)];
  let writing = true;
  const chainers = Array.from({ length: 10 }, async () => {
    while (writing) await chainNext(service.env.db, binderIds);
  });
  const posts = binderIds.flatMap((id) => Array.from({ length: 30 }, (_, count) => post(id, String(count))));
  await Promise.all(posts);
  writing = false;
  await Promise.all(chainers);
  for (const binderId of binderIds) {
    await chainLog(service.env.db, binderId);
    const position = await findPosition(service.env.db, binderId);
    assert.equal(position?.seq, position?.chained_seq);
    assert.equal((await checkAll(binderId)).problem, null);
  }
});

test('[TIME-4] logs of before the chain, and entries nobody was woken for, are chained in the background', async () => {
  const binderId = await createFilledBinder(2);
  const running = startConsumer(service.env, chaining);
  const isChained = async () => {
    const position = await findPosition(service.env.db, binderId);
    return position?.seq === position?.chained_seq;
  };
  await until('what was there is chained', isChained);
  await post(binderId, 'and then');
  await until('what comes is chained', isChained);
  await running.stop();
  assert.equal((await checkAll(binderId)).problem, null);
});

test('[TIME-5] the first entry that was changed, taken away, added or hashed anew is named', async () => {
  const binderId = await createFilledBinder(6);
  await chainLog(service.env.db, binderId);
  const { db } = service.env;
  const changes: [string, number, string?][] = [
    [
      `UPDATE binder_log SET body = body || '{"text": "other"}' WHERE binder_id = $1 AND seq = 4`,
      4,
      'the body does not match its hash',
    ],
    [`UPDATE binder_log SET at = at + 1 WHERE binder_id = $1 AND seq = 4`, 4],
    [`UPDATE binder_log SET actor_id = actor_id || 'x' WHERE binder_id = $1 AND seq = 4`, 4],
    [`UPDATE binder_log SET kind = 'message_edited' WHERE binder_id = $1 AND seq = 4`, 4],
    [`DELETE FROM binder_log WHERE binder_id = $1 AND seq = 4`, 4, 'the entry is missing'],
    [`DELETE FROM binder_chain WHERE binder_id = $1 AND seq = 4`, 4],
    [`UPDATE binder_chain SET salt = decode(repeat('00', 16), 'hex') WHERE binder_id = $1 AND seq = 4`, 4],
    [`UPDATE binder_chain SET epoch = 'other' WHERE binder_id = $1 AND seq = 4`, 4],
    [`UPDATE binder_chain SET hash = decode(repeat('00', 32), 'hex') WHERE binder_id = $1 AND seq = 4`, 4],
    [`UPDATE binder_chain_heads SET hash = decode(repeat('00', 32), 'hex') WHERE binder_id = $1`, 7],
  ];
  for (const [statement, seq, reason] of changes) {
    const rollback = new Error('taken back');
    const changed = db.transaction(async (tx) => {
      await tx.query(statement, [binderId]);
      const head = await findPosition(tx, binderId);
      assert.ok(head);
      const { problem } = await checkChain(tx, binderId, { ...head, seq: head.chained_seq });
      assert.equal(problem?.seq, seq, `${statement}: ${JSON.stringify(problem)}`);
      if (reason) assert.equal(problem?.reason, reason);
      throw rollback;
    });
    await assert.rejects(changed, rollback);
  }
  assert.equal((await checkAll(binderId)).problem, null);
  await db.query(
    `UPDATE binder_log SET body = body || '{"text": "other"}' WHERE binder_id = $1 AND seq = 5`,
    [binderId],
  );
  const emittedEntries = await list(binderId);
  assert.deepEqual(emittedEntries.problem, { seq: 5, reason: 'the body does not match its hash' });
  assert.equal(emittedEntries.entries.length, 4);
});

test('[TIME-5] a body that is erased leaves a chain that fits', async () => {
  const binderId = await createFilledBinder(4);
  await chainLog(service.env.db, binderId);
  await service.env.db.query(`UPDATE binder_log SET body = '{}' WHERE binder_id = $1 AND seq = 3`, [
    binderId,
  ]);
  assert.equal((await checkAll(binderId)).problem?.seq, 3);
  await service.env.db.query(
    'UPDATE binder_chain SET salt = NULL, erased_at = 1 WHERE binder_id = $1 AND seq = 3',
    [binderId],
  );
  assert.equal((await checkAll(binderId)).problem, null);
});

test('canonical JSON is that of RFC 8785', () => {
  const value = {
    '\u20ac': 'Euro',
    '\r': 'CR',
    '\ufb33': 'Dalet',
    1: 'One',
    '\u{1f600}': 'Smile',
    '\u0080': 'Control',
    ö: 'o',
  };
  const names = Object.keys(JSON.parse(canonicalJson(value)));
  assert.deepEqual(names.slice(1), ['\r', '\u0080', 'ö', '\u20ac', '\u{1f600}', '\ufb33']);
  assert.equal(
    canonicalJson({
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      literals: [null, true, false],
      gone: undefined,
    }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  );
});
