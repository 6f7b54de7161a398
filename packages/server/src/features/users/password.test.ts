import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'vitest';
import { checkPassword, hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery';

test('[SIGNIN-1] passwords are hashed and checked in other threads than the one that answers calls', async () => {
  const stored = await hashPassword(PASSWORD);
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  for (let turn = 0; turn < 3; turn++)
    assert.ok((await checkPassword(stored, PASSWORD)) && (await hashPassword(PASSWORD)));
  const { user: own } = process.threadCpuUsage(thread);
  const { user: total } = process.cpuUsage(all);
  assert.ok(own < total / 4, `${own} of ${total} µs of work were done by the thread that answers calls`);
});

test('[SIGNIN-1] files and name look-ups do not wait while many passwords are hashed', async () => {
  let hashed = 0;
  const hashes = Array.from({ length: 12 }, async () => {
    await hashPassword(PASSWORD);
    hashed++;
  });
  // If hashes used every thread of Node's pool, these file operations would have to wait.
  for (let turn = 0; turn < 8; turn++) await stat(import.meta.filename);
  const meanwhile = hashed;
  await Promise.all(hashes);
  assert.ok(meanwhile < 4, `${meanwhile} hashes were made while 8 files were looked at`);
});

test('[SIGNIN-1] whoever comes when very many passwords wait is told to come back', async () => {
  const stored = await hashPassword(PASSWORD);
  // An invalid hash fails immediately, but waits in the same queue.
  const line = Array.from({ length: 510 }, () => checkPassword('', PASSWORD));
  const outcomes = await Promise.allSettled(line);
  const reasons = outcomes.map((outcome) => String(outcome.status === 'rejected' && outcome.reason));
  assert.equal(reasons.filter((reason) => /too many people are signing in/.test(reason)).length, 8);
  assert.equal(await checkPassword(stored, PASSWORD), true, 'and the line goes on');
});
