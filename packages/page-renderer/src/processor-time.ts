import { readdirSync, readFileSync } from 'node:fs';

/** Reads how many milliseconds of the processor a process has had, or undefined when that is not known. */
export type ProcessorTime = (pid: number) => number | undefined;

/** Linux counts in hundredths of a second, on every machine that Node runs on. */
const TICK_MS = 10;

/** The time by Linux's `/proc`; not known elsewhere. */
export const readProcessorTime: ProcessorTime = (pid) => {
  try {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
};

/** Reads how many milliseconds a group of processes has waited for a processor, or undefined when that is not known. */
export type ProcessorWait = (group: number) => number | undefined;

const NANOSECONDS_PER_MS = 1e6;

/** The wait of the process that has waited longest, by Linux's `/proc`; not known elsewhere. */
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

/** 0 for a process that is of another group, or has ended. */
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
