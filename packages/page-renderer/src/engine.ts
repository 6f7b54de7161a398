import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type InspectedFile, inspectOffice, inspectPhoto } from './converted-inspection.ts';
import { MediaBusy, MediaTimeout, MediaUnreadable } from './errors.ts';
import type { FilledForm, PdfForm } from './form.ts';
import { invalid, type RefusedFile } from './inspection.ts';
import { jobError } from './job-error.ts';
import { JobPool } from './job-pool.ts';
import {
  type Annotations,
  type BoxesJob,
  type ExportedPage,
  type ExtractedPage,
  type FillJob,
  type Job,
  type JobResult,
  type OverlayJob,
  type PageSource,
  type PageTextOverlay,
  type Picture,
  type PictureBox,
  type PictureRegion,
  type RecordingPart,
  type Remuxed,
  type TextsJob,
  taggedPathOf,
} from './jobs.ts';
import { createLimiter, fixedQueue, type JobQueue, type Limiter, type WhileWaiting } from './limiter.ts';
import { type ProcessorTime, type ProcessorWait, readProcessorTime } from './processor-time.ts';
import { takePoster } from './programs/ffmpeg.ts';
import { convertToPdf } from './programs/libreoffice.ts';
import { remuxPart } from './remux-part.ts';
import type { JobFailure } from './worker-process.ts';

/** WebP's maximum. */
const MAX_SIDE_PIXELS = 16_383;

const MAX_WAITING_EXPORTS = 4;
const MAX_WAITING_CONVERSIONS = 8;
const MAX_WAITING_REMUXES = 16;

export interface MediaLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface MediaEngineOptions {
  /** Default: 2, so that one slow file does not block other files. */
  workers?: number;
  /** Limit per job in milliseconds, including the worker's start. Default: 15,000. */
  timeoutMs?: number;
  /** An idle worker ends after this time. Default: 60,000. */
  idleMs?: number;
  maxPages?: number;
  /** Applies to each queue: one for inspections, one for other jobs. Default: 64. */
  maxWaiting?: number;
  exportQueue?: JobQueue;
  whileWaiting?: WhileWaiting;
  cacheFolder?: string;
  /** PATH in which to find LibreOffice and ffmpeg. Default: the service's PATH. */
  searchPath?: string;
  conversionMs?: number;
  exportMs?: number;
  remuxMs?: number;
  processorTime?: ProcessorTime;
  processorWait?: ProcessorWait;
  log?: MediaLog;
}

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * Processes files in child processes, so that a hostile file cannot crash the service. Methods reject with
 * MediaBusy if the queue is full, with the signal's reason on abort, and with an Error if the path is
 * unreadable. If a method's result cannot express a failure, the method rejects with MediaUnreadable or
 * MediaTimeout. A failed method may leave a partial target file.
 */
export interface MediaEngine {
  /** Detects the type from the bytes. If `withoutPages` is true, accepts damaged files. */
  inspect(
    path: string,
    options: Abortable & { fileName: string; withoutPages?: boolean },
  ): Promise<InspectedFile>;
  /** Never enlarges the page. `index` counts from 0. `mimeType` comes from `inspect`. */
  render(
    path: string,
    options: Abortable & PictureBox & { mimeType: string; index: number },
  ): Promise<Picture>;
  renderPage(
    source: PageSource,
    options: Abortable & PictureBox & { annotations: Annotations | null; group?: string },
  ): Promise<Picture>;
  renderRegion(
    source: PageSource,
    options: Abortable & { region: PictureRegion; group?: string },
  ): Promise<Picture>;
  textBoxes(
    path: string,
    options: Abortable & Omit<BoxesJob, 'op' | 'path'> & { group?: string },
  ): Promise<PageTextOverlay>;
  extractPdfPage(path: string, index: number, options?: Abortable): Promise<ExtractedPage>;
  /**
   * Without `overlay`, only checks that drawing is possible. Throws MediaUnreadable if the PDF is encrypted,
   * signed, damaged or very large.
   */
  drawOver(path: string, options: Abortable & Omit<OverlayJob, 'op' | 'path'>): Promise<void>;
  sanitise(path: string, options: Abortable & { mimeType: string }): Promise<Buffer>;
  /** Resolves with '' for a page without text. */
  texts(path: string, options: Abortable & Omit<TextsJob, 'op' | 'path'>): Promise<string[]>;
  form(path: string, options?: Abortable & { group?: string }): Promise<PdfForm>;
  /** Writes nothing if a value does not fit. */
  fillForm(path: string, options: Abortable & Pick<FillJob, 'target' | 'values'>): Promise<FilledForm>;
  /** Resolves with a JPEG, or with null if ffmpeg is missing or finds no frame. */
  poster(path: string, options: Abortable & { durationMs: number | null }): Promise<Buffer | null>;
  /**
   * Resolves with the size in bytes. A page that cannot be copied becomes a picture, or a sheet with a
   * message. The message of a MediaUnreadable error names the page.
   */
  exportPdf(pages: readonly ExportedPage[], options: Abortable & { path: string }): Promise<number>;
  /**
   * Resolves with the actual times. With ffmpeg, a part in VP8 or VP9 usually starts at the requested time;
   * other videos start at a key frame.
   */
  remux(
    path: string,
    options: Abortable & { target: string; part: RecordingPart; maxMs: number },
  ): Promise<Remuxed>;
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
    // Retry once: the kernel may have killed the worker because another job used too much memory.
    if (outcome.type === 'killed') outcome = await jobs.run(job, signal, group);
    const warn = (failure: JobFailure, message: string) => {
      const detail = 'detail' in failure ? failure.detail : jobError(failure, signal).message;
      log?.warn({ op: job.op, ...subjectOf(job), outcome: failure.type, detail }, message);
    };
    if (outcome.type === 'done') {
      if (outcome.tagsFailure) warn(outcome.tagsFailure, 'media job: copying tags failed, the PDF has none');
      return outcome.result as JobResult<J>;
    }
    const error = jobError(outcome, signal);
    if (!(error instanceof MediaBusy) && outcome.type !== 'aborted' && outcome.type !== 'busy')
      warn(outcome, 'media job failed');
    throw error;
  };
  const close = () => Promise.all([pool, exporters, remuxers].map((each) => each.close()));
  return { run, close };
}

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
    if (error instanceof MediaTimeout) return invalid('the file takes too long to read', 'too_slow');
    if (error instanceof MediaUnreadable) return invalid('the file is damaged or needs too much memory');
    throw error;
  }
}

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
    async drawOver(path, { pages, overlay, signal }) {
      const files = overlay && { path: resolve(overlay.path), target: resolve(overlay.target) };
      await run({ op: 'overlay', path: resolve(path), pages, overlay: files }, signal);
    },
    sanitise: (path, { mimeType, signal }) => run({ op: 'sanitise', path: resolve(path), mimeType }, signal),
    texts: (path, { signal, ...input }) => run({ op: 'texts', path: resolve(path), ...input }, signal),
    form: (path, { signal, group } = {}) => run({ op: 'form', path: resolve(path) }, signal, group),
    fillForm: (path, { target, values, signal }) =>
      run({ op: 'fill', path: resolve(path), target: resolve(target), values }, signal),
    poster: (path, { durationMs, signal }) =>
      programs.poster(signal, (signal) => takePoster(resolve(path), { durationMs, searchPath, signal })),
    async exportPdf(pages, { path, signal }) {
      const target = resolve(path);
      const { bytes, isTagged, asPicture, asMessage } = await run(
        { op: 'export', pages, path: target },
        signal,
      );
      if (isTagged) await rename(taggedPathOf(target), target);
      else await rm(taggedPathOf(target), { force: true }).catch(() => undefined);
      const fields = { pages: [...asPicture, ...asMessage] };
      if (asMessage.length > 0) log?.error(fields, 'pages of a PDF could not be written into another one');
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
