import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import { makeImage } from '@ringbinder/page-renderer/testing';
import { startS3 } from '@ringbinder/server/storage/files/testing/s3-server.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test, vi } from 'vitest';
import { assertNothingLost, readLog } from './assert-nothing-lost.ts';
import { read, tokenOf } from './client.ts';
import { databaseProcess, emptyDirectory, isAlive, removeDirectories } from './directories.ts';
import { postMessages, type Tally, type Target } from './posting.ts';
import { environmentOf, killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';
import { startTarget, unlimited } from './start-target.ts';
import { type Picture, uploadPictures } from './uploading.ts';

vi.setConfig({ testTimeout: 600_000 });

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const commands = new URL('../../packages/server/src/commands/', import.meta.url).pathname;

async function run(
  command: 'backup' | 'restore',
  args: string[],
  directory: string,
  settings: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [join(commands, `${command}.ts`), ...args], {
    env: environmentOf(directory, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

const upTo = ({ acknowledged }: Tally, seq: number) =>
  new Map([...acknowledged].filter(([, each]) => each.seq <= seq));

const makePictures = (count: number): Promise<Picture[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, number) => ({
      name: `picture-${number}.png`,
      bytes: await makeImage({ format: 'png', width: 200 + number, height: 200 }),
    })),
  );

async function assertPictures(target: Target, pictures: Picture[]): Promise<void> {
  const { pages } = await read(target.base, target.token, `${target.binder}/pages`);
  assert.equal(pages.length, pictures.length);
  for (const { id, original_file_name } of pages) {
    const response = await fetch(`${target.base}${target.binder}/pagedownload/${id}?raw=true`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.ok(pictures.find(({ name }) => name === original_file_name)?.bytes.equals(bytes));
  }
}

test('[BACKUP-1] [BACKUP-3] [BACKUP-4] a backup under load, kill -9 and a lost data directory: the restore has everything that was acknowledged before the backup', async () => {
  const { server, target } = await startTarget();
  const s3 = await startS3();
  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', BACKUP_URL: s3.url };
  const pictures = await makePictures(6);
  const uploads = uploadPictures(target, 2, pictures);
  await uploads.done;
  let isBackedUp = false;
  const { tally, done } = await postMessages(target, 8, () => isBackedUp, { pauseMs: 5 });
  await until('messages', () => tally.acknowledged.size > 100);
  const before = new Map(tally.acknowledged);
  const first = await run('backup', [], server.directory, keys);
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /6 of them new/);
  const second = await run('backup', [], server.directory, keys);
  assert.match(second.output, /6 files .*, 0 of them new/);
  isBackedUp = true;
  await done;

  await killInstallation(server);
  const into = await emptyDirectory();
  await rm(into, { recursive: true });
  const inUse = await run('restore', ['--into', server.directory], into, keys);
  assert.equal(inUse.code, 1);
  assert.match(inUse.output, /is in use: it has/);
  await rm(server.directory, { recursive: true });

  const restored = await run('restore', ['--into', into], into, keys);
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /production: .* 6 files/);
  assert.match(restored.output, /entries checked, .* 0 problems/);
  const again = await startRingbinder(into, unlimited);
  target.base = target.base.replace(server.origin, again.origin);
  const { seq } = (await readLog(target)).at(-1) ?? { seq: 0 };
  const restoredTally = { ...tally, acknowledged: upTo(tally, seq) };
  for (const text of before.keys()) assert.ok(restoredTally.acknowledged.has(text));
  await assertNothingLost(target, restoredTally);
  await assertPictures(target, pictures);
  await again.stop();
  await s3.close();
});

test('[BACKUP-1] [BACKUP-2] [BACKUP-4] [BACKUP-10] a damaged file is named, in the installation and in the backup, and old backups go with their files', async () => {
  const { server, target } = await startTarget();
  const place = await emptyDirectory();
  const [first, second] = await makePictures(2);
  assert.ok(first && second);
  await uploadPictures(target, 1, [first, second]).done;
  const digests = [first, second].map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  const [damaged = '', other = ''] = digests;
  const backup = () => run('backup', ['--to', place], server.directory, { BACKUP_KEEP: '1 daily' });
  const pathOf = (sha256: string) =>
    join(server.directory, 'files/production/content', sha256.slice(0, 2), sha256.slice(2));
  const restoreInto = (into: string, ...args: string[]) =>
    run('restore', ['--from', place, '--into', into, ...args], into);
  const original = await readFile(pathOf(damaged));
  await writeFile(pathOf(damaged), 'other bytes');
  const incomplete = await backup();
  assert.equal(incomplete.code, 2, incomplete.output);
  assert.match(
    incomplete.output,
    new RegExp(`the file ${damaged} is missing or damaged in the installation`),
  );
  const lacking = await restoreInto(await emptyDirectory());
  assert.equal(lacking.code, 2, lacking.output);
  assert.match(lacking.output, new RegExp(`the file ${damaged} is missing in the backup`));
  assert.match(lacking.output, /production: .* 1 files/);
  await writeFile(pathOf(damaged), original);
  const complete = await backup();
  assert.equal(complete.code, 0, complete.output);
  assert.match(complete.output, /1 of them new/);
  assert.equal((await readdir(join(place, 'backups'))).length, 1);
  const secretKey = join(server.directory, 'secret.key');
  await rename(secretKey, `${secretKey}.away`);
  await mkdir(secretKey);
  const failed = await backup();
  assert.equal(failed.code, 1);
  assert.match(failed.output, /EISDIR/);
  assert.equal((await readdir(join(place, 'backups'))).length, 1);
  await rm(secretKey, { recursive: true });
  await rename(`${secretKey}.away`, secretKey);
  await server.stop();

  const stored = join(place, 'files', other.slice(0, 2), other);
  const bytes = await readFile(stored);
  await writeFile(stored, bytes.subarray(1));
  const into = await emptyDirectory();
  const named = await restoreInto(into);
  assert.equal(named.code, 1);
  assert.match(named.output, new RegExp(`the backup is damaged: files/${other.slice(0, 2)}/${other} in `));
  assert.deepEqual(await readdir(into), []);
  await rm(stored);
  const partial = await restoreInto(await emptyDirectory(), '--skip-missing');
  assert.equal(partial.code, 2, partial.output);
  assert.match(partial.output, new RegExp(`the file ${other} is missing in the backup`));
  await writeFile(stored, bytes);
  const whole = await restoreInto(into);
  assert.equal(whole.code, 0, whole.output);
});

test('[BACKUP-1] [BACKUP-3] a database of DATABASE_URL is restored as a directory, and its files when it runs', async () => {
  const external = await startEmbeddedPostgres({ directory: await emptyDirectory() });
  const urlOf = (of: EmbeddedPostgres) => {
    const { host, port, user } = of.connection('postgres');
    return `postgres:///ringbinder?${new URLSearchParams({ host, port: String(port), user })}`;
  };
  const place = await emptyDirectory();
  const settings = { ...unlimited, DATABASE_URL: urlOf(external) };
  const server = await startRingbinder(await emptyDirectory(), settings);
  const demo = await server.demo();
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  const pictures = await makePictures(2);
  await uploadPictures(target, 1, pictures).done;
  const backup = await run('backup', ['--to', place], server.directory, settings);
  assert.equal(backup.code, 0, backup.output);
  await server.stop();
  await external.stop();

  const into = await emptyDirectory();
  const directory = await run('restore', ['--from', place, '--into', into], into);
  assert.equal(directory.code, 0, directory.output);
  assert.match(directory.output, /Start PostgreSQL 18 on .*database/);
  const moved = await emptyDirectory();
  await rename(join(into, 'database'), join(moved, 'data'));
  const again = await startEmbeddedPostgres({ directory: moved });
  const restoredSettings = { ...unlimited, DATABASE_URL: urlOf(again) };
  const files = await run('restore', ['--from', place, '--into', into, '--files'], into, restoredSettings);
  assert.equal(files.code, 0, files.output);
  const restoredServer = await startRingbinder(into, restoredSettings);
  target.base = target.base.replace(server.origin, restoredServer.origin);
  await assertPictures(target, pictures);
  await restoredServer.stop();
  await again.stop();
});

test('[BACKUP-5] [BACKUP-6] [BACKUP-7] [BACKUP-8] a service with BACKUP_URL loses at most 5 s with its machine, and a restore to a time shows the state of that time', async () => {
  const place = await emptyDirectory();
  const settings = { ...unlimited, BACKUP_URL: place, BACKUP_KEY: 'c0ffee15900d4b1d'.repeat(4) };
  const { server, target } = await startTarget(settings);
  await until('the first backup', async () => (await metric(server, 'backup_bytes')) !== undefined);
  await until(
    'the archive follows',
    async () => ((await metric(server, 'backup_log_lag_seconds')) ?? 99) < 5,
  );
  let isLost = false;
  const pictures = await makePictures(8);
  const poster = { ...target };
  const { tally, done } = await postMessages(poster, 4, () => isLost, { pauseMs: 20 });
  await uploadPictures(target, 2, pictures).done;
  await delay(4_000);
  const acknowledged = new Map(tally.acknowledged);
  // The last acknowledgement may have arrived within this millisecond.
  const middle = { at: new Date(Date.now() + 1), acknowledged };
  await delay(4_000);
  const durable = new Map(tally.acknowledged);
  await delay(5_000);
  const lost = { ...tally, acknowledged: new Map(tally.acknowledged) };
  await loseMachine(server);
  isLost = true;

  const latest = await restored(place, [], settings);
  target.base = target.base.replace(server.origin, latest.origin);
  const { seq } = (await readLog(target)).at(-1) ?? { seq: 0 };
  for (const [text, each] of durable) assert.ok(each.seq <= seq, `${text} is lost`);
  await assertNothingLost(target, { ...lost, acknowledged: upTo(lost, seq) });
  await assertPictures(target, pictures);
  await latest.stop();

  const earlier = await restored(place, ['--at', middle.at.toISOString()], settings);
  target.base = target.base.replace(latest.origin, earlier.origin);
  const lastSeq = (await readLog(target)).at(-1)?.seq ?? 0;
  for (const [text, each] of middle.acknowledged) assert.ok(each.seq <= lastSeq, `${text} is lost`);
  await assertNothingLost(target, { ...lost, acknowledged: upTo(lost, lastSeq) });
  const late = [...lost.acknowledged].filter(([text]) => !middle.acknowledged.has(text));
  // Each of the 4 clients may have one post that was committed before the restored moment and acknowledged
  // after it.
  assert.ok(late.filter(([, each]) => each.seq <= lastSeq).length <= 4);
  assert.ok(late.length > 50);
  poster.base = target.base;
  await done;
  await earlier.stop();

  const into = await emptyDirectory();
  const args = ['--from', place, '--into', into, '--at', '2100-01-01T00:00:00Z'];
  const future = await run('restore', args, into, settings);
  assert.match(future.output, /the latest state that can be restored is of 20/);
  assert.equal(future.code, 1);
});

async function killInstallation(server: Ringbinder): Promise<void> {
  const database = await databaseProcess(server.directory);
  await server.kill();
  assert.ok(database);
  process.kill(database, 'SIGKILL');
  await until('the database is gone', () => !isAlive(database));
}

async function loseMachine(server: Ringbinder): Promise<void> {
  await killInstallation(server);
  await rm(server.directory, { recursive: true });
}

async function restored(
  place: string,
  args: string[],
  settings: Record<string, string>,
): Promise<Ringbinder> {
  const into = await emptyDirectory();
  const { code, output } = await run('restore', ['--from', place, '--into', into, ...args], into, settings);
  assert.equal(code, 0, output);
  return startRingbinder(into, unlimited);
}

async function metric({ origin }: Ringbinder, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = new RegExp(`^${name}\\{.*\\} (.*)$`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
}
