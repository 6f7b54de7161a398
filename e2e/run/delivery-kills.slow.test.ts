import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { DemoFile } from '@ringbinder/server/features/demo/index.ts';
import { openDatabase } from '@ringbinder/server/storage/pool.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { type BotsReceiver, startBotsReceiver } from './bots-receiver.ts';
import { tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { postMessages, type Tally, type Target } from './posting.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';

// DELIVERY_KILLS=full runs 100 bots with 1,000 events each and 20 kills, which takes minutes.
const isFull = process.env.DELIVERY_KILLS === 'full';
const BOTS = isFull ? 100 : 6;
const BINDERS = isFull ? 10 : 3;
const POSTS = isFull ? 100 : 30;
const KILLS = isFull ? 20 : 4;
const PAUSE_MS = isFull ? 1_000 : 100;
const CLIENTS = 2;
const TIMEOUT_MS = isFull ? 600_000 : 60_000;

const database = newSharedDatabase('kills');
afterAll(async () => {
  await killServers();
  await database.drop();
  await removeDirectories();
});

interface Pair {
  api: Ringbinder;
  worker: Ringbinder;
}

const shared = {
  DATABASE_URL: database.url,
  SECRET_KEY: randomBytes(32).toString('hex'),
  CALLS_PER_MINUTE: '1000000000',
};
const directory = await emptyDirectory();
const start = (role: 'api' | 'worker') => startRingbinder(directory, { ...shared, ROLE: role });

async function call(
  { base, token }: Pick<Target, 'base' | 'token'>,
  path: string,
  body: object,
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what the test looks into.
): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, message } = (await answer.json()) as { data: unknown; message?: string };
  assert.ok(answer.ok, `${path}: ${answer.status} ${message}`);
  return data;
}

async function setUp(demo: DemoFile, target: Target, receiver: BotsReceiver): Promise<string[]> {
  const users: { user: { id: string } }[] = [];
  for (let number = 0; number < BOTS; number++) {
    const wish = { name: `Bot ${number}`, events: ['comment_posted'], allow_private_network: true };
    const webhook_url = `${receiver.url}/${number}`;
    const bot = await call(target, `partners/${demo.partner_id}/bots`, { ...wish, webhook_url });
    receiver.expect(`/${number}`, bot.webhook_secret);
    const enabled = { enabled: true };
    const { user } = await call(target, `orgs/${demo.org_id}/bots/${bot.client_id}`, enabled);
    users.push({ user: { id: user.id } });
  }
  const binders: string[] = [];
  for (let number = 0; number < BINDERS; number++) {
    const { id } = await call(target, 'me/binders', { name: `Binder ${number}` });
    await call(target, `${id}/addorguser`, { users });
    binders.push(id);
  }
  return binders;
}

test('[DELIV-2] [DELIV-6] [DELIV-8] [DELIV-11] [EVENT-19] server and worker killed at random amid posts: every bot gets all that was acknowledged, in order, each under its own webhook-id', async (t) => {
  const receiver = await startBotsReceiver();
  t.onTestFinished(() => receiver.close());
  const api = await start('api');
  const pair: Pair = { api, worker: await start('worker') };
  const demo = await api.demo();
  const target: Target = { base: demo.base_url, token: await tokenOf(demo), binder: '' };
  const binders = await setUp(demo, target, receiver);
  const db = openDatabase(database.connection, { max: 1 });
  t.onTestFinished(() => db.close());

  let killed = 0;
  const isEnough = ({ acknowledged }: Tally) => killed === KILLS && acknowledged.size >= POSTS;
  const runs = await Promise.all(
    binders.map((binder, index) => {
      const at = {
        binder,
        token: target.token,
        get base() {
          return target.base;
        },
      };
      return postMessages(at, CLIENTS, isEnough, { prefix: `binder ${index} message`, pauseMs: PAUSE_MS });
    }),
  );
  const sum = (of: (tally: Tally) => number) => runs.reduce((all, { tally }) => all + of(tally), 0);
  const acknowledged = () => sum((tally) => tally.acknowledged.size);

  for (; killed < KILLS; killed++) {
    const [posts, events] = [acknowledged() + BINDERS, receiver.distinct() + BOTS];
    await until(
      'more was posted and has come',
      () => acknowledged() >= posts && receiver.distinct() >= events,
    );
    const isWorker = killed < 4 ? killed % 2 === 0 : Math.random() < 0.5;
    if (isWorker) {
      await pair.worker.kill();
      // Otherwise, the killed worker's claims last 15 s.
      await db.query('UPDATE bot_queues SET leased_until = clock_timestamp() WHERE lease IS NOT NULL');
      pair.worker = await start('worker');
    } else {
      await pair.api.kill();
      pair.api = await start('api');
      target.base = (await pair.api.demo()).base_url;
    }
  }
  for (const { done } of runs) await done;
  assert.ok(sum(({ unanswered }) => unanswered) > 0, 'the server was killed amid posts');
  assert.equal(
    sum(({ refusals }) => refusals.size),
    0,
  );
  const isDone = async () => {
    // Retry deliveries with broken connections now.
    await db.query('UPDATE bot_queues SET due_at = 0 WHERE last_sequence > done_sequence AND due_at > 0');
    return receiver.distinct() >= BOTS * acknowledged();
  };
  await until('everything has come', isDone, TIMEOUT_MS);
  t.annotate(`${acknowledged()} posts, ${receiver.distinct()} events, ${KILLS} kills`);
  assert.equal((await pair.worker.stop()).code, 0);
  assert.equal((await pair.api.stop()).code, 0);
  const sentTexts = runs.map(({ tally }, index) => [binders[index] ?? '', textsOf(tally)] as const);
  for (let number = 0; number < BOTS; number++) receiver.check(`/${number}`, new Map(sentTexts));
  assert.deepEqual(receiver.complaints, [], 'every delivery was signed as bots check it');
});

function textsOf({ acknowledged }: Tally): string[] {
  return [...acknowledged].toSorted(([, one], [, other]) => one.seq - other.seq).map(([text]) => text);
}
