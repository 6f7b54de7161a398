import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

const CONNECT_MS = 1_000;
/** Delay before socket files of dead processes are deleted; by then their leases have expired. */
const FORGET_MS = 60_000;

export interface ProcessSocket {
  /** Random, never reused. */
  readonly id: string;
  /** Starts listening, once. Without a socket, other processes cannot detect this one's death. */
  open(): Promise<void>;
  /**
   * Whether a process has certainly ended. False also when this is unknown, because the process may run on
   * another machine.
   */
  isDead(id: string): Promise<boolean>;
  close(): void;
}

/**
 * Creates this process's socket in the data directory. The kernel refuses connections to the socket of a dead
 * process and accepts those to a hanging one. Each kernel has its own subdirectory, because machines can
 * share a data directory and another machine's sockets refuse as well.
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
    close: () => void server?.close(),
  };
}

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

/** Unique per machine and boot. */
function kernelName(): Promise<string> {
  kernel ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    .catch(() => hostname())
    .then((name) => name.replaceAll(/[^\w]/g, '').slice(0, 12));
  return kernel;
}
