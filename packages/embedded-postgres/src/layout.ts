import { basename, dirname, join } from 'node:path';

/** Where everything of one embedded server lies. All of it is below `directory`, except a socket whose path would be too long. */
export interface Layout {
  readonly directory: string;
  readonly data: string;
  readonly log: string;
  /** Where the socket goes when that path is short enough. */
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

/** The name that a data directory has while process `pid` initialises it; `random` tells two starts of one process apart. */
export function unfinishedName(data: string, pid: number, random: string): string {
  return join(dirname(data), `${basename(data)}.new-${pid}-${random}`);
}

/** The process that was initialising this directory, or undefined when the name is not of an unfinished one. */
export function unfinishedBy(name: string): number | undefined {
  const match = /^data\.new-(\d+)-/.exec(name);
  return match === null ? undefined : Number(match[1]);
}
