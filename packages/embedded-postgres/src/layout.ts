import { basename, dirname, join } from 'node:path';

/** All paths are below `directory`, except a socket whose path would be too long. */
export interface Layout {
  readonly directory: string;
  readonly data: string;
  readonly log: string;
  readonly socket: string;
}

export function layoutOf(directory: string): Layout {
  return {
    directory,
    data: join(directory, 'data'),
    log: join(directory, 'server.log'),
    socket: join(directory, 'socket'),
  };
}

export function unfinishedName(data: string, pid: number, random: string): string {
  return join(dirname(data), `${basename(data)}.new-${pid}-${random}`);
}

export function unfinishedBy(name: string): number | undefined {
  const match = /^data\.new-(\d+)-/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
