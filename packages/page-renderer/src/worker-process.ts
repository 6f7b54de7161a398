import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, WorkerMessage, WorkerRequest } from './jobs.ts';
import type { ProcessorTime } from './processor-time.ts';

const ENTRY = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/** How much longer than the engine a worker waits before it ends itself. */
const ORPHAN_GRACE_MS = 2_000;
const MAX_STDERR_BYTES = 2_000;
/** A worker that had less of the processor than this part of the time was kept from its work by others. */
const STARVED_SHARE = 0.25;

/** How a job ended: the worker's own word, or that there is none. */
export type Outcome =
  | Exclude<WorkerMessage, { type: 'ready' | 'broken' }>
  /** `isStarved`: it had little of the processor meanwhile, so the job says nothing about its file. */
  | { type: 'timeout'; isStarved: boolean }
  /** The worker died of the job. `detail` is for the log. */
  | { type: 'crashed'; detail: string }
  /** Something else ended the worker, such as a machine without memory: the job says nothing about its file. */
  | { type: 'killed'; detail: string }
  /** The worker did not even start, so the job says nothing about its file. */
  | { type: 'not_started'; detail: string };

/**
 * A child process that does media jobs, one at a time. A process and not a thread: a thread cannot be ended while
 * sharp works (`terminate()` was seen to wait 173 s), shares its crashes and its memory with the service, and
 * starts no sooner (both take 70 ms to the sizes of a PDF's pages; a thread leaves 45 MB behind, a process none).
 */
export class WorkerProcess {
  readonly pid: number | undefined;
  /** Settles when the process is gone. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #processorTime: ProcessorTime;
  #isAlive = true;
  #isReady = false;
  #stderr = '';
  #settle: ((outcome: Outcome) => void) | null = null;

  /** `cacheFolder`: where the process keeps its compiled code for the next, if anywhere. */
  constructor(cacheFolder: string | undefined, processorTime: ProcessorTime) {
    this.#processorTime = processorTime;
    // `advanced` passes buffers as they are.
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

  /** False once the process has ended or been told to. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Does one job; never rejects. After a timeout, a crash or a failed start the worker is no longer alive. */
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
      // Nobody reads: the process is gone or about to be, and how it ended is told when it has.
      this.#child.send(request, (error) => {
        if (error !== null) this.#child.kill('SIGKILL');
      });
    });
  }

  /** Kills the process, whatever it is doing; its job ends as crashed. */
  end(): Promise<void> {
    this.#isAlive = false;
    this.#hold(true); // or nothing would keep the service's process waiting for the end
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  /** Milliseconds of the processor that the process has had; NaN where the system does not say. */
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
      child.on('error', (error) => onGone(error.message)); // not spawned: there is no `close` then
      child.on('close', (code, signal) => {
        // V8 and pdfium without memory abort; SIGKILL that is not ours is the system's.
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

  /** A waiting worker does not keep the service's process from ending; one that works does. */
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

/** The variables that programs need to run. The service's own hold its secrets. */
const PASSED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'LD_LIBRARY_PATH'];

/** @param cacheFolder for compiled code, and for fontconfig's list of the machine's fonts, which takes seconds to read anew */
function environmentWith(cacheFolder: string | undefined): NodeJS.ProcessEnv {
  const folder = cacheFolder === undefined ? '' : resolve(cacheFolder);
  const cache = folder === '' ? {} : { NODE_COMPILE_CACHE: folder, XDG_CACHE_HOME: folder };
  const passed = Object.fromEntries(PASSED.map((name) => [name, process.env[name]]));
  // Two arenas keep glibc from holding on to what was freed. Two pool threads are one for sharp and one for reading.
  return { ...passed, MALLOC_ARENA_MAX: '2', ...cache, UV_THREADPOOL_SIZE: '2' };
}
