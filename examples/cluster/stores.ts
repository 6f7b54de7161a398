import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { needProgram } from './programs.ts';
import type { Command } from './supervise.ts';

const NOBODY = 65_534;

/**
 * Creates the directory, and returns a function that describes how to run a program there. PostgreSQL does
 * not run as root, so for root the program runs as nobody.
 */
export function postgresqlIn(directory: string): (name: string, args: string[]) => Omit<Command, 'name'> {
  const bin = dirname(needProgram('initdb'));
  mkdirSync(directory, { recursive: true });
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(directory, NOBODY, NOBODY);
  chmodSync(directory, 0o700);
  const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  return (name, args) => {
    const all = [...(isRoot ? asNobody : []), join(bin, name), ...args];
    return { program: all[0] ?? '', args: all.slice(1), cwd: directory };
  };
}

export function postgresql(directory: string, port: number): Command & { url: string } {
  const data = join(directory, 'postgresql');
  const command = postgresqlIn(data);
  const cluster = join(data, 'cluster');
  const settings = ['-U', 'ringbinder', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  const init = command('initdb', ['-D', cluster, ...settings]);
  execFileSync(init.program, init.args, { cwd: init.cwd, stdio: 'ignore' });
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'max_connections=300',
  ];
  return {
    name: 'postgresql',
    ...command('postgres', ['-D', cluster, ...options.flatMap((option) => ['-c', option])]),
    url: `postgres://ringbinder@127.0.0.1:${port}/ringbinder`,
  };
}

/** Redis stores nothing on disk, because a loss of its content is harmless. */
export function redis(directory: string, port: number): Command & { url: string } {
  return {
    name: 'redis',
    program: needProgram('redis-server'),
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    cwd: directory,
    url: `redis://127.0.0.1:${port}`,
  };
}

/** Starts an S3 server in this process. In production, use a distributed store instead. */
export async function startS3(
  directory: string,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const files = join(directory, 's3');
  mkdirSync(files, { recursive: true });
  // @ts-expect-error it has no types
  const { default: Server } = await import('@20minutes/s3rver');
  const server = new Server({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: files,
    configureBuckets: [{ name: 'binders' }],
    allowMismatchedSignatures: true,
  });
  await server.run();
  return {
    url: `s3://binders/ringbinder?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}
