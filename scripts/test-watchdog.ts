import { readdirSync, readFileSync } from 'node:fs';

/** Longer than a test may take (`TEST_TIMEOUT_MS` of test.ts) with its hooks: each that ends writes a line. */
export const MAX_SILENCE_MS = 420_000;
/** How often it is looked. */
const INTERVAL_MS = 5_000;

/** A process that runs. */
export interface RunningProcess {
  pid: number;
  parent: number;
  /** When it was started, in clock ticks since the system was. */
  startedAt: number;
  command: string;
}

/** Every process of this machine, by /proc; none where there is no such thing. */
export function runningProcesses(): RunningProcess[] {
  return names('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // What stands before the last bracket is the program's name, which may have brackets of its own.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), parent: Number(fields[1]), startedAt: Number(fields[19]), command }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** A process and all that it has started, and they. */
export function treeOf(pid: number, processes: readonly RunningProcess[]): number[] {
  const children = processes.filter((each) => each.parent === pid);
  return [pid, ...children.flatMap((child) => treeOf(child.pid, processes))];
}

/**
 * Ends a program of the tests that has hung, so that the others go on and the run says what hung instead of taking for
 * ever: when no test has told anything for MAX_SILENCE_MS, the child of the runner that has run longest is killed with
 * all that it started. Results are told in the order of the programs, so that is the one that is waited for. Call
 * `heard` with each piece of output, and `stop` at the end.
 * @param runner the process whose children are the programs
 * @param say writes a line
 */
export function watchForSilence(
  runner: number,
  say: (line: string) => void,
  { silenceMs = MAX_SILENCE_MS, intervalMs = INTERVAL_MS } = {},
): { heard(): void; stop(): void } {
  let last = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - last < silenceMs) return;
    last = performance.now();
    const processes = runningProcesses();
    const [oldest] = processes
      .filter(({ parent }) => parent === runner)
      .toSorted((one, other) => one.startedAt - other.startedAt);
    // A test that stops processes may have stopped this one.
    signal([runner], 'SIGCONT');
    if (!oldest) return;
    say(
      `No test has told anything for ${Math.round(silenceMs / 1_000)} s, so what has run longest is killed: ${oldest.pid} ${oldest.command.slice(0, 500)}`,
    );
    signal(treeOf(oldest.pid, processes), 'SIGKILL');
  }, intervalMs);
  return {
    heard() {
      last = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}
