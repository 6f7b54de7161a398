import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, findPostmaster, residentMegabytes } from '../processes.ts';

/** What a server held at a moment. */
export interface Sample {
  /** Since the load began. */
  seconds: number;
  /** Resident memory of the server and its media processes, PostgreSQL not counted. */
  megabytes: number;
  /** Open files and sockets of the same. */
  descriptors: number;
  /** Processes of PostgreSQL: its own, and one for each connection. */
  connections: number;
  /** Megabytes of the data directory, the write-ahead log left out, of which PostgreSQL keeps as much as it wants. */
  disk: number;
  /** Messages stored until then. */
  posts: number;
}

/** Looks at a running server. Linux only. */
export function takeSample(
  server: { pid: number },
  dataDir: string,
): Pick<Sample, 'megabytes' | 'descriptors' | 'connections' | 'disk'> {
  const postmaster = findPostmaster(server.pid);
  const own = [
    server.pid,
    ...childrenOf(server.pid)
      .map(({ pid }) => pid)
      .filter((pid) => pid !== postmaster),
  ];
  return {
    megabytes: residentMegabytes(server.pid),
    descriptors: own.reduce((sum, pid) => sum + namesIn(`/proc/${pid}/fd`).length, 0),
    connections: childrenOf(postmaster).length,
    disk: bytesBelow(dataDir) / 1e6,
  };
}

function bytesBelow(directory: string): number {
  let sum = 0;
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    try {
      const found = statSync(path);
      if (!found.isDirectory()) sum += found.size;
      else if (name !== 'pg_wal') sum += bytesBelow(path);
    } catch {
      // It was removed meanwhile.
    }
  }
  return sum;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
