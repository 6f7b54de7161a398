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
  PageTextOverlay,
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

/** WebP's maximum, the smallest of all formats. */
const MAX_SIDE_PIXELS = 16_383;

/** Conversions and large exports take many seconds. Above these queue lengths a retry is better than waiting. */
const MAX_WAITING_EXPORTS = 4;
const MAX_WAITING_CONVERSIONS = 8;
const MAX_WAITING_REMUXES = 16;

export interface MediaLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface MediaEngineOptions {
  /** Maximum number of worker processes; 2 by default, so that one slow file does not block all others. */
  workers?: number;
  /** Maximum time of a job in a worker in milliseconds, including the worker's start; 15,000 by default. */
  timeoutMs?: number;
  /** Milliseconds without a job after which a worker is ended; 60,000 by default. */
  idleMs?: number;
  /** Maximum number of pages in a document; 1,000 by default. */
  maxPages?: number;
  /** Maximum number of waiting inspections, and of other waiting jobs; 64 by default. */
  maxWaiting?: number;
  /** Queue of exports; 4 entries by default. */
  exportQueue?: JobQueue;
  /** Wraps each promise that waits for a job other than an inspection. By default it only awaits it. */
  whileWaiting?: WhileWaiting;
  /**
   * A folder, writable only by the service, for the workers' compile cache. With it a worker's first picture takes 140
   * ms instead of 220. No cache by default.
   */
  cacheFolder?: string;
  /** Search path for LibreOffice and ffmpeg; the service's PATH by default. */
  searchPath?: string;
  /** Maximum time of an office conversion in milliseconds; 60,000 by default. */
  conversionMs?: number;
  /** Maximum time of an export in milliseconds; 120,000 by default. */
  exportMs?: number;
  /** Maximum time of a remux in milliseconds; 120,000 by default. */
  remuxMs?: number;
  /** CPU time of a worker; read from the system by default. */
  processorTime?: ProcessorTime;
  /** CPU wait time of a program; read from the system by default. */
  processorWait?: ProcessorWait;
  log?: MediaLog;
}

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * Turns uploads into pages and pages into pictures, in child processes that a hostile file can crash. All methods throw
 * MediaBusy if the queue is full, the signal's reason when it aborts, and an ordinary Error if the file cannot be read
 * from disk.
 */
export interface MediaEngine {
  /**
   * Detects the type from the bytes, never from the client, and lists the file's pages. A file that crashes a worker or
   * takes too long is rejected. `withoutPages` detects only the type and accepts damaged files.
   */
  inspect(
    path: string,
    options: Abortable & { fileName: string; withoutPages?: boolean },
  ): Promise<InspectedFile>;
  /**
   * Draws page `index` (from 0) as large as the box allows; images are never enlarged. `mimeType` comes from `inspect`.
   * Throws MediaUnreadable or MediaTimeout.
   */
  render(
    path: string,
    options: Abortable & PictureBox & { mimeType: string; index: number },
  ): Promise<Picture>;
  /** Draws any page with its annotations. Groups take turns, so that a binder with slow pages does not delay others. */
  renderPage(
    source: PageSource,
    options: Abortable & PictureBox & { annotations: Annotations | null; group?: string },
  ): Promise<Picture>;
  /** A region of a page's picture without annotations, as PNG or JPEG. Groups take turns. */
  renderRegion(
    source: PageSource,
    options: Abortable & { region: PictureRegion; group?: string },
  ): Promise<Picture>;
  /** The words of a page with their positions, and its display problems. Groups take turns. Throws MediaTimeout. */
  textBoxes(
    path: string,
    options: Abortable & Omit<BoxesJob, 'op' | 'path'> & { group?: string },
  ): Promise<PageTextOverlay>;
  /** Page `index` (from 0) of a PDF as a PDF. Throws MediaUnreadable or MediaTimeout. */
  extractPdfPage(path: string, index: number, options?: Abortable): Promise<Buffer>;
  /** The sanitized content of a web page. Throws MediaUnreadable or MediaTimeout. */
  sanitise(path: string, options: Abortable & { mimeType: string }): Promise<Buffer>;
  /** The text of pages; empty for pages without text. Throws MediaUnreadable or MediaTimeout. */
  texts(path: string, options: Abortable & Omit<TextsJob, 'op' | 'path'>): Promise<string[]>;
  /** A JPEG frame of a video; null without ffmpeg or a frame. @param durationMs null if unknown */
  poster(path: string, options: Abortable & { durationMs: number | null }): Promise<Buffer | null>;
  /**
   * Writes pages into a new PDF at `path` and returns its size in bytes. One at a time. A page that cannot be copied
   * becomes a picture or a text that says so. Throws MediaUnreadable, which names the page (also if it needs too much
   * memory), or MediaTimeout; then a partial file may exist.
   */
  exportPdf(pages: readonly ExportedPage[], options: Abortable & { path: string }): Promise<number>;
  /**
   * Writes a browser's recording, or a part of it, into a new file at `target`, with duration and seek index. Returns
   * the written part: with ffmpeg it starts exactly, otherwise at a key frame. One at a time. Throws MediaUnreadable or
   * MediaTimeout; then a partial file may exist.
   * @param maxMs maximum duration of the recording
   */
  remux(
    path: string,
    options: Abortable & { target: string; part: RecordingPart; maxMs: number },
  ): Promise<Remuxed>;
  /** Kills the workers. All jobs end with MediaBusy. */
  close(): Promise<void>;
}

type RunJob = <J extends Job>(
  job: J,
  signal: AbortSignal | undefined,
  group?: string,
) => Promise<JobResult<J>>;

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
  // Long jobs run one at a time in their own processes.
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
    // Out of memory, the system kills the largest process, often because of another job. A retry usually succeeds.
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

/** Runs programs, each kind in its own queue. */
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

/** Creates an engine. Workers start with the first job and end when idle. */
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
