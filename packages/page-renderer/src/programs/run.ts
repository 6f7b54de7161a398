import { spawn } from 'node:child_process';
import { type ProcessorWait, readProcessorWait } from '../processor-time.ts';

/** What a program may take at the most. */
export interface ProgramLimits {
  /** Of wall-clock time. */
  timeoutMs: number;
  /** Of the processor, in each of its processes. */
  cpuSeconds: number;
  memoryBytes: number;
  fileBytes: number;
}

/** How a program ended; `output` is the end of what it said. */
export interface ProgramEnd {
  /** Null when it was killed: it took too long, or a limit ended it. */
  exitCode: number | null;
  output: string;
  /** How many milliseconds it had waited for a processor when it took too long; undefined when it ended otherwise. */
  waitedMs?: number;
}

const MAX_OUTPUT_BYTES = 2_000;
const KIBIBYTE = 1024;

/**
 * The limits are the kernel's, set by a shell that then becomes the program. Its standard input is a pipe that the
 * service holds: when the service dies, the pipe ends, and whoever watches it kills the whole group. So nothing that
 * reads a hostile file outlives the service, whatever became of it.
 */
const SCRIPT = `exec 3<&0 0</dev/null
(cat <&3 >/dev/null 2>&1; kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"
shift 3
exec "$@"`;

/**
 * Runs a program of the machine on a file of unknown intent: in a group of its own that is killed as a whole, within
 * limits, with none of the service's environment. Never rejects for what the program does. Throws the signal's reason
 * when it fires, and the system's error when no shell starts.
 */
export async function runProgram(
  command: readonly string[],
  options: ProgramLimits & {
    folder: string;
    searchPath: string;
    signal?: AbortSignal | undefined;
    /** How long the program has waited for a processor; read from the system by default. */
    processorWait?: ProcessorWait | undefined;
    /** Variables beside those that every program has. */
    environment?: Readonly<Record<string, string>> | undefined;
    /** Receives what it writes to its standard output, as it comes. */
    onOutput?: ((text: string) => void) | undefined;
  },
): Promise<ProgramEnd> {
  const { timeoutMs, cpuSeconds, memoryBytes, fileBytes, folder, searchPath, signal } = options;
  const { onOutput, environment, processorWait = readProcessorWait } = options;
  signal?.throwIfAborted();
  const limits = [cpuSeconds, Math.floor(memoryBytes / KIBIBYTE), Math.floor(fileBytes / 512)].map(String);
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...limits, ...command], {
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: searchPath, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...environment },
    });
    let output = '';
    let isKilled = false;
    const keep = (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_BYTES);
    };
    const kill = () => {
      isKilled = true;
      killGroup(child.pid);
    };
    let waitedMs: number | undefined;
    const timer = setTimeout(() => {
      waitedMs = child.pid === undefined ? undefined : processorWait(child.pid);
      kill();
    }, timeoutMs);
    signal?.addEventListener('abort', kill, { once: true });
    child.stdout.setEncoding('utf8').on('data', onOutput ?? keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.stdin.on('error', () => {}); // it ends with the program
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      end();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => {
      killGroup(child.pid); // what it left behind, and the watcher of the pipe
      settle(() => {
        if (signal?.aborted) reject(signal.reason);
        else
          resolve({
            exitCode: isKilled ? null : code,
            output,
            ...(waitedMs === undefined ? {} : { waitedMs }),
          });
      });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
