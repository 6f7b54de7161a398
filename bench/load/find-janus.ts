import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const LIBRARIES = '/usr/lib';

export function findJanus(): { program: string; libraries: string } | undefined {
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'janus'))
    .find((path) => existsSync(path));
  const libraries = (existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [])
    .map((machine) => join(LIBRARIES, machine, 'janus'))
    .find((path) => existsSync(join(path, 'plugins', 'libjanus_videoroom.so')));
  return program === undefined || libraries === undefined ? undefined : { program, libraries };
}
