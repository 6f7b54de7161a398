import { resolve } from 'node:path';
import { type InspectedFile, inspectOffice, inspectPhoto } from './converted-inspection.ts';
import { MediaBusy, MediaTimeout, MediaUnreadable } from './errors.ts';
import { invalid, type RefusedFile } from './inspection.ts';
import { jobError } from './job-error.ts';
import { JobPool } from './job-pool.ts';
import type {
  Annotations,
  BoxesJob,
  ExportedPage,
  Job,
  JobResult,
  PageSource,
  PageWords,
  Picture,
  PictureBox,
  PictureRegion,
  RecordingPart,
  Remuxed,
  TextsJob,
} from './jobs.ts';
import { createLimiter, fixedQueue, type JobQueue, type Limiter, type WhileWaiting } from './limiter.ts';
import { type ProcessorTime, type ProcessorWait, readProcessorTime } from './processor-time.ts';
import { takePoster } from './programs/ffmpeg.ts';
import { convertToPdf } from './programs/libreoffice.ts';
import { remuxPart } from './remux-part.ts';

/** The largest side that every format has room for (WebP's limit). */
const MAX_SIDE_PIXELS = 16_383;

/** Conversions and large exports take many seconds: whoever would wait behind so many, or behind so much, asks again later. */
const MAX_WAITING_EXPORTS = 4;
const MAX_WAITING_CONVERSIONS = 8;
const MAX_WAITING_REMUXES = 16;

/** What the engine needs of a logger; pino's fits. */
export interface MediaLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface MediaEngineOptions {
  /** Most worker processes at a time; 2 by default, so that one slow file does not keep all others waiting. */
  workers?: number;
  /** Milliseconds that a job may take once a worker has it, the start of the worker included; 15,000 by default. */
  timeoutMs?: number;
  /** Milliseconds after its last job at which a worker is ended; 60,000 by default. */
  idleMs?: number;
  /** A document of more pages is refused; 1,000 by default. */
  maxPages?: number;
  /** Most inspections, and most other jobs, that wait for a worker; 64 by default. */
  maxWaiting?: number;
  /** How many exports wait for the one before them; 4 by default. */
  exportQueue?: JobQueue;
  /** Is called with each promise that waits for a job, but for that of an inspection. The default only waits. */
  whileWaiting?: WhileWaiting;
  /**
   * A folder, writable by the service alone, where workers keep their compiled code: one that starts with it gives
   * its first picture after 140 ms instead of 220. Without it nothing is kept.
   */
  cacheFolder?: string;
  /** Where LibreOffice and ffmpeg are looked for; the service's own PATH by default. */
  searchPath?: string;
  /** Milliseconds that the conversion of an office document may take; 60,000 by default. */
  conversionMs?: number;
  /** Milliseconds that an export may take; 120,000 by default. */
  exportMs?: number;
  /** Milliseconds that writing a recording anew may take; 120,000 by default. */
  remuxMs?: number;
  /** How much of the processor a worker has had; read from the system by default. */
  processorTime?: ProcessorTime;
  /** How long a program of the machine has waited for the processor; read from the system by default. */
  processorWait?: ProcessorWait;
  log?: MediaLog;
}

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * Turns uploads into pages and pages into pictures, in child processes that may die of it. Every method throws
 * MediaBusy when no more jobs are taken, the signal's reason when it fires, and an ordinary Error when the file
 * is not there or not readable on the disk.
 */
export interface MediaEngine {
  /**
   * Sniffs the type from the bytes (never from the client's word) and lists the pages the file becomes. A file
   * that breaks a worker or takes too long is refused like any other bad file. With `withoutPages` only the type is
   * looked for: a damaged file is kept too.
   */
  inspect(
    path: string,
    options: Abortable & { fileName: string; withoutPages?: boolean },
  ): Promise<InspectedFile>;
  /**
   * Draws page `index` (from 0) as large as the box allows; images are never enlarged. `mimeType` is what
   * `inspect` gave. Throws MediaUnreadable or MediaTimeout.
   */
  render(
    path: string,
    options: Abortable & PictureBox & { mimeType: string; index: number },
  ): Promise<Picture>;
  /**
   * The same for any page, with what was drawn onto it. Jobs of several groups take turns, so that a binder of slow
   * pages does not keep the others waiting.
   */
  renderPage(
    source: PageSource,
    options: Abortable & PictureBox & { annotations: Annotations | null; group?: string },
  ): Promise<Picture>;
  /** A part of the picture of any page without what was drawn onto it, PNG or JPEG; in its group's turn. */
  renderRegion(
    source: PageSource,
    options: Abortable & { region: PictureRegion; group?: string },
  ): Promise<Picture>;
  /** The words of a page with their places, and what of it cannot be shown; in its group's turn. Throws MediaTimeout. */
  textBoxes(
    path: string,
    options: Abortable & Omit<BoxesJob, 'op' | 'path'> & { group?: string },
  ): Promise<PageWords>;
  /** Page `index` (from 0) of a PDF as a PDF of its own. Throws MediaUnreadable or MediaTimeout. */
  extractPdfPage(path: string, index: number, options?: Abortable): Promise<Buffer>;
  /** What may be shown of a web page. Throws MediaUnreadable or MediaTimeout. */
  sanitise(path: string, options: Abortable & { mimeType: string }): Promise<Buffer>;
  /** The words of pages of a file, empty for those without any. Throws MediaUnreadable or MediaTimeout. */
  texts(path: string, options: Abortable & Omit<TextsJob, 'op' | 'path'>): Promise<string[]>;
  /** A JPEG out of a video; null when there is no ffmpeg or it finds none. @param durationMs null: not known */
  poster(path: string, options: Abortable & { durationMs: number | null }): Promise<Buffer | null>;
  /**
   * Writes one PDF of pages into a new file at `path`, and returns its bytes. One at a time. A page that cannot be copied is
   * written as a picture, or as words that say so. Throws MediaUnreadable, which names the page (when it takes too much
   * memory, too) or MediaTimeout; then there may be a part of the file.
   */
  exportPdf(pages: readonly ExportedPage[], options: Abortable & { path: string }): Promise<number>;
  /**
   * Writes a recording that a browser made, or a part of it, into a new file at `target`: with its duration, and so that
   * it can be sought in. Gives the part that was written: with ffmpeg it begins where it is to, and else at a key frame. One
   * at a time. Throws MediaUnreadable or MediaTimeout; then there may be a part of the file.
   * @param maxMs a recording that lasts longer is refused
   */
  remux(
    path: string,
    options: Abortable & { target: string; part: RecordingPart; maxMs: number },
  ): Promise<Remuxed>;
  /** Kills the workers and ends all jobs, with MediaBusy. */
  close(): Promise<void>;
}

type RunJob = <J extends Job>(
  job: J,
  signal: AbortSignal | undefined,
  group?: string,
) => Promise<JobResult<J>>;

/** Runs jobs in worker processes. */
function createJobRunner(options: MediaEngineOptions, whileWaiting: WhileWaiting) {
  const {
    workers = 2,
    timeoutMs = 15_000,
    idleMs = 60_000,
    maxWaiting = 64,
    exportQueue = fixedQueue(MAX_WAITING_EXPORTS),
    cacheFolder,
    exportMs = 120_000,
    remuxMs = 120_000,
    processorTime = readProcessorTime,
    log,
  } = options;
  const onStart = (pid: number | undefined) => log?.info({ pid }, 'media worker started');
  const common = { idleMs, cacheFolder, processorTime, onStart, whileWaiting };
  const pool = new JobPool({ workers, queue: fixedQueue(maxWaiting), timeoutMs, ...common });
  // What takes many seconds is done one at a time, in processes of its own.
  const longJobs = (queue: JobQueue, timeoutMs: number) =>
    new JobPool({ workers: 1, endsAborted: true, queue, timeoutMs, ...common });
  const exporters = longJobs(exportQueue, exportMs);
  const remuxers = longJobs(fixedQueue(MAX_WAITING_REMUXES), remuxMs);
  const poolFor = { export: exporters, remux: remuxers, head: remuxers } as Partial<
    Record<Job['op'], JobPool>
  >;

  const run: RunJob = async <J extends Job>(job: J, signal: AbortSignal | undefined, group?: string) => {
    const jobs = poolFor[job.op] ?? pool;
    let outcome = await jobs.run(job, signal, group);
    // The system takes the largest process when memory runs out: often another job's fault, and past a moment later.
    if (outcome.type === 'killed') outcome = await jobs.run(job, signal, group);
    if (outcome.type === 'done') return outcome.result as JobResult<J>;
    const error = jobError(outcome, signal);
    if (!(error instanceof MediaBusy) && outcome.type !== 'aborted') {
      const detail = 'detail' in outcome ? outcome.detail : error.message;
      log?.warn({ op: job.op, ...subjectOf(job), outcome: outcome.type, detail }, 'media job failed');
    }
    throw error;
  };
  const close = () => Promise.all([pool, exporters, remuxers].map((each) => each.close()));
  return { run, close };
}

/** Runs programs of the machine, each kind in its turn, until it is closed. */
function createProgramRunner(
  { workers = 2, maxWaiting = 64 }: MediaEngineOptions,
  whileWaiting: WhileWaiting,
) {
  const refuse = () => new MediaBusy('too many programs wait to be run');
  const closing = new AbortController();
  const inTurn =
    (limit: Limiter) =>
    <T>(signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>) => {
      const either = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
      return limit(() => start(either));
    };
  return {
    convert: inTurn(createLimiter(1, MAX_WAITING_CONVERSIONS, refuse, whileWaiting)),
    poster: inTurn(createLimiter(workers, maxWaiting, refuse, whileWaiting)),
    cut: inTurn(createLimiter(1, MAX_WAITING_REMUXES, refuse, whileWaiting)),
    close: () => closing.abort(new MediaBusy('the media engine is closed')),
  };
}

async function refusingBadFiles<T>(looking: Promise<T>): Promise<T | RefusedFile> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof MediaTimeout) return invalid('the file takes too long to read');
    if (error instanceof MediaUnreadable) return invalid('the file is damaged or needs too much memory');
    throw error;
  }
}

/** Makes an engine. It starts no worker before its first job and ends them when they idle. */
export function createMediaEngine(options: MediaEngineOptions = {}): MediaEngine {
  const {
    maxPages = 1_000,
    whileWaiting = (waiting) => waiting,
    searchPath = process.env.PATH ?? '',
    conversionMs = 60_000,
    processorWait,
    log,
  } = options;
  const { run, close } = createJobRunner(options, whileWaiting);
  const programs = createProgramRunner(options, whileWaiting);
  const look = (path: string, fileName: string, signal: AbortSignal | undefined, withoutPages = false) =>
    refusingBadFiles(run({ op: 'inspect', path, fileName, maxPages, withoutPages }, signal));

  return {
    async inspect(path, { fileName, signal, withoutPages }) {
      const inspection = await look(resolve(path), fileName, signal, withoutPages);
      if (inspection.ok !== 'convert') return inspection;
      const { into, mimeType } = inspection;
      if (into === 'jpeg')
        return inspectPhoto((target) =>
          refusingBadFiles(run({ op: 'decode', path: resolve(path), mimeType, target }, signal)),
        );
      const options = { fileName, searchPath, timeoutMs: conversionMs, processorWait };
      return inspectOffice(
        mimeType,
        () => programs.convert(signal, (signal) => convertToPdf(resolve(path), { ...options, signal })),
        (pdf) => look(pdf, 'converted.pdf', signal),
      );
    },
    render(path, { mimeType, index, ...options }) {
      const source = { from: 'file', path: resolve(path), mimeType, index } as const;
      return this.renderPage(source, { ...options, annotations: null });
    },
    async renderPage(source, { annotations, maxWidth, maxHeight, format, group, signal }) {
      const sides = { maxWidth: pixels(maxWidth), maxHeight: pixels(maxHeight) };
      return run({ op: 'render', source, annotations, ...sides, format }, signal, group);
    },
    renderRegion: (source, { region, group, signal }) => run({ op: 'region', source, region }, signal, group),
    textBoxes: (path, { signal, group, ...input }) =>
      run({ op: 'boxes', path: resolve(path), ...input }, signal, group),
    extractPdfPage(path, index, { signal } = {}) {
      return run({ op: 'extract', path: resolve(path), index }, signal);
    },
    sanitise: (path, { mimeType, signal }) => run({ op: 'sanitise', path: resolve(path), mimeType }, signal),
    texts: (path, { signal, ...input }) => run({ op: 'texts', path: resolve(path), ...input }, signal),
    poster: (path, { durationMs, signal }) =>
      programs.poster(signal, (signal) => takePoster(resolve(path), { durationMs, searchPath, signal })),
    async exportPdf(pages, { path, signal }) {
      const { bytes, asPicture, asWords } = await run({ op: 'export', pages, path: resolve(path) }, signal);
      const fields = { pages: [...asPicture, ...asWords] };
      if (asWords.length > 0) log?.error(fields, 'pages of a PDF could not be written into another one');
      else if (asPicture.length > 0) log?.info(fields, 'pages of a PDF were written as pictures');
      return bytes;
    },
    remux: (path, { target, part, maxMs, signal }) =>
      remuxPart(
        { op: 'remux', path: resolve(path), target: resolve(target), part, maxMs },
        {
          searchPath,
          run: (job) => run(job, signal),
          inTurn: (start) => programs.cut(signal, start),
        },
      ),
    async close() {
      programs.close();
      await close();
    },
  };
}

function subjectOf(job: Job): { path?: string } {
  if ('path' in job) return { path: job.path };
  return job.source.from === 'file' ? { path: job.source.path } : {};
}

function pixels(side: number): number {
  if (!(side >= 1)) throw new RangeError('a picture is at least one pixel wide and high');
  return Math.min(MAX_SIDE_PIXELS, Math.floor(side));
}
