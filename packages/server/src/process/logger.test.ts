import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { openLog } from './logger.ts';

const base = mkdtempSync(join(tmpdir(), 'ringbinder-log-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const open = (dataDir: string) => openLog({ production: false, dataDir, logLevel: 'info' });

async function linesOf(path: string, count: number): Promise<Record<string, unknown>[]> {
  return until('the lines are written', () => {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.length >= count ? lines.map((line) => JSON.parse(line)) : undefined;
  });
}

test('[OPS-4] the log is JSON lines in a file of the data directory that only its owner can read', async () => {
  const directory = join(base, 'new', 'data');
  const { log, path } = open(directory);
  assert.equal(path, join(directory, 'server.log'));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  log.info({ a: 1 }, 'first');
  log.debug('not shown');
  log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'second');
  const [first, second] = await linesOf(path, 2);
  assert.deepEqual([first?.a, first?.msg, second?.msg], [1, 'first', 'second']);
  assert.match(String(first?.time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.match(JSON.stringify(second?.err), /outer.*inner/);
});

test('[OPS-4] of an error its words and the names of what it is about are written, not what a driver hangs on it', async () => {
  const { log, path } = open(join(base, 'errors'));
  assert.ok(path);
  const client = { password: 'hidden', statements: ['SELECT hidden'] };
  const refused = Object.assign(new Error('refused'), {
    code: '57P01',
    detail: 'Key (email)=(hidden)',
    client,
  });
  log.error({ err: new AggregateError([refused], 'both', { cause: refused }) }, 'failed');
  const [line] = await linesOf(path, 1);
  assert.ok(line);
  const { errors, ...error } = line.err as { errors: Record<string, unknown>[] };
  assert.deepEqual(Object.keys(error), ['type', 'message', 'stack']);
  assert.deepEqual(Object.keys(errors[0] ?? {}), ['type', 'message', 'stack', 'code']);
  assert.match(JSON.stringify(line), /both.*refused/);
  assert.doesNotMatch(JSON.stringify(line), /hidden/);
});

test('a log of more than 20 MiB is set aside at the next start; a smaller one goes on', async () => {
  const directory = join(base, 'large');
  mkdirSync(directory);
  const path = join(directory, 'server.log');
  writeFileSync(path, '{"msg":"before"}\n');
  open(directory).log.info('after');
  assert.equal((await linesOf(path, 2)).length, 2);
  truncateSync(path, 20 * 1024 ** 2 + 1);
  open(directory).log.info('anew');
  assert.deepEqual((await linesOf(path, 1))[0]?.msg, 'anew');
  assert.equal(statSync(`${path}.1`).size, 20 * 1024 ** 2 + 1);
});

test('a log that grows over 20 MiB while the service runs is set aside, and no line is lost', async () => {
  const directory = join(base, 'growing');
  mkdirSync(directory);
  const path = join(directory, 'server.log');
  writeFileSync(path, '');
  truncateSync(path, 20 * 1024 ** 2 - 1000);
  const { log } = open(directory);
  for (let count = 0; count < 99; count++) {
    log.info({ count }, 'a line that is some hundred bytes long, with the time and the level that it has');
    if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await until('the file is set aside', () => existsSync(`${path}.1`));
  log.info({ count: 99 }, 'the last one');
  await until('the last line is in the new file', () => readFileSync(path, 'utf8').includes('"count":99'));
  const all = readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8');
  for (let count = 0; count < 100; count++) assert.ok(all.includes(`"count":${count},`), `${count}`);
  assert.ok(statSync(path).size < 20_000);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('[RUN-6] a data directory that cannot be is told in one line', () => {
  writeFileSync(join(base, 'file'), '');
  const expected = {
    name: 'StartupError',
    message: /^Cannot write to the directory .*file.*: .*\. Set DATA_DIR/,
  };
  assert.throws(() => open(join(base, 'file')), expected);
  assert.throws(() => open(join(base, 'file', 'below')), expected);
});

const canMount = process.platform === 'linux' && process.geteuid?.() === 0;

test('a log whose disk was full goes on when there is room again', {
  skip: !canMount,
}, async (t) => {
  const directory = join(base, 'small');
  mkdirSync(directory);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', directory]);
  if (status !== 0) return t.skip(`no small disk can be mounted: ${stderr}`);
  try {
    const { log, path, close } = open(directory);
    const line = { text: 'x'.repeat(1_000) };
    for (let count = 0; count < 6_000; count++) log.info(line);
    await until('the disk is full', () => statSync(String(path)).size >= 60_000);
    for (let count = 0; count < 200; count++) log.info(line);
    truncateSync(String(path));
    await until('it goes on', () => {
      log.info(line);
      return readFileSync(String(path), 'utf8').length > 0;
    });
    truncateSync(String(path));
    writeFileSync(join(directory, 'filler'), 'x'.repeat(40_000));
    for (let count = 0; count < 100; count++) log.info(line);
    const begun = performance.now();
    const became = await close(2_000);
    assert.ok(performance.now() - begun < 10_000);
    assert.match(typeof became === 'object' ? became.lost.message : became, /ENOSPC/);
    log.fatal('after the end');
  } finally {
    spawnSync('umount', ['--lazy', directory]);
  }
});
