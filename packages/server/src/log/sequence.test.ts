import assert from 'node:assert/strict';
import {
  type Actors,
  type Answer,
  type CreatedUser,
  createActors,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { allocateIds, append } from './index.ts';

const WRITERS = 32;
const CHANGES_EACH = 12;

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
});
afterAll(() => service.close());

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function seqsOf(binderId: string): Promise<number[]> {
  const rows = await service.env.db.query<{ seq: number }>(
    'SELECT seq FROM binder_log WHERE binder_id = $1 ORDER BY seq',
    [binderId],
  );
  return rows.map(({ seq }) => seq);
}

type Change = (writer: number, count: number) => Promise<{ answer: Answer; entries: number }>;

function changesOf(binderId: string, guests: CreatedUser[]): Change[] {
  const { owner, editor } = actors.users;
  const invited = new Set<number>();
  const post = (path: string, json: unknown, token = editor.token) =>
    service.call('POST', `/${binderId}${path}`, { token, json });
  return [
    async (writer, count) => ({
      answer: await post('/messages', { message: { text: `${writer}/${count}` } }),
      entries: 1,
    }),
    async (writer, count) => ({ answer: await post('', { name: `${writer}/${count}` }), entries: 1 }),
    // Two guests of each writer are invited together; one leaves and returns. Each new member makes an entry.
    async (writer) => {
      const pair = guests.slice(writer * 2, writer * 2 + 2);
      const users = pair.map(({ id }) => ({ user: { id } }));
      const answer = await post('/inviteuser', { users });
      if (answer.status !== 200) return { answer, entries: 0 };
      const entries = invited.has(writer) ? 1 : 2;
      invited.add(writer);
      return { answer, entries };
    },
    async (writer) => {
      const answer = await post('/removeuser', { id: guests[writer * 2]?.id });
      return { answer, entries: answer.status === 200 ? 1 : 0 };
    },
    async (_writer, count) => ({
      answer: await post(
        '/messages',
        { message: { text: 'by two' } },
        count % 2 ? owner.token : editor.token,
      ),
      entries: 1,
    }),
    async () => ({ answer: await post('/removeuser', { id: owner.id }), entries: 0 }),
  ];
}

function watch(binderId: string): () => Promise<number> {
  let watching = true;
  const looking = (async () => {
    let looks = 0;
    for (let last = 0; watching; looks++) {
      const seqs = await seqsOf(binderId);
      assert.deepEqual(seqs, upTo(seqs.length), 'an entry was seen before an earlier one');
      assert.ok(seqs.length >= last, 'the log has shrunk');
      last = seqs.length;
    }
    return looks;
  })();
  return () => {
    watching = false;
    return looking;
  };
}

test('[LOG-1] [LOG-2] [LOG-3] 32 writers of all kinds leave a log without a gap, in the order of the commits', async () => {
  const partner = { id: actors.users.owner.partnerId, orgId: actors.users.owner.orgId };
  const guests = await Promise.all(Array.from({ length: WRITERS * 2 }, () => service.make.user({ partner })));
  const binderId = await actors.fixture();
  const changes = changesOf(binderId, guests);
  const stopWatching = watch(binderId);
  const answers: Answer[] = [];
  let expected = 1;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; count < CHANGES_EACH; count++) {
        const change = changes[(writer + count) % changes.length];
        if (!change) continue;
        const { answer, entries } = await change(writer, count);
        answers.push(answer);
        expected += entries;
      }
    }),
  );
  const looks = await stopWatching();
  assert.ok(looks >= 3, `${looks} looks`);
  assert.ok(answers.every(({ status }) => [200, 400, 404, 409].includes(status)));
  assert.ok(answers.some(({ status }) => status === 400) && answers.some(({ status }) => status === 200));
  const seqs = await seqsOf(binderId);
  assert.deepEqual(seqs, upTo(expected), 'one entry for each thing that was answered as done');
  const [state] = await service.env.db.query<Record<string, number>>(
    `SELECT seq, total_messages, next_id,
       (SELECT count(*) FROM messages WHERE binder_id = b.id) AS messages,
       (SELECT count(DISTINCT id) FROM messages WHERE binder_id = b.id) AS ids,
       (SELECT count(*) FROM binder_log WHERE binder_id = b.id AND kind = 'message_posted') AS posted,
       (SELECT count(*) FROM binder_members WHERE binder_id = b.id) AS members,
       (SELECT 4 + count(*) FILTER (WHERE kind = 'member_added') - count(*) FILTER (WHERE kind = 'member_removed')
          FROM binder_log WHERE binder_id = b.id) AS logged_members
     FROM binders b WHERE id = $1`,
    [binderId],
  );
  assert.equal(state?.seq, expected);
  assert.equal(state?.messages, state?.posted);
  assert.equal(state?.ids, state?.posted);
  assert.equal(state?.total_messages, state?.posted);
  assert.equal(state?.members, state?.logged_members);
});

test('[LOG-2] messages are numbered in the order of their entries, and the answers tell the places', async () => {
  const binderId = await actors.fixture();
  const { token } = actors.users.editor;
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, number) =>
      service.call('POST', `/${binderId}/messages`, { token, json: { message: { text: String(number) } } }),
    ),
  );
  const rows = await service.env.db.query<{ seq: number; id: number; at: number }>(
    `SELECT l.seq, (l.body->>'id')::bigint AS id, l.at FROM binder_log l WHERE binder_id = $1 AND kind = 'message_posted' ORDER BY seq`,
    [binderId],
  );
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => one - other),
  );
  const places = new Map(rows.map(({ seq, id }) => [id, seq]));
  for (const { body } of answers) assert.equal(places.get(body.data.binder_comment_id), body.data.seq);
  const times = rows.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted());
});

test('[LOG-3] a change that is rolled back leaves no entry, no gap and no wake-up', async () => {
  const binderId = await actors.fixture();
  const { db, bus } = service.env;
  let wakeUps = 0;
  const unsubscribe = bus.subscribe(binderId, () => wakeUps++);
  const context = { binderId, actorId: actors.users.owner.id, at: service.clock.now(), bus };
  const failing = db.transaction(async (tx) => {
    await allocateIds(tx, binderId, 5);
    assert.equal(await append(tx, context, [{ kind: 'binder_updated', body: { name: 'No' } }]), 2);
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, { message: 'changed my mind' });
  assert.equal(wakeUps, 0);
  const seq = await db.transaction((tx) =>
    append(tx, context, [
      { kind: 'binder_updated', body: { name: 'One' } },
      { kind: 'binder_updated', body: { name: 'Two' } },
    ]),
  );
  assert.equal(seq, 3);
  assert.equal(wakeUps, 1);
  assert.deepEqual(await seqsOf(binderId), [1, 2, 3]);
  unsubscribe();
});

test('[LOG-6] when a wake-up comes, what it tells of can be read', async () => {
  const binderId = await actors.fixture();
  const { token } = actors.users.editor;
  const read: Promise<number[]>[] = [];
  const unsubscribe = service.env.bus.subscribe(binderId, () => read.push(seqsOf(binderId)));
  for (let round = 1; round <= 5; round++) {
    await service.call('POST', `/${binderId}/messages`, { token, json: { message: { text: 'Hi' } } });
    await service.call('POST', `/${binderId}`, { token, json: { name: `Round ${round}` } });
  }
  unsubscribe();
  assert.equal(read.length, 10, 'one wake-up for each change');
  for (const [index, seqs] of (await Promise.all(read)).entries())
    assert.ok(seqs.length >= index + 2, `wake-up ${index} came before its entry`);
});
