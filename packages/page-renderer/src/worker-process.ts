import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, JobResult, WorkerMessage, WorkerRequest } from './jobs.ts';
import type { ProcessorTime } from './processor-time.ts';

const ENTRY = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
/** If the service has died, a worker ends itself this long after its job's time limit. */
const ORPHAN_GRACE_MS = 2_000;
const MAX_STDERR_BYTES = 2_000;
const STARVED_SHARE = 0.25;

export type JobFailure =
  | Extract<WorkerMessage, { type: 'unreadable' | 'no_file' }>
  /** If `isStarved`, the worker lacked CPU time and the file may be valid. */
  | { type: 'timeout'; isStarved: boolean }
  | { type: 'crashed'; detail: string }
  | { type: 'killed'; detail: string }
  | { type: 'not_started'; detail: string };

export type JobOutcome =
  | (Extract<WorkerMessage, { type: 'done' }> & {
      tagsFailure?: JobFailure;
    })
  | JobFailure;

/** A thread would share crashes and memory with the service, and cannot be stopped while it runs sharp. */
export class WorkerProcess {
  readonly pid: number | undefined;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #processorTime: ProcessorTime;
  #isAlive = true;
  #isReady = false;
  #stderr = '';
  #timer: NodeJS.Timeout | undefined;
  #untagged: JobResult<Job> | null = null;
  #settle: ((outcome: JobOutcome) => void) | null = null;

  constructor(cacheFolder: string | undefined, processorTime: ProcessorTime) {
    this.#processorTime = processorTime;
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

  get isAlive(): boolean {
    return this.#isAlive;
  }

  run(job: Job, timeoutMs: number): Promise<JobOutcome> {
    return new Promise((resolve) => {
      this.#limitTime(timeoutMs);
      this.#settle = (outcome) => {
        clearTimeout(this.#timer);
        if (this.#isAlive) this.#hold(false);
        resolve(outcome);
      };
      this.#hold(true);
      const request: WorkerRequest = { job, timeoutMs, deadlineMs: timeoutMs + ORPHAN_GRACE_MS };
      this.#child.send(request, (error) => {
        if (error !== null) this.#child.kill('SIGKILL');
      });
    });
  }

  end(): Promise<void> {
    this.#isAlive = false;
    this.#hold(true); // otherwise the service could exit before the worker
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  #limitTime(ms: number): void {
    clearTimeout(this.#timer);
    const before = this.#usedMs();
    this.#timer = setTimeout(() => {
      const used = this.#usedMs() - before;
      this.#give({ type: 'timeout', isStarved: used < STARVED_SHARE * ms });
    }, ms);
  }

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
      else if (message.type === 'untagged') this.#onUntagged(message.result, message.maxMs);
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
      child.on('error', (error) => onGone(error.message)); // `close` does not follow if the process did not start
      child.on('close', (code, signal) => {
        // V8 and pdfium abort at their own memory limits. A SIGKILL that this class did not send comes from
        // the kernel.
        onGone(`exit code ${code}, signal ${signal}`, signal === 'SIGKILL' && this.#isAlive);
      });
    });
  }

  #give(outcome: JobOutcome): void {
    if (FATAL.has(outcome.type)) void this.end();
    const [settle, untagged] = [this.#settle, this.#untagged];
    this.#settle = null;
    this.#untagged = null;
    const rss = 'rss' in outcome ? outcome.rss : 0;
    if (untagged === null || outcome.type === 'done') settle?.(outcome);
    else settle?.({ type: 'done', result: untagged, rss, tagsFailure: outcome });
  }

  #onUntagged(result: JobResult<Job>, maxMs: number): void {
    if (this.#settle === null) return;
    this.#untagged = result;
    this.#limitTime(maxMs);
  }

  #death(how: string): JobOutcome {
    const detail = `${how}\n${this.#stderr}`.trim();
    return { type: this.#isReady ? 'crashed' : 'not_started', detail };
  }

  #hold(isWorking: boolean): void {
    const handles = [this.#child, this.#child.channel, this.#child.stderr] as (
      | Referable
      | null
      | undefined
    )[];
    for (const handle of handles) isWorking ? handle?.ref?.() : handle?.unref?.();
  }
}

const FATAL: ReadonlySet<JobOutcome['type']> = new Set(['timeout', 'crashed', 'killed', 'not_started']);

interface Referable {
  ref?(): void;
  unref?(): void;
}

/** Other environment variables may contain secrets. */
const PASSED_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'LD_LIBRARY_PATH'];

/** The folder also contains fontconfig's font list, which takes seconds to build. */
function environmentWith(cacheFolder: string | undefined): NodeJS.ProcessEnv {
  const folder = cacheFolder === undefined ? '' : resolve(cacheFolder);
  const cache = folder === '' ? {} : { NODE_COMPILE_CACHE: folder, XDG_CACHE_HOME: folder };
  const passed = Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]]));
  // With only two arenas, glibc returns freed memory. sharp and file access need one thread each.
  return { ...passed, MALLOC_ARENA_MAX: '2', ...cache, UV_THREADPOOL_SIZE: '2' };
}
