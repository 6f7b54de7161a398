import { FairQueue } from '@ringbinder/fair-queue';
import type { Job } from './jobs.ts';
import type { JobQueue, WhileWaiting } from './limiter.ts';
import type { ProcessorTime } from './processor-time.ts';
import { type JobOutcome, WorkerProcess } from './worker-process.ts';

/** A worker with more memory ends after its job, because the heaps of pdfium and sharp never shrink. */
const MAX_IDLE_RSS_BYTES = 320 * 1024 * 1024;

export interface JobPoolOptions {
  workers: number;
  queue: JobQueue;
  whileWaiting: WhileWaiting;
  timeoutMs: number;
  idleMs: number;
  cacheFolder: string | undefined;
  processorTime: ProcessorTime;
  endsAborted?: boolean;
  onStart(pid: number | undefined): void;
}

export type PoolOutcome = JobOutcome | { type: 'busy' } | { type: 'aborted' };

interface WaitingJob {
  job: Job;
  worker?: WorkerProcess;
  settle(outcome: PoolOutcome): void;
}

export class JobPool {
  readonly #options: JobPoolOptions;
  /** Inspections run first, because uploads wait for them. */
  readonly #queues = { inspections: new FairQueue<WaitingJob>(), others: new FairQueue<WaitingJob>() };
  readonly #processes = new Set<WorkerProcess>();
  readonly #working = new Set<WorkerProcess>();
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: JobPoolOptions) {
    this.#options = options;
  }

  /**
   * Never rejects. After an abort, a started job continues unless `endsAborted` is true. Inspections skip
   * `whileWaiting`, because the service already counts their uploads as running.
   */
  run(job: Job, signal?: AbortSignal, group = ''): Promise<PoolOutcome> {
    const queue = job.op === 'inspect' ? this.#queues.inspections : this.#queues.others;
    const isFull = this.#working.size >= this.#options.workers && queue.length >= this.#options.queue.current;
    if (signal?.aborted) return Promise.resolve({ type: 'aborted' });
    if (this.#isClosed || isFull) return Promise.resolve({ type: 'busy' });
    const outcome = new Promise<PoolOutcome>((resolve) => {
      const onAbort = () => {
        queue.remove(group, waiting);
        if (this.#options.endsAborted) void waiting.worker?.end();
        resolve({ type: 'aborted' });
      };
      const settle = (outcome: PoolOutcome) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
      const waiting: WaitingJob = { job, settle };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(group, waiting);
      this.#assign();
    });
    return job.op === 'inspect' ? outcome : this.#options.whileWaiting(outcome);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { inspections, others } = this.#queues;
    for (const { settle } of [...inspections.clear(), ...others.clear()]) settle({ type: 'busy' });
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    await Promise.all([...this.#processes].map((worker) => worker.end()));
  }

  #assign(): void {
    while (this.#working.size < this.#options.workers) {
      const next = this.#queues.inspections.shift() ?? this.#queues.others.shift();
      if (next === undefined) return;
      const idle = this.#takeIdle();
      void this.#work(idle ?? this.#start(), next, idle !== undefined);
    }
  }

  async #work(worker: WorkerProcess, waiting: WaitingJob, wasIdle: boolean): Promise<void> {
    const { job, settle } = waiting;
    waiting.worker = worker;
    this.#working.add(worker);
    const since = performance.now();
    const outcome = await worker.run(job, this.#options.timeoutMs);
    this.#options.queue.record(performance.now() - since);
    this.#working.delete(worker);
    if (outcome.type === 'killed' && wasIdle && !this.#isClosed)
      return this.#work(this.#start(), waiting, false);
    const rss = 'rss' in outcome ? outcome.rss : 0;
    if (this.#isClosed || rss > MAX_IDLE_RSS_BYTES) void worker.end();
    else if (worker.isAlive) this.#rest(worker);
    settle(this.#isClosed ? { type: 'busy' } : outcome);
    this.#assign();
  }

  #start(): WorkerProcess {
    const worker = new WorkerProcess(this.#options.cacheFolder, this.#options.processorTime);
    this.#processes.add(worker);
    void worker.ended.then(() => this.#processes.delete(worker));
    this.#options.onStart(worker.pid);
    return worker;
  }

  #rest(worker: WorkerProcess): void {
    const timer = setTimeout(() => {
      this.#idle.delete(worker);
      void worker.end();
    }, this.#options.idleMs);
    this.#idle.set(worker, timer.unref());
  }

  /** Prefers the worker that was used last, so that the others reach their idle timeout. */
  #takeIdle(): WorkerProcess | undefined {
    for (const [worker, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      if (worker.isAlive) return worker;
    }
    return undefined;
  }
}
