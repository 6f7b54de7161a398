import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** For each program: a variable that overrides its path, the usual paths, and a Debian package. */
const PROGRAMS = {
  nginx: { variable: 'NGINX', places: ['/usr/sbin/nginx'], package: 'nginx-light' },
  'redis-server': { variable: 'REDIS_SERVER', places: ['/usr/bin/redis-server'], package: 'redis-server' },
  initdb: { variable: 'POSTGRES_BIN', places: ['/usr/lib/postgresql/*/bin/initdb'], package: 'postgresql' },
} as const;

export type Program = keyof typeof PROGRAMS;

export function findProgram(name: Program): string | undefined {
  const { variable, places } = PROGRAMS[name];
  const providedPath = process.env[variable];
  if (providedPath) return name === 'initdb' ? join(providedPath, 'initdb') : providedPath;
  const inPath = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name));
  const installed = places.flatMap((place) => globSync(place).toSorted().toReversed());
  return [...installed, ...inPath].find((path) => existsSync(path));
}

export function needProgram(name: Program): string {
  const path = findProgram(name);
  if (path) return path;
  throw new Error(
    `${name} is not here: apt-get install ${PROGRAMS[name].package}, or say where it is with ${PROGRAMS[name].variable}`,
  );
}
