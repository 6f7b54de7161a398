import { readFileSync } from 'node:fs';

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
