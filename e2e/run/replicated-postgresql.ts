import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { until } from '@ringbinder/testkit/until.ts';
import pg from 'pg';
import { findProgram } from '../../examples/cluster/programs.ts';
import { postgresqlIn } from '../../examples/cluster/stores.ts';
import { emptyDirectory } from './directories.ts';
import { familyOf } from './processes.ts';

export const postgresqlNeeded = { skip: findProgram('initdb') === undefined && process.env.CI !== 'true' };

export interface ReplicatedServer {
  port: number;
  query(text: string): Promise<Record<string, unknown>[]>;
  pids(): Promise<number[]>;
  restart(): Promise<void>;
  kill(): Promise<void>;
  /** Like `pg_ctl promote`. Commits then no longer wait for a standby. */
  promote(): Promise<void>;
  /** Stops like `pg_ctl stop -m fast`. Starts as the other server's standby, with its own data. */
  restartAsStandby(): Promise<void>;
  /** Kills the server. Starts it as the other server's standby, with a copy of that server's data. */
  rebuildAsStandby(): Promise<void>;
}

export interface ReplicatedServers {
  servers: readonly [ReplicatedServer, ReplicatedServer];
  /** In libpq's form, with both hosts. */
  urlOf(database: string): string;
  /** Makes commits wait for the other server, which must already be a standby. */
  replicateSynchronously(primary: ReplicatedServer): Promise<void>;
  stop(): Promise<void>;
}

const USER = 'ringbinder';
const WAITING_SETTING = 'synchronous_standby_names';

/** @param wrappers prefixes of both servers' commands, such as `taskset` */
export async function startReplicatedServers(
  wrappers: readonly [readonly string[], readonly string[]] = [[], []],
): Promise<ReplicatedServers> {
  const ports = [await freePort(), await freePort()] as const;
  const first = await newServer(ports[0], ports[1], wrappers[0]);
  const second = await newServer(ports[1], ports[0], wrappers[1]);
  await first.initialize();
  await second.rebuildAsStandby();
  return {
    servers: [first, second],
    urlOf: (database) =>
      `postgres://${USER}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/${database}?target_session_attrs=read-write`,
    async replicateSynchronously(primary) {
      await primary.query(`ALTER SYSTEM SET ${WAITING_SETTING} = '*'`);
      await primary.query('SELECT pg_reload_conf()');
      await until('the standby is synchronous', async () => {
        const [row] = await primary.query('SELECT sync_state FROM pg_stat_replication');
        return row?.sync_state === 'sync';
      });
    },
    async stop() {
      for (const server of [first, second]) await server.kill();
    },
  };
}

async function newServer(port: number, otherPort: number, wrapper: readonly string[]) {
  const directory = join(await emptyDirectory(), 'postgresql');
  const command = postgresqlIn(directory);
  const data = join(directory, 'data');
  const logFile = join(directory, 'server.log');
  let child: ChildProcess | undefined;

  function run(name: string, args: string[]): void {
    const { program, args: all, cwd } = command(name, args);
    execFileSync(program, all, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function start(): Promise<void> {
    const log = openSync(logFile, 'a');
    const { program, args, cwd } = command('postgres', ['-D', data]);
    const [file = '', ...all] = [...wrapper, program, ...args];
    child = spawn(file, all, { cwd, stdio: ['ignore', log, log] });
    const ended = once(child, 'exit');
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await until('PostgreSQL answers', async () => {
      if (isOver) throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8').slice(-2_000)}`);
      return query('SELECT').then(
        () => true,
        () => false,
      );
    });
  }

  async function end(signal: NodeJS.Signals, pids: readonly number[]): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {}
    }
    await ended;
  }

  async function restart(meanwhile = () => {}): Promise<void> {
    await end('SIGINT', child?.pid === undefined ? [] : [child.pid]);
    meanwhile();
    await start();
  }

  async function kill(): Promise<void> {
    if (child?.pid === undefined) return;
    // Stop the main process first, so that it starts no new session.
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (!isOver) process.kill(child.pid, 'SIGSTOP');
    await end('SIGKILL', isOver ? [] : await pids());
  }

  const pids = async () => (child?.pid === undefined ? [] : familyOf(child.pid));
  const settings = {
    port,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    max_connections: 300,
    primary_conninfo: `'host=127.0.0.1 port=${otherPort} user=${USER} application_name=other'`,
    wal_retrieve_retry_interval: "'200ms'",
    wal_log_hints: 'on',
  };

  return {
    port,
    query,
    pids,
    async initialize() {
      run('initdb', ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
      configure();
      await start();
    },
    kill,
    async promote() {
      await query(`ALTER SYSTEM SET ${WAITING_SETTING} = ''`);
      await query('SELECT pg_reload_conf()');
      run('pg_ctl', ['promote', '-D', data, '-w', '-s']);
    },
    restart,
    restartAsStandby: () => restart(markAsStandby),
    async rebuildAsStandby() {
      await kill();
      rmSync(data, { recursive: true, force: true });
      run('pg_basebackup', [
        ...['-D', data, '-h', '127.0.0.1', '-p', String(otherPort), '-U', USER],
        ...['-X', 'stream', '-c', 'fast', '--no-sync'],
      ]);
      configure();
      markAsStandby();
      await start();
    },
  };

  function configure(): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
    // A promoted copy must not wait for a standby.
    appendFileSync(join(data, 'postgresql.auto.conf'), `${WAITING_SETTING} = ''\n`);
  }

  function markAsStandby(): void {
    const path = join(data, 'standby.signal');
    appendFileSync(path, '');
    const { uid, gid } = statSync(data);
    chownSync(path, uid, gid);
  }
}
