import { FairQueue } from '@ringbinder/fair-queue';
import type { Job } from './jobs.ts';
import type { JobQueue, WhileWaiting } from './limiter.ts';
import type { ProcessorTime } from './processor-time.ts';
import { type Outcome, WorkerProcess } from './worker-process.ts';

/** A worker that has grown past this is ended after its job: neither pdfium's heap nor sharp's ever shrinks. */
const KEPT_RSS_BYTES = 320 * 1024 * 1024;

export interface JobPoolOptions {
  /** Most processes at a time. */
  workers: number;
  /** How many inspections, and how many other jobs, wait for a worker. */
  queue: JobQueue;
  whileWaiting: WhileWaiting;
  timeoutMs: number;
  idleMs: number;
  /** Where workers keep their compiled code, if anywhere. */
  cacheFolder: string | undefined;
  processorTime: ProcessorTime;
  /** Ends the worker of a job that nobody waits for any more; else the job goes on. */
  endsAborted?: boolean;
  onStart(pid: number | undefined): void;
}

/** `busy`: the queue is full or the pool closed; `aborted`: the caller lost interest. */
export type PoolOutcome = Outcome | { type: 'busy' } | { type: 'aborted' };

interface WaitingJob {
  job: Job;
  worker?: WorkerProcess;
  settle(outcome: PoolOutcome): void;
}

/**
 * Worker processes and the queue before them. A process is started when a job finds none idle, replaced when it
 * broke, and ended after `idleMs` without a job, so a service that shows no pages spends no memory on them.
 */
export class JobPool {
  readonly #options: JobPoolOptions;
  /** Uploads wait for their inspection: they go before pictures, and a wall of thumbnails does not fill their queue. */
  readonly #queues = { inspections: new FairQueue<WaitingJob>(), others: new FairQueue<WaitingJob>() };
  /** Every process that is not gone yet, also one that was told to end. */
  readonly #processes = new Set<WorkerProcess>();
  readonly #working = new Set<WorkerProcess>();
  readonly #idle = new Map<WorkerProcess, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: JobPoolOptions) {
    this.#options = options;
  }

  /**
   * Never rejects. Unless `endsAborted`, a job that a worker has begun goes on without its caller when `signal` fires. Inspections
   * wait outside of `whileWaiting`: a service counts an upload as under way then, and refuses the next before they wait here for long.
   * @param group jobs of several groups take turns
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

  /** Kills every worker; all jobs, begun or waiting, end as busy. */
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
    // It may have been killed while it was idle, before there was this job.
    if (outcome.type === 'killed' && wasIdle && !this.#isClosed)
      return this.#work(this.#start(), waiting, false);
    const rss = 'rss' in outcome ? outcome.rss : 0;
    if (this.#isClosed || rss > KEPT_RSS_BYTES) void worker.end();
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

  /** The worker that rested last, so that the others can reach their idle time. */
  #takeIdle(): WorkerProcess | undefined {
    for (const [worker, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      if (worker.isAlive) return worker;
    }
    return undefined;
  }
}
