import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { makeImage } from '@ringbinder/page-renderer/testing';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

let server: Ringbinder;
let upload: () => Promise<Response>;

beforeAll(async () => {
  server = await startRingbinder(await usedDirectory());
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const picture = new Uint8Array(await makeImage({ format: 'png', width: 60, height: 40 }));
  upload = () => {
    const body = new FormData();
    body.append('file', new Blob([picture]), 'a.png');
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${demo.base_url}${demo.binder_id}/pageupload`, { method: 'POST', headers, body });
  };
});
afterAll(async () => {
  await killServers();
  await removeDirectories();
});

/** Synchronous, because a worker lives only for milliseconds. */
function workersOf(): number[] {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
  return children.split(' ').map(Number).filter(isWorker);
}

function isWorker(pid: number): boolean {
  try {
    return (
      pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('page-renderer/src/worker/main.ts')
    );
  } catch {
    return false;
  }
}

/** Kills the first workers, like a system that runs out of memory. */
async function uploadWhileKilled(most: number): Promise<Response> {
  const killed = new Set(workersOf());
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await until('those of before are gone', () => workersOf().length === 0);
  const before = killed.size;
  let answer: Response | undefined;
  const answered = upload().then((response) => {
    answer = response;
  });
  while (answer === undefined) {
    for (const pid of workersOf()) {
      if (killed.has(pid) || killed.size - before >= most) continue;
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    await setImmediate();
  }
  await answered;
  assert.ok(killed.size > before, `none killed: ${answer.status}`);
  return answer;
}

const linux = { skip: process.platform !== 'linux' };

test('[FILE-29] an upload whose worker the system kills is read by another one', linux, async () => {
  const answer = await uploadWhileKilled(1);
  assert.equal(answer.status, 200, await answer.text());
});

test(
  '[FILE-29] when that is killed too, the upload is told to come again, and not that it is damaged',
  linux,
  async () => {
    const answer = await uploadWhileKilled(Number.POSITIVE_INFINITY);
    assert.equal(answer.status, 503, await answer.text());
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    assert.equal((await upload()).status, 200);
  },
);

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

test('[ERR-19] a server that may open no more files answers 503, and goes on when it may', {
  skip: !hasPrlimit,
}, async () => {
  const limitTo = (count: number) => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', `${server.pid}`, `--nofile=${count}:`]);
    assert.equal(status, 0, String(stderr));
  };
  // Read the body, so that the connection stays open.
  await (await upload()).text();
  limitTo(20);
  const refused = await upload();
  assert.equal(refused.status, 503, await refused.text());
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  limitTo(1_024);
  assert.equal((await upload()).status, 200);
});
