import { resolve } from 'node:path';
import { MediaBusy, MediaTimeout, MediaUnreadable } from './errors.ts';
import { type Inspection, invalid } from './inspection.ts';
import { JobPool, type PoolOutcome } from './job-pool.ts';
import type { Job, JobResult, Picture, PictureBox } from './jobs.ts';

/** The largest side that every format has room for (WebP's limit). */
const MAX_SIDE_PIXELS = 16_383;

/** What the engine needs of a logger; pino's fits. */
export interface MediaLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

export interface MediaEngineOptions {
  /** Most worker processes at a time; 2 unless told, so that one slow file does not keep all others waiting. */
  workers?: number;
  /** Milliseconds that a job may take once a worker has it, the start of the worker included; 15,000 unless told. */
  timeoutMs?: number;
  /** Milliseconds after its last job at which a worker is ended; 60,000 unless told. */
  idleMs?: number;
  /** A document of more pages is refused; 1,000 unless told. */
  maxPages?: number;
  /** Most inspections, and most other jobs, that wait for a worker; 64 unless told. */
  maxWaiting?: number;
  /**
   * A folder, writable by the service alone, where workers keep their compiled code: one that starts with it gives
   * its first picture after 140 ms instead of 220. Without it nothing is kept.
   */
  cacheFolder?: string;
  log?: MediaLog;
}

/**
 * Turns uploads into pages and pages into pictures, in child processes that may die of it. Every method throws
 * MediaBusy when no more jobs are taken, the signal's reason when it fires, and an ordinary Error when the file
 * is not there or not readable on the disk.
 */
export interface MediaEngine {
  /**
   * Sniffs the type from the bytes (never from the client's word) and lists the pages the file becomes. A file
   * that breaks a worker or takes too long is refused like any other bad file.
   */
  inspect(path: string, options: { fileName: string; signal?: AbortSignal }): Promise<Inspection>;
  /**
   * Draws page `index` (from 0) as large as the box allows; images are never enlarged. `mimeType` is what
   * `inspect` gave. Throws MediaUnreadable or MediaTimeout.
   */
  render(
    path: string,
    options: PictureBox & { mimeType: string; index: number; signal?: AbortSignal },
  ): Promise<Picture>;
  /** Page `index` (from 0) of a PDF as a PDF of its own. Throws MediaUnreadable or MediaTimeout. */
  extractPdfPage(path: string, index: number, options?: { signal?: AbortSignal }): Promise<Buffer>;
  /** Kills the workers and ends all jobs, with MediaBusy. */
  close(): Promise<void>;
}

/** Makes an engine. It starts no worker before its first job and ends them when they idle. */
export function createMediaEngine(options: MediaEngineOptions = {}): MediaEngine {
  const {
    workers = 2,
    timeoutMs = 15_000,
    idleMs = 60_000,
    maxPages = 1_000,
    maxWaiting = 64,
    cacheFolder,
    log,
  } = options;
  const onStart = (pid: number | undefined) => log?.info({ pid }, 'media worker started');
  const pool = new JobPool({ workers, maxWaiting, timeoutMs, idleMs, cacheFolder, onStart });

  async function run<J extends Job>(job: J, signal: AbortSignal | undefined): Promise<JobResult<J>> {
    const outcome = await pool.run(job, signal);
    if (outcome.type === 'done') return outcome.result as JobResult<J>;
    const error = errorFor(outcome, signal);
    if (!(error instanceof MediaBusy) && outcome.type !== 'aborted') {
      const detail = 'detail' in outcome ? outcome.detail : error.message;
      log?.warn({ op: job.op, path: job.path, outcome: outcome.type, detail }, 'media job failed');
    }
    throw error;
  }

  return {
    async inspect(path, { fileName, signal }) {
      try {
        return await run({ op: 'inspect', path: resolve(path), fileName, maxPages }, signal);
      } catch (error) {
        if (error instanceof MediaTimeout) return invalid('the file takes too long to read');
        if (error instanceof MediaUnreadable) return invalid('the file is damaged or needs too much memory');
        throw error;
      }
    },
    render(path, { mimeType, index, maxWidth, maxHeight, format, signal }) {
      const sides = { maxWidth: pixels(maxWidth), maxHeight: pixels(maxHeight) };
      return run({ op: 'render', path: resolve(path), mimeType, index, ...sides, format }, signal);
    },
    extractPdfPage(path, index, { signal } = {}) {
      return run({ op: 'extract', path: resolve(path), index }, signal);
    },
    close: () => pool.close(),
  };
}

function pixels(side: number): number {
  if (!(side >= 1)) throw new RangeError('a picture is at least one pixel wide and high');
  return Math.min(MAX_SIDE_PIXELS, Math.floor(side));
}

function errorFor(outcome: Exclude<PoolOutcome, { type: 'done' }>, signal: AbortSignal | undefined): Error {
  switch (outcome.type) {
    case 'unreadable':
      return new MediaUnreadable(outcome.message);
    case 'crashed':
      return new MediaUnreadable('the file broke the media worker');
    case 'timeout':
      return new MediaTimeout('the media worker took too long');
    case 'busy':
      return new MediaBusy('the media engine takes no more jobs now');
    case 'not_started':
      return new MediaBusy('no media worker starts', { cause: outcome.detail });
    case 'no_file':
      return new Error(`the file cannot be read: ${outcome.message}`);
    case 'aborted':
      return signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError');
  }
}
