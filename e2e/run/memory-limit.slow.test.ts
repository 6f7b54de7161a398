import assert from 'node:assert/strict';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { assertNothingLost } from './assert-nothing-lost.ts';
import { tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { type MemoryGroup, makeMemoryGroup, memoryGroupNeeded } from './memory-group.ts';
import { postMessages, type Target } from './posting.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

let group: MemoryGroup | undefined;
afterAll(async () => {
  group?.limit('none');
  await killServers();
  await removeDirectories();
  await until('the group is empty', () => {
    try {
      group?.remove();
      return true;
    } catch {
      return false;
    }
  });
});

const CLIENTS = 16;
const MIB = 2 ** 20;

test(
  '[LOAD-11] what the kernel ends for want of memory amid posts is started again, and nothing is lost',
  memoryGroupNeeded,
  async () => {
    const directory = await usedDirectory();
    const limits = makeMemoryGroup(`ringbinder-test-${process.pid}`);
    group = limits;
    const start = async (): Promise<Ringbinder> => {
      const started = await startRingbinder(directory, { CALLS_PER_MINUTE: '1000000' });
      limits.add(started.pid);
      return started;
    };
    let server = await start();
    const demo = await server.demo();
    const target: Target = { base: demo.base_url, token: await tokenOf(demo), binder: demo.binder_id };
    let isEnough = false;
    const { tally, done } = await postMessages(target, CLIENTS, () => isEnough);
    await until('messages', () => tally.acknowledged.size >= 50);
    const limit = limits.usage() + 256 * MIB;

    const restarted = server.ended.then(async ({ signal }) => {
      assert.equal(signal, 'SIGKILL');
      server = await start();
      target.base = (await server.demo()).base_url;
    });
    await until('the kernel has ended it', () => {
      if (limits.kills() === 0) tighten(limits);
      return limits.kills() > 0;
    });
    limits.limit(limit);
    await restarted;
    const before = tally.acknowledged.size;
    await until('posts go on', () => tally.acknowledged.size >= before + 50);
    isEnough = true;
    await done;
    assert.ok(tally.unanswered > 0);
    await assertNothingLost(target, tally);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  },
);

/** Sets the limit to the current usage. The kernel may refuse a limit that it cannot enforce. */
function tighten(limits: MemoryGroup): void {
  try {
    limits.limit(limits.usage());
  } catch {}
}
