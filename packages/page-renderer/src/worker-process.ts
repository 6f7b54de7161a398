import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, WorkerMessage, WorkerRequest } from './jobs.ts';
import type { ProcessorTime } from './processor-time.ts';

const ENTRY = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/** Additional time before a worker ends itself. */
const ORPHAN_GRACE_MS = 2_000;
const MAX_STDERR_BYTES = 2_000;
/** Share of CPU time below which a worker counts as starved. */
const STARVED_SHARE = 0.25;

/** How a job ended: the worker's message, or its absence. */
export type Outcome =
  | Exclude<WorkerMessage, { type: 'ready' | 'broken' }>
  /** `isStarved`: the worker had little CPU time, so the timeout says nothing about the file. */
  | { type: 'timeout'; isStarved: boolean }
  /** The job killed the worker. `detail` is for the log. */
  | { type: 'crashed'; detail: string }
  /** Something else killed the worker, such as a lack of memory. Says nothing about the file. */
  | { type: 'killed'; detail: string }
  /** The worker did not start. Says nothing about the file. */
  | { type: 'not_started'; detail: string };

/**
 * A child process that runs media jobs sequentially. Not a thread: a thread cannot be ended while sharp works
 * (`terminate()` took 173 s), and shares crashes and memory with the service. It starts no faster: both need 70 ms for
 * the page sizes of a PDF. A thread leaves 45 MB behind, a process none.
 */
export class WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #processorTime: ProcessorTime;
  #isAlive = true;
  #isReady = false;
  #stderr = '';
  #settle: ((outcome: Outcome) => void) | null = null;

  /** @param cacheFolder folder of the compile cache, if any */
  constructor(cacheFolder: string | undefined, processorTime: ProcessorTime) {
    this.#processorTime = processorTime;
    // `advanced` passes buffers without conversion.
    this.#child = fork(ENTRY, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=192', '--disable-warning=ExperimentalWarning'],
      env: environmentWith(cacheFolder),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.pid = this.#child.pid;
    this.ended = this.#watch();
    this.#hold(false);
  }

  /** False once the process has ended or was killed. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Runs one job; never rejects. After a timeout, crash or failed start the worker is dead. */
  run(job: Job, timeoutMs: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const before = this.#usedMs();
      const timer = setTimeout(() => {
        const used = this.#usedMs() - before;
        this.#give({ type: 'timeout', isStarved: used < STARVED_SHARE * timeoutMs });
      }, timeoutMs);
      this.#settle = (outcome) => {
        clearTimeout(timer);
        if (this.#isAlive) this.#hold(false);
        resolve(outcome);
      };
      this.#hold(true);
      const request: WorkerRequest = { job, deadlineMs: timeoutMs + ORPHAN_GRACE_MS };
      // The process has ended or is about to; its end determines the outcome.
      this.#child.send(request, (error) => {
        if (error !== null) this.#child.kill('SIGKILL');
      });
    });
  }

  /** Kills the process. Its job ends as crashed. */
  end(): Promise<void> {
    this.#isAlive = false;
    this.#hold(true); // otherwise nothing would keep the service alive until the end
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  /** CPU time in milliseconds; NaN if unknown. */
  #usedMs(): number {
    return (this.pid === undefined ? undefined : this.#processorTime(this.pid)) ?? Number.NaN;
  }

  #watch(): Promise<void> {
    const child = this.#child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR_BYTES);
    });
    child.on('message', (message: WorkerMessage) => {
      if (message.type === 'ready') this.#isReady = true;
      else if (message.type === 'broken') this.#give({ type: 'crashed', detail: message.detail });
      else this.#give(message);
    });
    return new Promise((resolve) => {
      const onGone = (how: string, isKilled = false) => {
        this.#isAlive = false;
        const outcome = this.#death(how);
        this.#give(isKilled ? { type: 'killed', detail: how } : outcome);
        resolve();
      };
      child.on('error', (error) => onGone(error.message)); // not spawned, so there is no `close`
      child.on('close', (code, signal) => {
        // V8 and pdfium abort without memory. A SIGKILL from elsewhere is the system's.
        onGone(`exit code ${code}, signal ${signal}`, signal === 'SIGKILL' && this.#isAlive);
      });
    });
  }

  #give(outcome: Outcome): void {
    if (FATAL.has(outcome.type)) void this.end();
    const settle = this.#settle;
    this.#settle = null;
    settle?.(outcome);
  }

  #death(how: string): Outcome {
    const detail = `${how}\n${this.#stderr}`.trim();
    return { type: this.#isReady ? 'crashed' : 'not_started', detail };
  }

  /** An idle worker does not keep the service alive; a working one does. */
  #hold(isWorking: boolean): void {
    const handles = [this.#child, this.#child.channel, this.#child.stderr] as (
      | Referable
      | null
      | undefined
    )[];
    for (const handle of handles) isWorking ? handle?.ref?.() : handle?.unref?.();
  }
}

const FATAL: ReadonlySet<Outcome['type']> = new Set(['timeout', 'crashed', 'killed', 'not_started']);

interface Referable {
  ref?(): void;
  unref?(): void;
}

/** Variables that programs need. The service's own contain secrets. */
const PASSED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'LD_LIBRARY_PATH'];

/** @param cacheFolder for compiled code and fontconfig's font list, which takes seconds to rebuild */
function environmentWith(cacheFolder: string | undefined): NodeJS.ProcessEnv {
  const folder = cacheFolder === undefined ? '' : resolve(cacheFolder);
  const cache = folder === '' ? {} : { NODE_COMPILE_CACHE: folder, XDG_CACHE_HOME: folder };
  const passed = Object.fromEntries(PASSED.map((name) => [name, process.env[name]]));
  // Two arenas make glibc release freed memory. Two pool threads: one for sharp, one for reading.
  return { ...passed, MALLOC_ARENA_MAX: '2', ...cache, UV_THREADPOOL_SIZE: '2' };
}
