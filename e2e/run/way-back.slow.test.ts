import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@ringbinder/server/storage/pool.ts';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, test } from 'vitest';
import { assertChained } from './assert-chained.ts';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { openBotFixture } from './bot-fixture.ts';
import { read } from './client.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { checkOutLastRelease, lastReleaseNeeded } from './last-release.ts';
import { postMessages, type Target } from './posting.ts';
import { killServers, type Ringbinder, runRingbinder, startRingbinder } from './ringbinder.ts';
import { newSharedDatabase } from './shared-database.ts';
import { uploadText } from './uploading.ts';

const CLIENTS = 4;
const POSTS = 40;
const database = newSharedDatabase('way_back');

afterAll(async () => {
  await killServers();
  await database.drop();
  await removeDirectories();
});

/** Makes the last release accept a newer schema. Unnecessary after the first release. */
function acceptNewerSchema(directory: string): void {
  const path = join(directory, 'packages/server/src/storage/migrate.ts');
  const text = readFileSync(path, 'utf8');
  const changed = text
    .replace('if (applied.length > migrations.length) {', 'if (applied.length < 0) {')
    .replace('of applied.entries()', 'of applied.slice(0, migrations.length).entries()');
  assert.ok(changed.includes('applied.length < 0') && changed.includes('migrations.length).entries()'));
  writeFileSync(path, changed);
}

test('[CLUSTER-6] an upgrade is undone to the last release and repeated: what each of them wrote is there', {
  skip: lastReleaseNeeded.skip,
}, async (t) => {
  const release = await emptyDirectory();
  const lastRelease = checkOutLastRelease(release);
  acceptNewerSchema(release);
  const directory = await emptyDirectory();
  const settings = {
    CALLS_PER_MINUTE: '1000000',
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PORT: String(await freePort()),
  };
  const start = (program?: string) => startRingbinder(directory, settings, program);
  const db = openDatabase(database.connection, { max: 1 });
  t.onTestFinished(() => db.close());
  const migrations = async () => db.query('SELECT number, checksum FROM schema_migrations ORDER BY number');

  const first = await start(lastRelease);
  const before = await migrations();
  const demo = await first.demo();
  const { ada, binder } = await openBotFixture(first);
  const target: Target = { base: demo.base_url, token: ada.token, binder: await binder() };
  const acknowledged: Parameters<typeof assertNothingLost>[1]['acknowledged'] = new Map();
  let pages = 0;
  const use = async (release: string) => {
    const { tally, done } = await postMessages(target, CLIENTS, (each) => each.acknowledged.size >= POSTS, {
      prefix: release,
    });
    await done;
    assert.deepEqual([tally.unanswered, [...tally.refusals]], [0, []], release);
    for (const [text, answer] of tally.acknowledged) acknowledged.set(text, answer);
    await upload(target, release);
    pages++;
    await assertNothingLost(target, { ...tally, acknowledged });
    const list = await read(target.base, target.token, `${target.binder}/pages`);
    assert.equal(list.pages.length, pages, release);
  };
  const replace = async (server: Ringbinder, program?: string) => {
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    return start(program);
  };

  await use('old');
  const upgraded = await replace(first);
  await use('new');
  // The last release does not know the columns that these requests fill.
  const [{ id: messageId } = { id: 0 }] = acknowledged.values();
  await ada.post(`${target.binder}/messages/${messageId}/save`, {});
  await ada.post('me', { title: 'Notary' });
  const after = await migrations();
  assert.ok(after.length > before.length);

  const back = await replace(upgraded, lastRelease);
  assert.deepEqual(await migrations(), after, 'nothing was taken back');
  await use('back');

  const forward = await replace(back);
  await use('forward');
  assert.deepEqual(await migrations(), after);
  const { saved } = await ada.get(`${target.binder}/savedmessages`);
  assert.deepEqual(
    saved.map((each: { message_id: number }) => each.message_id),
    [messageId],
  );
  assert.equal((await ada.get('me')).title, 'Notary');
  await assertChained(db, directory, settings);

  // Simulate a later release that has removed something.
  assert.deepEqual(await forward.stop(), { code: 0, signal: null });
  await db.query(
    `INSERT INTO schema_migrations (number, name, checksum, needs) VALUES ($1::int, '9999_fewer.sql', '', $1::int)`,
    [after.length + 1],
  );
  const refused = await runRingbinder(directory, settings);
  assert.equal(refused.code, 1);
  assert.match(
    refused.output,
    /Ringbinder cannot start: a newer Ringbinder ran the migration 9999_fewer\.sql, which removed what this release needs: start the newer release, or restore a backup from before the upgrade\n/,
  );
});

async function upload(target: Target, words: string): Promise<void> {
  const response = await uploadText(target, words);
  assert.equal(response.status, 200, await response.text());
}
