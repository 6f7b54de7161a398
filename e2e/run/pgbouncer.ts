import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedServer } from '@ringbinder/testkit/database.ts';
import { until } from '@ringbinder/testkit/until.ts';
import pg from 'pg';

const root = new URL('../../', import.meta.url).pathname;
const unpacked = join(root, 'node_modules/.cache/pgbouncer');
const program = ['/usr/sbin/pgbouncer', join(unpacked, 'usr/sbin/pgbouncer')].find((path) =>
  existsSync(path),
);

export const pgbouncerNeeded = { skip: program === undefined && process.env.CI !== 'true' };

export interface PgBouncer {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode, in front of the test server.
 *
 * @param size server connections per database
 */
export async function startPgBouncer(directory: string, port: number, size: number): Promise<PgBouncer> {
  if (program === undefined) throw new Error('PgBouncer is not installed: run `apt-get install pgbouncer`');
  const { host, port: serverPort, user, password } = new pg.Client(sharedServer());
  const login = password ? ` password=${password}` : '';
  const configuration = join(directory, 'pgbouncer.ini');
  await writeFile(
    configuration,
    `[databases]
* = host=${host} port=${serverPort} user=${user}${login}
[pgbouncer]
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 1000
auth_type = any
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
`,
  );
  // PgBouncer refuses to run as root, and only root may open the directory of the server's socket.
  const isRoot = process.geteuid?.() === 0;
  const hasNamespaces = isRoot && spawnSync('unshare', ['--user', 'true']).status === 0;
  const wrapper = hasNamespaces ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [];
  const asUser = isRoot && !hasNamespaces ? ['-u', 'nobody'] : [];
  const [file = '', ...args] = [...wrapper, program, ...asUser, configuration];
  const libraries = ['x86_64', 'aarch64'].map((cpu) => join(unpacked, `usr/lib/${cpu}-linux-gnu`)).join(':');
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (more) => (output += more));
  const ended = once(child, 'exit');
  const urlOf = (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  await until('PgBouncer answers', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${output}`);
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    client.on('error', () => {});
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return isUp;
  });
  return {
    urlOf,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
