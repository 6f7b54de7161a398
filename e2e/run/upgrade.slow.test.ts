import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@ringbinder/server/storage/pool.ts';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertChained } from './assert-chained.ts';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { openBotFixture } from './bot-fixture.ts';
import { startBotsReceiver } from './bots-receiver.ts';
import { read, tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { followBinder } from './following.ts';
import { checkOutLastRelease, lastReleaseNeeded } from './last-release.ts';
import { nginxNeeded, startNginx } from './nginx.ts';
import { postMessages, type Target } from './posting.ts';
import { killServers, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';
import { uploadText } from './uploading.ts';

const PROCESSES = 3;
const CLIENTS = 6;
const PAUSE_MS = 20;
const POSTS = 60;
const database = newSharedDatabase('upgrade');

afterAll(async () => {
  await killServers();
  await database.drop();
  await removeDirectories();
});

test('[CLUSTER-5] three processes of the last release are replaced under load, one after the other: nothing fails, nothing is lost', {
  skip: nginxNeeded.skip || lastReleaseNeeded.skip,
}, async (t) => {
  const lastRelease = checkOutLastRelease(await emptyDirectory());
  const directory = await emptyDirectory();
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  const settings = {
    CALLS_PER_MINUTE: '1000000',
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const start = (index: number, program?: string) =>
    startRingbinder(directory, { ...settings, PORT: String(ports[index]) }, program);
  const first = await start(0, lastRelease);
  const servers = [first, ...(await Promise.all([start(1, lastRelease), start(2, lastRelease)]))];
  const db = openDatabase(database.connection, { max: 1 });
  t.onTestFinished(() => db.close());
  const migrations = async () => {
    const [row] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM schema_migrations');
    return row?.count ?? 0;
  };
  const before = await migrations();

  const nginx = await startNginx(await emptyDirectory(), await freePort(), ports);
  t.onTestFinished(() => nginx.stop());
  const base = `${nginx.origin}/v1/`;
  const demo = { ...(await first.demo()), base_url: base };
  const fixture = await openBotFixture({ ...first, demo: async () => demo });
  const { ada } = fixture;
  const target: Target = { base, token: ada.token, binder: await fixture.binder() };

  const receiver = await startBotsReceiver();
  t.onTestFinished(() => receiver.close());
  const input = { name: 'Listener', events: ['comment_posted'], allow_private_network: true };
  const bots = `partners/${demo.partner_id}/bots`;
  const bot = await ada.post(bots, { ...input, webhook_url: `${receiver.url}/bot` });
  receiver.expect('/bot', bot.webhook_secret);
  const { user } = await ada.post(`orgs/${demo.org_id}/bots/${bot.client_id}`, { enabled: true });
  await ada.post(`${target.binder}/addorguser`, { users: [{ user: { id: user.id } }] });
  const follower = await followBinder(target);
  t.onTestFinished(() => follower.close());

  let isOver = false;
  t.onTestFinished(() => {
    isOver = true;
  });
  const { tally, done } = await postMessages(target, CLIENTS, () => isOver, { pauseMs: PAUSE_MS });
  const paths = ['messages', 'pages', 'feed?after=0&limit=20'].map((path) => `${target.binder}/${path}`);
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const reading = Promise.all(
    [...paths, 'me/binders', 'token'].map(async (path) => {
      for (; !isOver; await delay(PAUSE_MS))
        if (path === 'token') count(await tokenOf(demo).then(() => '200', String));
        else count(await statusOf(`${base}${path}`, target.token));
    }),
  );
  const continueLoad = async (state: string) => {
    const posts = tally.acknowledged.size + POSTS;
    await until(`posts go on ${state}`, () => tally.acknowledged.size >= posts);
    await until('a file is taken', () => upload(target, state));
  };

  await continueLoad('before the upgrade');
  for (const index of servers.keys()) {
    assert.deepEqual(await servers[index]?.stop(), { code: 0, signal: null });
    servers[index] = await start(index);
    await continueLoad(`with ${index + 1} of ${PROCESSES} upgraded`);
  }
  isOver = true;
  await Promise.all([done, reading]);
  assert.ok((await migrations()) > before, 'the first of the new ones has migrated');

  assert.deepEqual([...outcomes.keys()], ['200'], nginx.errors());
  assert.deepEqual([tally.unanswered, [...tally.refusals]], [0, []]);
  await assertNothingLost(target, tally);
  const texts = [...tally.acknowledged].toSorted(([, one], [, other]) => one.seq - other.seq);
  const due = 'UPDATE bot_queues SET due_at = 0 WHERE last_sequence > done_sequence AND due_at > 0';
  // A rejected delivery is retried only at the next poll.
  while (receiver.distinct() < texts.length) {
    const delivered = receiver.distinct();
    await until('the bot receives more', async () => {
      await db.query(due);
      return receiver.distinct() > delivered;
    });
  }
  receiver.check('/bot', new Map([[target.binder, texts.map(([text]) => text)]]));
  assert.deepEqual(receiver.complaints, []);
  const { seq } = await read(base, target.token, `${target.binder}/chain?limit=1`);
  await until('the socket has heard all', () => follower.last() === seq);
  assert.deepEqual(follower.problems, []);
  const { pages } = await read(base, target.token, `${target.binder}/pages`);
  assert.equal(pages.length, PROCESSES + 1, 'a page of each state');

  const report = await assertChained(db, directory, settings);
  assert.match(report, /production: \d+ binders, \d+ entries checked, 0 not chained yet, 0 problems/);
  const { size } = tally.acknowledged;
  t.annotate(
    `${size} posts and ${outcomes.get('200')} reads over ${(await migrations()) - before} migrations`,
  );
});

async function statusOf(url: string, token: string): Promise<string> {
  return fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(async (response) => {
    await response.arrayBuffer();
    return String(response.status);
  }, String);
}

async function upload(target: Target, words: string): Promise<boolean> {
  const answer = await uploadText(target, words);
  const emittedText = await answer.text();
  assert.ok(answer.ok || emittedText.includes('takes too long to read'), `${answer.status} ${emittedText}`);
  return answer.ok;
}
