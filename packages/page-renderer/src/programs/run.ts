import { spawn } from 'node:child_process';
import { type ProcessorWait, readProcessorWait } from '../processor-time.ts';

export interface ProgramLimits {
  timeoutMs: number;
  cpuSeconds: number;
  memoryBytes: number;
  fileBytes: number;
}

export interface ProgramEnd {
  /** Null if a timeout or limit killed the program. */
  exitCode: number | null;
  output: string;
  /** After a timeout: the milliseconds for which the program waited for a CPU. */
  waitedMs?: number;
}

const MAX_OUTPUT_BYTES = 2_000;
const KIBIBYTE = 1024;

/** If the service dies, a pipe closes and a watcher kills the process group. */
const SCRIPT = `exec 3<&0 0</dev/null
(cat <&3 >/dev/null 2>&1; kill -KILL 0) >/dev/null 2>&1 &
exec 3<&-
ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"
shift 3
exec "$@"`;

/** Rejects if the signal aborts or the shell cannot start, but not if the program fails. */
export async function runProgram(
  command: readonly string[],
  options: ProgramLimits & {
    folder: string;
    searchPath: string;
    signal?: AbortSignal | undefined;
    processorWait?: ProcessorWait | undefined;
    environment?: Readonly<Record<string, string>> | undefined;
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
    child.stdin.on('error', () => {});
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      end();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => {
      killGroup(child.pid); // ends remaining processes and the watcher of the pipe
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
  } catch {}
}
