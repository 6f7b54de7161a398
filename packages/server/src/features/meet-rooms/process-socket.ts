import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

const CONNECT_MS = 1_000;
/** The leases of a dead process must expire before its socket is deleted. */
const DELETE_DELAY_MS = 60_000;

export interface ProcessSocket {
  readonly id: string;
  open(): Promise<void>;
  /** Returns false if the process may be running on another machine. */
  isDead(id: string): Promise<boolean>;
  close(): void;
}

/**
 * The kernel refuses a connection to a dead process, but not to one that hangs. Each boot has its own subdirectory,
 * because machines can share the directory but not the sockets.
 */
export function createProcessSocket(dataDir: string): ProcessSocket {
  const id = randomBytes(9).toString('base64url');
  let server: Server | undefined;
  let opening: Promise<void> | undefined;
  const pathOf = async (processId: string) => join(dataDir, 'processes', await bootId(), `${processId}.sock`);

  async function listen(): Promise<void> {
    const path = await pathOf(id);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    deleteLater(join(path, '..'), await findDead(join(path, '..')));
    const listening = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject).listen(path, resolve);
    });
    server = listening.unref();
  }

  return {
    id,
    open() {
      opening ??= listen();
      return opening;
    },
    isDead: async (other) => other !== id && /^[\w-]{12}$/.test(other) && isRefused(await pathOf(other)),
    close: () => void server?.close(),
  };
}

async function findDead(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  const dead = await Promise.all(names.map((name) => isRefused(join(directory, name))));
  return names.filter((_, index) => dead[index]);
}

function deleteLater(directory: string, names: readonly string[]): void {
  const remove = (name: string) => void rm(join(directory, name), { force: true }).catch(() => undefined);
  setTimeout(() => names.forEach(remove), DELETE_DELAY_MS).unref();
}

function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.setTimeout(CONNECT_MS, () => end(false));
    socket.once('connect', () => end(false));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED'));
    function end(isDead: boolean): void {
      socket.destroy();
      resolve(isDead);
    }
  });
}

let boot: Promise<string> | undefined;

function bootId(): Promise<string> {
  boot ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    .catch(() => hostname())
    .then((name) => name.replaceAll(/[^\w]/g, '').slice(0, 12));
  return boot;
}
