import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@ringbinder/embedded-postgres';
import { migrate } from '@ringbinder/server/storage/migrate.ts';
import { type Connection, onDatabase, runOn, SHARED_SERVER, TEMPLATE } from './database.ts';

const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '128MB',
};

/** All tests need 0.9 GB. */
const ROOM_BYTES = 1.5e9;

/** The user of `TEST_DATABASE_URL` must be able to create databases. */
export default async function startDatabase(): Promise<() => Promise<void>> {
  const parent = isRoomy('/dev/shm') ? '/dev/shm' : tmpdir();
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `rb-${process.pid}-`));
  chmodSync(folder, 0o711);
  const server = await startServer(folder);
  await runOn(server.connection, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await runOn(server.connection, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(onDatabase(server.connection, TEMPLATE));
  process.env[SHARED_SERVER] = JSON.stringify(server.connection);
  process.env.TMPDIR = folder;
  process.env.RINGBINDER_TEST_MEMORY = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

interface Server {
  connection: Connection;
  stop(): Promise<void>;
}

async function startServer(folder: string): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: async () => {} };
  const server = await startEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    settings: fastSettings,
    signal: new AbortController().signal,
  });
  return { connection: server.connection('postgres'), stop: () => server.stop() };
}

function isRoomy(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > ROOM_BYTES;
  } catch {
    return false;
  }
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^rb-(\d+)-/.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const folder = join(parent, name);
    try {
      const [postmaster] = readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(postmaster), 'SIGQUIT');
    } catch {}
    unmountAll(folder);
    // Retry while the server or another run writes or deletes files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Tests mount disks, and a killed run leaves them mounted. A mounted folder cannot be removed. */
function unmountAll(folder: string): void {
  if (!existsSync('/proc/self/mounts')) return;
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  for (const mount of mounts) {
    const [, point = ''] = mount.split(' ');
    if (point.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', point]);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
