import { readdirSync, readFileSync } from 'node:fs';

export type ProcessorTime = (pid: number) => number | undefined;

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

export const readProcessorTime: ProcessorTime = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
};

export type ProcessorWait = (group: number) => number | undefined;

const NANOSECONDS_PER_MS = 1e6;

export const readProcessorWait: ProcessorWait = (group) => {
  try {
    const waits = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => waitOf(pid, group));
    return Math.max(...waits);
  } catch {
    return undefined;
  }
};

function waitOf(pid: string, group: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    if (Number(fields[2]) !== group) return 0;
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return Number(waited) / NANOSECONDS_PER_MS;
  } catch {
    return 0;
  }
}
