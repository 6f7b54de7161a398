import { basename, dirname, join } from 'node:path';

/** Paths of an embedded server. All are below `directory`, except a socket whose path would be too long. */
export interface Layout {
  readonly directory: string;
  readonly data: string;
  readonly log: string;
  /** Directory of the socket, unless its path is too long. */
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

/** Name of a data directory that `pid` is initialising. `random` distinguishes several starts of one process. */
export function unfinishedName(data: string, pid: number, random: string): string {
  return join(dirname(data), `${basename(data)}.new-${pid}-${random}`);
}

/** Returns the initialising process of such a name; undefined for other names. */
export function unfinishedBy(name: string): number | undefined {
  const match = /^data\.new-(\d+)-/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
