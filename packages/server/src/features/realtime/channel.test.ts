import assert from 'node:assert/strict';
import type { ServerFrame } from '@ringbinder/protocol';
import {
  type Cast,
  type CreatedUser,
  openRealtime,
  type RealtimeClient,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';

/** `here` serves the clients. `there` is another process on the same databases. Neither uses Redis. */
let here: TestService;
let there: TestService;
let cast: Cast;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
});
beforeEach(async () => {
  cast = await here.make.cast();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

async function post(text: string, at = here, { token }: CreatedUser = cast.owner): Promise<number> {
  const { status, body } = await at.call('POST', `/${cast.binderId}/messages`, {
    token,
    json: { message: { text } },
  });
  assert.equal(status, 200);
  return body.data.seq;
}

type EntriesFrame = Extract<ServerFrame, { type: 'entries' }>;

const entriesOf = (client: RealtimeClient) =>
  client.frames
    .filter((frame): frame is EntriesFrame => frame.type === 'entries')
    .flatMap(({ entries }) => entries);
const seqsOf = (client: RealtimeClient) => entriesOf(client).map(({ seq }) => seq);

async function subscribed(user: CreatedUser, at = here) {
  const client = await openRealtime(at, user.token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  const { position, state } = await client.take('snapshot');
  return { client, position, state };
}

test('[RT-4] a position is answered with the entries after it, with none where there are none', async () => {
  const first = await subscribed(cast.viewer);
  const { epoch, seq } = first.position;
  for (const text of ['a', 'b', 'c']) await post(text);
  for (const from of [seq, seq + 1, seq + 3]) {
    first.client.send({ type: 'subscribe', id: 7, binder_id: cast.binderId, position: { epoch, seq: from } });
    const answer = await first.client.take('entries', ({ id }) => id === 7);
    assert.deepEqual(
      answer.entries.map((entry) => entry.seq),
      [1, 2, 3].map((each) => seq + each).filter((each) => each > from),
    );
    assert.equal(answer.epoch, epoch);
  }
  await first.client.close();
});

test('[RT-5] another epoch, a position beyond the end, and one too far behind are answered with a snapshot', async () => {
  const { client, position } = await subscribed(cast.viewer);
  const ask = async (epoch: string, seq: number) => {
    client.send({ type: 'subscribe', id: 9, binder_id: cast.binderId, position: { epoch, seq } });
    return (await client.take('snapshot', ({ id }) => id === 9)).position;
  };
  assert.deepEqual(await ask('another', position.seq), position);
  assert.deepEqual(await ask(position.epoch, position.seq + 1), position);
  await here.env.db.query(
    `INSERT INTO binder_log (binder_id, seq, at, actor_id, kind, body)
     SELECT $1, n, $3, $2, 'binder_updated', '{}' FROM generate_series($4 + 1, $4 + 250) AS n`,
    [cast.binderId, cast.owner.id, here.clock.now(), position.seq],
  );
  await here.env.db.query('UPDATE binders SET seq = seq + 250 WHERE id = $1', [cast.binderId]);
  assert.deepEqual(await ask(position.epoch, position.seq), { ...position, seq: position.seq + 250 });
  await client.close();
});

test('[RT-7] one read of the log and one serialisation serve all who read a binder', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => subscribed(cast.viewer)));
  const { db } = here.env;
  const { query } = db;
  let reads = 0;
  db.query = (text, values) => {
    if (text.includes('binder_log') && values?.[0] === cast.binderId) reads++;
    return query(text, values) as never;
  };
  try {
    const seq = await post('for all');
    await Promise.all(
      clients.map(({ client }) => client.take('entries', ({ entries }) => entries[0]?.seq === seq)),
    );
  } finally {
    db.query = query;
  }
  assert.ok(reads <= 3, `${reads} reads`);
  await Promise.all(clients.map(({ client }) => client.close()));
});

test('[LOG-7] [RT-8] entries of another process come within two seconds, without Redis', async () => {
  const { client } = await subscribed(cast.viewer);
  const began = performance.now();
  const seq = await post('from there', there);
  await client.take('entries', ({ entries }) => entries.some((entry) => entry.seq === seq));
  assert.ok(performance.now() - began < 10_000);
  await client.close();
});

for (const [where, at] of [
  ['the same', () => here],
  ['another', () => there],
] as const) {
  test(`[RT-9] [ERR-22] a member who is removed by ${where} process hears nothing that came after`, async () => {
    const { client } = await subscribed(cast.viewer);
    await post('before');
    const { status } = await at().call('POST', `/${cast.binderId}/removeuser`, {
      token: cast.owner.token,
      json: { id: cast.viewer.id },
    });
    assert.equal(status, 200);
    const last = await post('after', at());
    const unsubscribed = await client.take('unsubscribed');
    assert.deepEqual(
      [unsubscribed.binder_id, unsubscribed.code, unsubscribed.reason, unsubscribed.params],
      [cast.binderId, 'RESPONSE_ERROR_PERMISSION', 'removed_from_binder', {}],
    );
    assert.deepEqual(
      entriesOf(client).map(({ kind }) => kind),
      ['message_posted'],
    );
    client.send({ type: 'subscribe', id: 2, binder_id: cast.binderId });
    const { code, reason, params } = await client.take('refused');
    assert.deepEqual([code, reason, params], ['RESPONSE_ERROR_PERMISSION', 'members_only', {}]);
    assert.ok(Math.max(...seqsOf(client)) < last);
    await client.close();
  });
}

test('[RT-10] a new epoch sends all a snapshot, and they go on from it', async () => {
  const { client, position } = await subscribed(cast.viewer);
  await here.env.db.query(`UPDATE binders SET epoch = 'renewed' WHERE id = $1`, [cast.binderId]);
  here.env.bus.wake(cast.binderId);
  const { position: renewed } = await client.take('snapshot');
  assert.deepEqual(renewed, { epoch: 'renewed', seq: position.seq });
  const seq = await post('in the new history');
  const { entries, epoch } = await client.take('entries');
  assert.deepEqual([epoch, entries.map((entry) => entry.seq)], ['renewed', [seq]]);
  await client.close();
});

test('[RT-4] cut off at random a hundred times, one misses nothing and is told nothing twice', async () => {
  const total = 300;
  let { client, position } = await subscribed(cast.viewer, there);
  const received: number[] = [];
  let posted = 0;
  const posting = (async () => {
    for (; posted < total; posted++) await post(String(posted), posted % 3 ? here : there);
  })();
  const start = position.seq;
  for (let cuts = 0; cuts < 100; cuts++) {
    const enough = Math.floor(Math.random() * 4);
    const seen = client;
    await until(
      'something was heard, or all is posted',
      () => seqsOf(seen).length >= enough || posted === total,
    );
    client.cut();
    received.push(...seqsOf(client));
    position = { ...position, seq: received.at(-1) ?? start };
    client = await openRealtime(cuts % 2 ? here : there, cast.viewer.token);
    client.send({ type: 'subscribe', id: cuts, binder_id: cast.binderId, position });
  }
  await posting;
  const last = client;
  // If the log's last entry arrived before the last connection was cut, the last client receives nothing.
  await until('all is heard', () => (seqsOf(last).at(-1) ?? received.at(-1)) === start + total);
  received.push(...seqsOf(last));
  assert.deepEqual(
    received,
    Array.from({ length: total }, (_, index) => start + 1 + index),
  );
  await last.close();
});
