import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeCertificate } from '@ringbinder/testkit/network.ts';

const program = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'turnserver'))
  .find((path) => existsSync(path));

export const whyNoRelay =
  program === undefined ? 'coturn is not installed: run `apt-get install coturn`' : undefined;

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

export interface TestRelay {
  address: string;
  port: number;
  stop(): Promise<void>;
}

export async function startRelay(
  secret: string,
  address: string,
  more: { port?: number; hasTls?: boolean; lines?: string[] } = {},
): Promise<TestRelay> {
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-turn-'));
  const port = more.port ?? (await freePort());
  const example = readFileSync(
    new URL('../../../../../../examples/coturn/turnserver.conf', import.meta.url),
    'utf8',
  );
  const tls = ['no-tls', 'no-dtls'];
  if (more.hasTls) {
    const { keyFile, certFile } = await makeCertificate(folder, address);
    tls.splice(0, 2, `pkey=${keyFile}`, `cert=${certFile}`, `tls-listening-port=${port}`, 'no-dtls');
  }
  const lines = [
    example.replace('<MEET_TURN_SECRET>', secret),
    `listening-port=${port}`,
    `listening-ip=${address}`,
    `relay-ip=${address}`,
    ...tls,
    ...(more.lines ?? []),
    'no-cli',
    'log-file=stdout',
    `pidfile=${join(folder, 'pid')}`,
    `userdb=${join(folder, 'db')}`,
  ];
  await writeFile(join(folder, 'turnserver.conf'), lines.join('\n'));
  const child = spawn(program ?? '', ['-c', join(folder, 'turnserver.conf')], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return {
    address,
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
