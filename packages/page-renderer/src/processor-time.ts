import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of a process in milliseconds; undefined if unknown. */
export type ProcessorTime = (pid: number) => number | undefined;

/** Linux counts in hundredths of a second on all of Node's platforms. */
const TICK_MS = 10;

/** From `/proc`, so only on Linux. */
export const readProcessorTime: ProcessorTime = (pid) => {
  try {
    // The program name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
};

/** CPU wait time of a process group in milliseconds; undefined if unknown. */
export type ProcessorWait = (group: number) => number | undefined;

const NANOSECONDS_PER_MS = 1e6;

/** The longest wait of a process in the group, from `/proc`; only on Linux. */
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

/** 0 for a process of another group or one that has ended. */
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
