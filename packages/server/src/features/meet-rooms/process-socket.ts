import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

const CONNECT_MS = 1_000;
/** By then nobody asks for a process that was dead when this one began: whatever it held by a lease is free. */
const FORGET_MS = 60_000;

export interface ProcessSocket {
  /** The id of this process, random and never used again. */
  readonly id: string;
  /** Listens, once. Without a socket the process is as one on another machine. */
  open(): Promise<void>;
  /** Whether a process has certainly ended. False where it lives, and where nobody knows: it may be on another machine. */
  isDead(id: string): Promise<boolean>;
  close(): void;
}

/**
 * Makes the socket of this process in the data directory. The kernel refuses connections to the socket of a process that
 * has ended, however it ended, and accepts those to one that hangs. Sockets lie in a directory of their kernel, for a data
 * directory may be one of several machines, and a socket of another one refuses, too.
 */
export function createProcessSocket(dataDir: string): ProcessSocket {
  const id = randomBytes(9).toString('base64url');
  let server: Server | undefined;
  let opening: Promise<void> | undefined;
  const pathOf = async (of: string) => join(dataDir, 'processes', await kernelName(), `${of}.sock`);

  async function listen(): Promise<void> {
    const path = await pathOf(id);
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    forgetLater(join(path, '..'), await findDead(join(path, '..')));
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
    isDead: async (of) => of !== id && /^[\w-]{12}$/.test(of) && refuses(await pathOf(of)),
    // Which removes the socket: nothing is left of a process that has given all back.
    close: () => void server?.close(),
  };
}

/** The sockets of a directory whose processes have ended. */
async function findDead(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  const dead = await Promise.all(names.map((name) => refuses(join(directory, name))));
  return names.filter((_, index) => dead[index]);
}

function forgetLater(directory: string, names: readonly string[]): void {
  const remove = (name: string) => void rm(join(directory, name), { force: true }).catch(() => undefined);
  setTimeout(() => names.forEach(remove), FORGET_MS).unref();
}

function refuses(path: string): Promise<boolean> {
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

let kernel: Promise<string> | undefined;

/** Another one on each machine, and after each start of it. */
function kernelName(): Promise<string> {
  kernel ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    .catch(() => hostname())
    .then((name) => name.replaceAll(/[^\w]/g, '').slice(0, 12));
  return kernel;
}
