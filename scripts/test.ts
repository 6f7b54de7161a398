/**
 * Runs the tests of pages that are not on Playwright Test yet: one database server for all of them, a migrated template that each file gets a copy of.
 *
 *   npm test                        everything
 *   npm test -- packages/server     what lies below
 *   TEST_DATABASE_URL=postgres://…  on another PostgreSQL, its user able to create databases
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/storage/embedded/index.ts';
import { migrate } from '../packages/server/src/storage/migrate.ts';
import { StartupError } from '../packages/server/src/storage/startup-error.ts';
import {
  type Connection,
  onDatabase,
  runOn,
  SHARED_SERVER,
  TEMPLATE,
} from '../packages/testkit/src/database.ts';
import { eachAlone, inBatches, type Program } from './test-batches.ts';
import { inOrder } from './test-order.ts';
import { makeScratch, type Scratch } from './test-scratch.ts';

const root = new URL('..', import.meta.url).pathname;
const TEST_TIMEOUT_MS = 240_000;
/** How long the tests have to end by themselves after Ctrl-C. */
const TIMEOUT_MS = 5_000;

/** Nothing that a test server holds is worth an fsync, nor the memory for a log that goes far back. */
const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '128MB',
};

interface SharedServer {
  connection: Connection;
  stop(): Promise<void>;
}

/** Its files are in memory: a copy of the template takes 20 ms of the processor there, on a disk 90 to 380. */
async function startShared({ memory }: Scratch, signal: AbortSignal): Promise<SharedServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: async () => {} };
  const server = await startEmbeddedPostgres({
    directory: join(memory, 'postgres'),
    settings: unsafeSettings,
    signal,
  });
  return { connection: server.connection('postgres'), stop: () => server.stop() };
}

function findTests(places: string[]): string[] {
  const patterns = [
    'packages/*/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    'e2e/**/*.test.ts',
    'bench/**/*.test.ts',
    'conformance/**/*.test.ts',
  ];
  const all = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'node:test'"))
    .sort();
  return places.length === 0
    ? all
    : all.filter((file) => places.some((index) => file.startsWith(index.replace(/^\.\//, ''))));
}

async function makeTemplate(connection: Connection): Promise<void> {
  await runOn(connection, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await runOn(connection, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(onDatabase(connection, TEMPLATE));
}

/** Few files, and any with options of Node's own, are run as `node --test` would. */
const MIN_BATCHED = 12;

/** @param repeats whether files that failed beside others are run again by themselves */
async function runTests(
  { programs, repeats }: { programs: Program[]; repeats: boolean },
  options: string[],
  variables: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  // One more than there are cores where they are few: many tests wait for a process, a browser or a deadline.
  const parallel = Math.max(3, Math.min(4, availableParallelism()));
  const settings = {
    programs,
    concurrency: parallel,
    repeats,
    // Room for what is new on the heap: else a tenth of the processor's time goes into looking through it.
    execArgv: ['--max-semi-space-size=64', `--test-timeout=${TEST_TIMEOUT_MS}`, ...options],
  };
  const child = spawn(process.execPath, ['scripts/test-run.ts', JSON.stringify(settings)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Colours as if it wrote to where this does.
    env: {
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...process.env,
      ...variables,
      NODE_ENV: 'test',
    },
    // A group of its own, so that it can be ended with all that the tests have started.
    detached: true,
  });
  const interrupt = () => {
    signalGroup(child, 'SIGINT');
    setTimeout(() => signalGroup(child, 'SIGKILL'), TIMEOUT_MS).unref();
  };
  signal.addEventListener('abort', interrupt);
  if (signal.aborted) interrupt();
  child.stdout.pipe(process.stdout, { end: false });
  const closed = once(child, 'close');
  const [code, endedBy] = await once(child, 'exit');
  signalGroup(child, 'SIGKILL');
  // Whoever else had its output is gone with the group.
  await closed;
  if (code === null) process.stderr.write(`The tests were ended by ${endedBy}\n`);
  return code ?? 1;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

async function main(): Promise<number> {
  const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
  const places = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const files = findTests(places);
  if (files.length === 0) return 0;
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.abort());
  const scratch = makeScratch();
  let shared: SharedServer | undefined;
  try {
    shared = await startShared(scratch, interrupted.signal);
    await makeTemplate(shared.connection);
    const variables = {
      [SHARED_SERVER]: JSON.stringify(shared.connection),
      TMPDIR: scratch.directory,
      RINGBINDER_TEST_MEMORY: scratch.memory,
      // Each file is a process, and most load the whole server: 0.6 s of the processor, with compiled code at hand. In
      // memory: for thousands of new files on a disk the kernel takes as long as a tenth of all that the tests take.
      NODE_COMPILE_CACHE: join(scratch.memory, 'compiled'),
    };
    const isBatched = options.length === 0 && files.length >= MIN_BATCHED;
    const programs = isBatched ? inBatches(files, root, scratch.directory) : eachAlone(inOrder(files, root));
    const repeats = options.length === 0 && (places.length === 0 || process.env.CI === 'true');
    return await runTests({ programs, repeats }, options, variables, interrupted.signal);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    return 130;
  } finally {
    await tidyUp(shared, scratch);
  }
}

/** What cannot be removed is told. How the tests went is another thing. */
async function tidyUp(shared: SharedServer | undefined, scratch: Scratch): Promise<void> {
  try {
    await shared?.stop();
  } catch (error) {
    process.stderr.write(
      `The database server of the tests could not be stopped: ${(error as Error).message}\n`,
    );
  }
  try {
    const left = scratch.clear();
    if (left.length > 0) process.stderr.write(`Tests have left processes running:\n${left.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`What the tests made could not be removed: ${(error as Error).message}\n`);
  }
}

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : error.stack}\n`);
  return 1;
});
