import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { runOn } from '@ringbinder/testkit/database.ts';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { startReceiver } from '@ringbinder/testkit/receiver.ts';
import { until } from '@ringbinder/testkit/until.ts';
import pg from 'pg';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { pgbouncerNeeded, startPgBouncer } from './pgbouncer.ts';
import { postMessages } from './posting.ts';
import { killServers, runRingbinder, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';

const database = newSharedDatabase('pooled');
const name = new pg.Client(database.connection).database ?? '';

afterAll(async () => {
  await killServers();
  await database.drop();
  await removeDirectories();
});

const SERVER_CONNECTIONS = 4;
const POSTS = 300;

async function follow(base: string, token: string, binder: string) {
  const received: number[] = [];
  const socket = new WebSocket(`${base.replace('http', 'ws')}realtime`);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: 1, token }));
  const frames: { type: string }[] = [];
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    frames.push(frame);
    if (frame.type === 'welcome')
      socket.send(JSON.stringify({ type: 'subscribe', id: 1, binder_id: binder }));
    for (const { seq } of frame.entries ?? []) received.push(seq);
  };
  await until('it is subscribed', () => frames.length >= 2);
  return { received, frames, close: () => socket.close() };
}

test(
  '[STORE-24] behind PgBouncer in transaction mode sign-in, posts of many clients, bots and the channel work, and a token that is revoked in one process is refused in the other',
  pgbouncerNeeded,
  async (t) => {
    const pooler = await startPgBouncer(await emptyDirectory(), await freePort(), SERVER_CONNECTIONS);
    t.onTestFinished(() => pooler.stop());
    const receiver = await startReceiver();
    t.onTestFinished(() => receiver.close());
    const directory = await emptyDirectory();
    const settings = {
      CALLS_PER_MINUTE: '1000000',
      SECRET_KEY: randomBytes(32).toString('hex'),
      DATABASE_URL: pooler.urlOf(name),
    };
    const refused = await runRingbinder(directory, settings);
    assert.match(refused.output, /DATABASE_URL points to a pooler: set DATABASE_DIRECT_URL/);

    const pooled = { ...settings, DATABASE_DIRECT_URL: database.url };
    const api = await startRingbinder(directory, { ...pooled, ROLE: 'api' });
    // The guide sets these for the role. All tests share the role, so this test sets them for its database.
    for (const setting of ["statement_timeout = '30s'", "idle_in_transaction_session_timeout = '60s'"])
      await runOn(database.connection, `ALTER DATABASE ${name} SET ${setting}`);
    const other = await startRingbinder(directory, pooled);
    const demo = await api.demo();
    const token = await tokenOf(demo);
    const bases = [demo.base_url, `${other.origin}/v1/`] as const;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${demo.base_url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.text()}`);
    };
    await post(`partners/${demo.partner_id}/bots/${demo.bot.client_id}`, {
      webhook_url: receiver.url,
      allow_private_network: true,
      events: ['comment_posted'],
    });
    await post(`${demo.binder_id}/addorguser`, { users: [{ user: { id: demo.bot.user_id } }] });

    const [here, there] = bases.map((base) => ({ base, token, binder: demo.binder_id }));
    assert.ok(here && there);
    const channel = await follow(there.base, token, there.binder);
    const { tally, done } = await postMessages(here, 12, ({ acknowledged }) => acknowledged.size >= POSTS);
    await done;
    assert.deepEqual([tally.unanswered, [...tally.refusals]], [0, []]);
    await assertNothingLost(there, tally);
    const seqs = [...tally.acknowledged.values()].map(({ seq }) => seq).sort((one, two) => one - two);
    await until('the channel has heard all', () => channel.received.length >= seqs.length);
    assert.deepEqual(channel.received.slice(-seqs.length), seqs);
    channel.close();
    await until('the bot was told all', () => receiver.received.length >= seqs.length);

    const revoked = await tokenOf(demo);
    const me = () => fetch(`${there.base}me`, { headers: { authorization: `Bearer ${revoked}` } });
    assert.equal((await me()).status, 200);
    const revocation = await fetch(`${here.base}oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: revoked }),
    });
    assert.equal(revocation.status, 200);
    await until('the other process has heard', async () => (await me()).status === 401);
    for (const each of [api, other]) {
      assert.equal((await each.stop()).code, 0);
      assert.doesNotMatch(each.output(), /prepared statement|revocations in other processes/);
    }
  },
);
