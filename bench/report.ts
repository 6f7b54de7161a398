import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { type FigureSpec, median } from './measurement.ts';

export interface Result {
  value: number;
  unit: string;
  budget: string | null;
  ok: boolean;
}

export function classify(value: number, { unit, atLeast, atMost }: FigureSpec): Result {
  const budget = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : null;
  const ok = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
  const rounded = Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
  return { value: rounded, unit, budget, ok };
}

const TMPFS = 0x01021994;
const SYNCS = 21;

export function describeMachine(directory: string): string[] {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const lines = [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.version}, load before the run ${loadavg()[0]?.toFixed(1)}`,
    `fsync of 8 KiB takes ${measureSync(directory).toFixed(2)} ms`,
  ];
  if (statfsSync(directory).type === TMPFS)
    lines.push('the data lies in memory (tmpfs), where fsync costs nothing: set TMPDIR to a disk');
  return lines;
}

function measureSync(directory: string): number {
  const file = openSync(join(directory, 'sync-test'), 'w');
  const block = Buffer.alloc(8192);
  const times = Array.from({ length: SYNCS }, () => {
    const start = performance.now();
    writeSync(file, block);
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  return median(times);
}
