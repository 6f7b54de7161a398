import { spawn } from 'node:child_process';
import { type ProcessorWait, readProcessorWait } from '../processor-time.ts';

export interface ProgramLimits {
  /** Wall-clock time. */
  timeoutMs: number;
  /** CPU time of each process. */
  cpuSeconds: number;
  memoryBytes: number;
  fileBytes: number;
}

/** `output` is the end of the program's output. */
export interface ProgramEnd {
  /** Null if it was killed by the timeout or a limit. */
  exitCode: number | null;
  output: string;
  /** CPU wait time in milliseconds if it timed out; otherwise undefined. */
  waitedMs?: number;
}

const MAX_OUTPUT_BYTES = 2_000;
const KIBIBYTE = 1024;

/**
 * A shell sets kernel limits and then becomes the program. Standard input is a pipe held by the service. If the service
 * dies, a watcher of the pipe kills the whole group, so that nothing that reads a hostile file outlives the service.
 */
const SCRIPT = `exec 3<&0 0</dev/null
(cat <&3 >/dev/null 2>&1; kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"
shift 3
exec "$@"`;

/**
 * Runs a program on an untrusted file: in its own process group that is killed as a whole, within limits, without the
 * service's environment. Does not reject because of the program. Throws the signal's reason, and the system's error if
 * no shell starts.
 */
export async function runProgram(
  command: readonly string[],
  options: ProgramLimits & {
    folder: string;
    searchPath: string;
    signal?: AbortSignal | undefined;
    /** CPU wait time of the program; read from the system by default. */
    processorWait?: ProcessorWait | undefined;
    environment?: Readonly<Record<string, string>> | undefined;
    /** Receives standard output as it is written. */
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
      killGroup(child.pid); // remaining processes and the pipe's watcher
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
    // The group no longer exists.
  }
}
