import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { tokenOf } from './client.ts';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { postMessages } from './posting.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

const IMAGE_BYTES = 600 * 1024 * 1024;

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });

const images = await emptyDirectory();
const imageOf = (at: string) => join(images, at.replaceAll('/', '-'));
const disk = await emptyDirectory();
const mounted = new Set<string>();

/** With `keep`, mounts the existing file system. Returns false if the process may not mount. */
function mount(at: string, { keep = false } = {}): boolean {
  const image = imageOf(at);
  if (!keep) {
    writeFileSync(image, '');
    truncateSync(image, IMAGE_BYTES);
    if (run('mkfs.ext4', '-q', '-m', '0', image).status !== 0) return false;
  }
  if (run('mount', '-o', 'loop,errors=remount-ro', image, at).status !== 0) return false;
  mounted.add(at);
  chmodSync(at, 0o711);
  return true;
}

function unmount(at: string): boolean {
  mounted.delete(at);
  return run('umount', at).status === 0;
}

/** Returns a file. A write to it makes ext4 report a fault and become read-only. */
function faultOf(at: string): string {
  const device = run('findmnt', '-no', 'SOURCE', at).stdout.trim().replace('/dev/', '');
  return `/sys/fs/ext4/${device}/trigger_fs_error`;
}

const isAble = mount(disk) && existsSync(faultOf(disk));
for (const at of mounted) unmount(at);
const CORRECTED = 1;

afterAll(async () => {
  await killServers();
  for (const at of mounted) run('umount', '--lazy', at);
  await removeDirectories();
});

const settings = { CALLS_PER_MINUTE: '1000000', NODE_ENV: 'production' };

test('[OPS-43] while the file system is read-only, calls are 503 and the log says why; after a repair nothing acknowledged is lost', {
  skip: !isAble,
}, async (context) => {
  assert.ok(mount(disk));
  cpSync(await usedDirectory(), disk, { recursive: true });
  run('sync', '--file-system', disk);
  const server = await startRingbinder(disk, settings);
  const demo = { ...(await server.demo()), base_url: `${server.origin}/v1/` };
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  let isEnough = false;
  const { tally, done } = await postMessages(target, 4, () => isEnough);
  context.onTestFinished(() => {
    isEnough = true;
  });
  await until('100 messages', () => tally.acknowledged.size >= 100);

  writeFileSync(faultOf(disk), '1');
  await until('posts are refused', () => (tally.refusals.get('503 2') ?? 0) >= 20);
  await until('it is not ready', async () => (await fetch(`${server.origin}/readyz`)).status === 503);
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
  await until('the log says why', () => /EROFS: read-only file system/.test(server.output()));
  assert.deepEqual(
    [...tally.refusals.keys()].filter((key) => !key.startsWith('503')),
    [],
  );
  assert.deepEqual(await server.stop(), { code: 0, signal: null });

  assert.ok(unmount(disk));
  assert.ok((run('e2fsck', '-fy', imageOf(disk)).status ?? Number.NaN) <= CORRECTED);
  assert.ok(mount(disk, { keep: true }));
  const before = tally.acknowledged.size;
  const again = await startRingbinder(disk, settings);
  target.base = `${again.origin}/v1/`;
  await until('100 messages more', () => tally.acknowledged.size >= before + 100);
  isEnough = true;
  await done;
  await assertNothingLost(target, tally);
  await again.stop();
  assert.ok(unmount(disk));
});

test('[OPS-43] while only the files are on it, uploads are 503 and name the disk, and messages are posted', {
  skip: !isAble,
}, async () => {
  const directory = await usedDirectory();
  const files = join(directory, 'files');
  mkdirSync(files, { recursive: true });
  const copy = await emptyDirectory();
  cpSync(files, copy, { recursive: true });
  assert.ok(mount(files));
  cpSync(copy, files, { recursive: true });
  const server = await startRingbinder(directory, settings);
  const demo = { ...(await server.demo()), base_url: `${server.origin}/v1/` };
  const target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
  const headers = { authorization: `Bearer ${target.token}` };
  const upload = async () => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.alloc(300_000, 'x')]), 'a.txt');
    const url = `${target.base}${target.binder}/pageupload`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  assert.equal((await upload()).status, 200);
  writeFileSync(faultOf(files), '1');
  const refused = await upload();
  assert.equal(refused.status, 503, refused.text);
  assert.match(refused.text, /the server’s disk is read-only/);
  const { tally, done } = await postMessages(target, 2, ({ acknowledged }) => acknowledged.size >= 50);
  await done;
  assert.equal(tally.refusals.size, 0);
  await assertNothingLost(target, tally);
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
});
