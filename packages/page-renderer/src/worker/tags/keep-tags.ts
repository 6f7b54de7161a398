import { Worker } from 'node:worker_threads';

/** Consecutive pages of a new PDF that come from one tagged PDF. */
export interface TaggedPages {
  path: string;
  /** The number of pages of the tagged PDF. */
  count: number;
  pages: readonly {
    /** In the tagged PDF. Counts from 0. */
    index: number;
    /** In the new PDF. Counts from 0. */
    place: number;
  }[];
}

/**
 * For the objects of two documents. Their streams are outside. It must be `--max-old-space-size` of the process, which
 * has precedence.
 */
const MAX_MEMORY_MB = 192;

/**
 * Copies the structure trees of tagged PDFs into a new PDF, because pdfium copies marked content but no tree. A thread
 * does it, whose memory and time are limited: the pages are complete without tags. Returns null if there is nothing to
 * copy, if a file is too large, and after a failure.
 */
export function keepTags(
  pdf: Buffer | string,
  sources: readonly TaggedPages[],
  maxMs: number,
): Promise<Uint8Array | null> {
  if (sources.length === 0 || maxMs <= 0) return Promise.resolve(null);
  return new Promise<Uint8Array | null>((resolve, reject) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { pdf, sources },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const timer = setTimeout(() => worker.terminate(), maxMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
  }).catch(() => null);
}
