import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { createProcessSocket } from './process-socket.ts';

const directory = await mkdtemp(join(tmpdir(), 'rb-processes-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

const SCRIPT = `
  const { createProcessSocket } = await import(${JSON.stringify(new URL('./process-socket.ts', import.meta.url).href)});
  const own = createProcessSocket(${JSON.stringify(directory)});
  await own.open();
  process.stdout.write(own.id);
  setInterval(() => {}, 1000);
`;

test('[MEET-34] a process that was killed is known to be dead, one that lives or hangs, ended well or is unknown is not', async () => {
  const own = createProcessSocket(directory);
  await own.open();
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [data] = await once(child.stdout, 'data');
    const id = String(data);
    assert.equal(await own.isDead(id), false, 'it lives');
    child.kill('SIGSTOP');
    assert.equal(await own.isDead(id), false, 'it hangs');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await own.isDead(id), true);
  } finally {
    child.kill('SIGKILL');
  }
  const other = createProcessSocket(directory);
  await other.open();
  assert.equal(await own.isDead(other.id), false);
  other.close();
  assert.equal(await own.isDead(other.id), false, 'one that ended well has given all back');
  assert.equal(await own.isDead(own.id), false);
  for (const id of ['unknownABCDE', '', '../../x', 'x'.repeat(200)])
    assert.equal(await own.isDead(id), false);
  own.close();
});
