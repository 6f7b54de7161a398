import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MS = 300_000;

export interface Bundle {
  rootfs: string;
  config: RuntimeConfig;
}

interface RuntimeConfig {
  process: {
    user: { uid: number; gid: number };
    env: string[];
    terminal: boolean;
    rlimits?: unknown[];
    capabilities?: object;
  };
  root: { path: string; readonly?: boolean };
  mounts: { destination: string; type: string; source: string; options?: string[] }[];
  linux: { namespaces: { type: string }[]; cgroupsPath?: string; resources?: unknown };
}

export interface Container {
  origin: string;
  data: string;
  /** Rejects with the container's output. */
  ready(): Promise<void>;
  log(): string;
  /** Rejects unless the exit code is 0. */
  stop(): Promise<void>;
}

/** @param image `LAYOUT:TAG` */
export function unpackImage(image: string, directory: string): Bundle {
  execFileSync('umoci', ['unpack', '--image', image, directory], { stdio: ['ignore', 'ignore', 'inherit'] });
  const config = JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8')) as RuntimeConfig;
  return { rootfs: join(directory, 'rootfs'), config };
}

const running = new Map<string, readonly string[]>();

export function removeContainers(): void {
  for (const words of running.values()) spawnSync('runc', words, { stdio: 'ignore' });
}

/**
 * @param place the container's directory, with a volume that later containers may reuse
 * @param settings variables besides the image's, including PORT
 */
export async function startContainer(
  { rootfs, config }: Bundle,
  place: string,
  settings: Record<string, string>,
): Promise<Container> {
  const { PORT = '' } = settings;
  const data = join(place, 'data');
  const bundle = join(place, PORT);
  mkdirSync(bundle, { recursive: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const { uid, gid } = config.process.user;
  chownSync(data, uid, gid);
  const own = withSettings(config, rootfs, data, { HOST: '127.0.0.1', MEET_UDP_PORT: '0', ...settings });
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(own));
  const name = `ringbinder-try-${process.pid}-${PORT}`;
  const state = ['--root', join(place, 'runc')];
  const child = spawn('runc', [...state, 'run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(name, [...state, 'delete', '--force', name]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (text += more));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(name);
    return code as number | null;
  });
  const origin = `http://127.0.0.1:${PORT}`;
  return {
    origin,
    data,
    log: () => text,
    async ready() {
      const until = Date.now() + READY_WITHIN_MS;
      while (child.exitCode === null && Date.now() < until) {
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
        if (answer?.ok) return;
        await delay(100);
      }
      throw new Error(`the container does not get ready (exit code ${child.exitCode}):\n${text}`);
    },
    async stop() {
      execFileSync('runc', [...state, 'kill', name, 'TERM']);
      const code = await ended;
      if (code !== 0) throw new Error(`the container ended with ${code}:\n${text}`);
    },
  };
}

function withSettings(
  config: RuntimeConfig,
  path: string,
  data: string,
  settings: Record<string, string>,
): RuntimeConfig {
  const environment = config.process.env.map((line): [string, string] => {
    const equals = line.indexOf('=');
    return [line.slice(0, equals), line.slice(equals + 1)];
  });
  const env = [...new Map([...environment, ...Object.entries(settings)])].map(
    ([name, value]) => `${name}=${value}`,
  );
  // Replace the volume with a local directory. Omit control groups, because runc does not support all their
  // layouts.
  const storedMounts = config.mounts.filter(
    ({ destination }) => !['/srv/ringbinder/data', '/sys/fs/cgroup', '/sys'].includes(destination),
  );
  const mounts = [
    ...storedMounts,
    {
      destination: '/srv/ringbinder/data',
      type: 'bind',
      source: data,
      options: ['bind', 'rw', 'nosuid', 'nodev'],
    },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
  ];
  return {
    ...config,
    process: { ...config.process, terminal: false, rlimits: [], capabilities: {}, env },
    root: { path, readonly: true },
    mounts,
    linux: {
      ...config.linux,
      namespaces: config.linux.namespaces.filter(({ type }) => type !== 'network' && type !== 'cgroup'),
    },
  };
}
