import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, childrenThatRun, findPostmaster, residentOf } from '../processes.ts';

export interface Sample {
  seconds: number;
  /** In MB, after a garbage collection. */
  server: number;
  /** MB outside V8's heap, mostly buffers. */
  external: number;
  meets: number;
  /** Media workers, which start on demand and exit after an idle minute. */
  workers: number;
  descriptors: number;
  connections: number;
  /** In MB, without the write-ahead log, whose size PostgreSQL decides. */
  disk: number;
  posts: number;
}

export async function takeSample(
  server: { pid: number; collectGarbage(): Promise<number> },
  dataDir: string,
): Promise<Omit<Sample, 'seconds' | 'posts'>> {
  const external = (await server.collectGarbage()) / 1e6;
  const meets = childrenThatRun(server.pid, 'sfu/src/worker');
  return {
    server: residentOf(server.pid),
    external,
    meets: meets.reduce((sum, pid) => sum + residentOf(pid), 0),
    workers: childrenThatRun(server.pid, 'page-renderer/src/worker').length,
    descriptors: [server.pid, ...meets].reduce((sum, pid) => sum + readFolder(`/proc/${pid}/fd`).length, 0),
    connections: childrenOf(findPostmaster(server.pid)).length,
    disk: bytesBelow(dataDir) / 1e6,
  };
}

function bytesBelow(directory: string): number {
  let sum = 0;
  for (const name of readFolder(directory)) {
    const path = join(directory, name);
    try {
      const stats = statSync(path);
      if (!stats.isDirectory()) sum += stats.size;
      else if (name !== 'pg_wal') sum += bytesBelow(path);
    } catch {}
  }
  return sum;
}

function readFolder(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
