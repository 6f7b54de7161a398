import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { databaseProcess, emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { environmentOf, killServers, launchRingbinder, main, runRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

function assertOneLine({ code, output }: { code: number | null; output: string }, expected: RegExp): void {
  assert.equal(code, 1, output);
  assert.match(output, /^Ringbinder cannot start: .+\n$/);
  assert.match(output, expected);
}

test('[RUN-20] too small a limit of open files is named, with what to do', async () => {
  const directory = await emptyDirectory();
  const run = `ulimit -n 24 && exec "${process.execPath}" "${main}"`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', run], {
    env: environmentOf(directory),
    encoding: 'utf8',
  });
  assertOneLine(
    { code: status, output: stdout + stderr },
    /may have 24 files open at once, .* "ulimit -n 4096"/,
  );
});

test('[RUN-20] a data directory where none can be made is told at once', {
  skip: process.platform !== 'linux',
}, async () => {
  for (const NODE_ENV of ['development', 'production'])
    assertOneLine(
      await runRingbinder('/proc/ringbinder', { NODE_ENV }),
      /Cannot write to the directory \/proc\/ringbinder: it cannot be created there\. Set DATA_DIR/,
    );
});

test('[RUN-20] a folder of files that is gone, or cannot be used, is named', async () => {
  const directory = await usedDirectory();
  rmSync(join(directory, 'files'), { recursive: true });
  assertOneLine(await runRingbinder(directory), /files\/production is not the file store of this database: /);
  rmSync(join(directory, 'files'), { recursive: true });
  writeFileSync(join(directory, 'files'), '');
  assertOneLine(await runRingbinder(directory), /Cannot write to the directory .*files\/production: /);
  assert.equal(await databaseProcess(directory), undefined);
});

test('[RUN-20] a database that is killed while the service starts is told in one line', async () => {
  const directory = await usedDirectory();
  const log = join(directory, 'server.log');
  writeFileSync(log, '');
  const { ended, output } = launchRingbinder(directory);
  await until('the database is ready', () => readFileSync(log, 'utf8').includes('postgresql: ready'));
  const pid = await databaseProcess(directory);
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGKILL');
  const { code } = await ended;
  assertOneLine({ code, output: output() }, /lost the connection to the (\w+ )?database.*: .*/);
});
