import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { databaseProcess, emptyDirectory, isAlive, removeDirectories, usedDirectory } from './directories.ts';
import { familyOf, freeze } from './processes.ts';
import { environmentOf, killServers, launchRingbinder, main, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

const TIMEOUT_SECONDS = 8;
const settings = { STOP_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) };
const MAX_STOP_MS = TIMEOUT_SECONDS * 1_000 + 3_000;

const answers = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function inTime<T>(ended: Promise<T>): Promise<T> {
  const begun = performance.now();
  const ending = await ended;
  const ms = performance.now() - begun;
  assert.ok(ms < MAX_STOP_MS, `it took ${Math.round(ms)} ms`);
  return ending;
}

test('[RUN-18] a log that cannot be written does not keep the server from stopping', async () => {
  const directory = await emptyDirectory();
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const production = { ...settings, NODE_ENV: 'production', PORT: String(port) };
  const { child, ended, output } = launchRingbinder(directory, production, full);
  closeSync(full);
  await until('it is ready', () => answers(`http://127.0.0.1:${port}`));
  child.kill('SIGTERM');
  assert.deepEqual(await inTime(ended), { code: 0, signal: null });
  assert.match(output(), /\nLines of the log were lost: ENOSPC: no space left on device, write\n$/);
  assert.equal(await databaseProcess(directory), undefined);
});

test('[RUN-18] a log that nobody reads any more does not keep the server from stopping', async () => {
  const directory = await emptyDirectory();
  const production = { ...settings, NODE_ENV: 'production', LOG_LEVEL: 'trace' };
  const server = await startRingbinder(directory, production);
  server.process.stdout?.pause();
  const target = `${server.origin}/${'x'.repeat(4_000)}`;
  for (let count = 0; count < 200; count++) await fetch(target);
  server.process.kill('SIGTERM');
  const exited = until('it has ended', () => !isAlive(server.pid) || server.process.signalCode !== null);
  await inTime(exited);
  await until('it is told', () => /without waiting for: the log\.\n/.test(server.output()));
  assert.equal(await databaseProcess(directory), undefined);
});

for (const whole of [false, true]) {
  const what = whole ? 'its sessions too' : 'its first process alone';
  test(`[RUN-18] a PostgreSQL that stands still (${what}) does not keep the server from stopping, and is ended`, async () => {
    const server = await startRingbinder(await usedDirectory(), settings);
    const demo = await server.demo();
    const token = await tokenOf(demo);
    const database = (await databaseProcess(server.directory)) ?? Number.NaN;
    freeze([database]);
    const family = await familyOf(database);
    if (whole) freeze(family);
    const waiting = fetch(`${demo.base_url}me/binders`, {
      headers: { authorization: `Bearer ${token}` },
    }).then(
      ({ status }) => status,
      () => 'cut off',
    );
    if (whole) await until('a call waits', async () => isBusy(await metricsOf(server.origin)));
    server.process.kill('SIGTERM');
    const { code } = await inTime(server.ended);
    // If the stop begins before the server notices the silence, some connections remain. They wait for a
    // response or, in the first process only, are still opening.
    const left = /\nStopped without waiting for: (.*)\n$/.exec(server.output())?.[1];
    assert.equal(code, left === undefined ? 0 : 1, server.output());
    assert.match(left ?? '', /^$|the connections of (production|sandbox)/);
    if (whole) {
      const answer = await waiting;
      assert.ok([503, 'cut off'].includes(answer), `${answer}`);
    }
    for (const pid of family) await until(`process ${pid} is gone`, () => !isAlive(pid));
    const again = await startRingbinder(server.directory, settings);
    await again.stop();
  });
}

const metricsOf = async (origin: string) => (await fetch(`${origin}/metrics`)).text();
const isBusy = (text: string) => {
  const figure = (name: string) =>
    Number(new RegExp(`^database_pool_${name}\\{environment="production"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return figure('connections') > figure('idle_connections');
};

const hasScript = spawnSync('script', ['--version']).status === 0;

test('[RUN-19] closing the terminal stops the server, and its database', {
  skip: !hasScript,
}, async () => {
  const directory = await usedDirectory();
  const port = await freePort();
  const terminal = spawn('script', ['-qec', `"${process.execPath}" "${main}"`, '/dev/null'], {
    env: environmentOf(directory, { ...settings, PORT: String(port) }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  terminal.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  await until('it is ready', () => output.includes('Ctrl-C stops'));
  const database = (await databaseProcess(directory)) ?? Number.NaN;
  terminal.kill('SIGKILL');
  await once(terminal, 'close');
  await until('nobody answers', async () => !(await answers(`http://127.0.0.1:${port}`)));
  await until('the database has stopped', () => !isAlive(database));
});

test('[RUN-19] a server whose output goes nowhere any more stops in order', async () => {
  const server = await startRingbinder(await usedDirectory(), settings);
  server.process.stdout?.destroy();
  server.process.stderr?.destroy();
  server.process.kill('SIGTERM');
  assert.deepEqual(await inTime(server.ended), { code: 0, signal: null });
  assert.equal(await databaseProcess(server.directory), undefined);
});

function endGroup(leader = Number.NaN): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {}
}

for (const signal of ['SIGINT', 'SIGKILL'] as const)
  test(`[RUN-17] npm that is ended by ${signal} does not leave the server behind`, async (t) => {
    const directory = await usedDirectory();
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: new URL('../..', import.meta.url).pathname,
      env: environmentOf(directory, { ...settings, PORT: String(port) }),
      stdio: ['ignore', 'ignore', 'ignore'],
      // Give npm its own process group, so that only npm receives the signal.
      detached: true,
    });
    t.onTestFinished(() => endGroup(npm.pid));
    await until('it is ready', () => answers(`http://127.0.0.1:${port}`));
    npm.kill(signal);
    await until('nobody answers', async () => !(await answers(`http://127.0.0.1:${port}`)));
    await until('the database has stopped', async () => (await databaseProcess(directory)) === undefined);
  });

test('[RUN-9] Ctrl-C while it starts leaves nothing running, and the next start works', async () => {
  const directory = await emptyDirectory();
  const { child, ended, output } = launchRingbinder(directory);
  await until('the database is being made', async () => {
    const names = await readdir(join(directory, 'postgres')).catch(() => []);
    return names.some((name) => name.startsWith('data.new-'));
  });
  child.kill('SIGINT');
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.ok(!output().includes('Error'), output());
  assert.equal(await databaseProcess(directory), undefined);
  const server = await startRingbinder(directory);
  await server.stop();
});
