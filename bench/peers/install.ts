import { execFile } from 'node:child_process';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../child.ts';
import type { Bench } from '../measurement.ts';

const PROGRAMS = ['oidc-server.mjs', 'parse-server.mjs'];
const INSTALL_TIMEOUT_MS = 300_000;
const INSTALL = 'install --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel=error';

/** Installs `versions.json` with npm into a temporary folder, without install scripts. */
export async function installPeers(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringbinder-peers-'));
  const here = (name: string) => new URL(name, import.meta.url).pathname;
  await copyFile(here('versions.json'), join(directory, 'package.json'));
  for (const name of PROGRAMS) await copyFile(here(name), join(directory, name));
  await promisify(execFile)('npm', INSTALL.split(' '), { cwd: directory, timeout: INSTALL_TIMEOUT_MS });
  return directory;
}

export async function startPeer<Ready>(
  directory: string,
  program: string,
  work: object,
): Promise<Child & { ready: Ready }> {
  const child = startChild(join(directory, program), {
    cwd: directory,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return { ...child, ready: await child.ask<Ready>(work) };
}

export async function createPeerDatabase({ installation }: Bench, name: string) {
  const database = `peer_${name}`;
  await installation.withDatabase((db) => db.query(`CREATE DATABASE ${database}`));
  return { ...(await installation.connection()), database };
}
