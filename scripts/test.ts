/**
 * Runs the tests: one database server for all of them, a migrated template that each file gets a copy of.
 *
 *   npm test                        everything
 *   npm test -- packages/server     what lies below
 *   TEST_DATABASE_URL=postgres://…  on another PostgreSQL, its user able to create databases
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/storage/embedded/index.ts';
import { migrate } from '../packages/server/src/storage/migrate.ts';
import {
  type Connection,
  onDatabase,
  runOn,
  SHARED_SERVER,
  TEMPLATE,
} from '../packages/testkit/src/database.ts';

const root = new URL('..', import.meta.url).pathname;
const LONGEST_TEST_MS = 120_000;

/** Nothing that a test server holds is worth an fsync. */
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

interface SharedServer {
  connection: Connection;
  stop(): Promise<void>;
}

async function startShared(): Promise<SharedServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: async () => {} };
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-tests-'));
  const server = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings: careless });
  return {
    connection: server.connection('postgres'),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function findTests(places: string[]): string[] {
  const patterns = [
    'packages/*/src/**/*.test.ts',
    'scripts/*.test.ts',
    'e2e/**/*.test.ts',
    'bench/**/*.test.ts',
    'conformance/**/*.test.ts',
  ];
  const all = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
  return places.length === 0
    ? all
    : all.filter((file) => places.some((place) => file.startsWith(place.replace(/^\.\//, ''))));
}

async function main(): Promise<number> {
  const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
  const files = findTests(process.argv.slice(2).filter((word) => !word.startsWith('--')));
  if (files.length === 0) throw new Error('no test file matches');
  const shared = await startShared();
  try {
    await runOn(shared.connection, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await runOn(shared.connection, `CREATE DATABASE ${TEMPLATE}`);
    await migrate(onDatabase(shared.connection, TEMPLATE));
    return await runTests(files, options, shared.connection);
  } finally {
    await shared.stop();
  }
}

function runTests(files: string[], options: string[], connection: Connection): Promise<number> {
  const parallel = Math.max(2, Math.min(4, availableParallelism()));
  const args = [
    '--test',
    `--test-concurrency=${parallel}`,
    `--test-timeout=${LONGEST_TEST_MS}`,
    '--test-reporter=spec',
    ...options,
    ...files,
  ];
  const env = { ...process.env, [SHARED_SERVER]: JSON.stringify(connection), NODE_ENV: 'test' };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

process.exitCode = await main();
