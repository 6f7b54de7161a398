import { Worker } from 'node:worker_threads';

/** Consecutive pages of a new PDF. */
export interface TaggedPages {
  path: string;
  count: number;
  pages: readonly {
    /** In the tagged PDF, from 0. */
    index: number;
    /** In the new PDF, from 0. */
    place: number;
  }[];
}

/** Must equal the process's `--max-old-space-size`, which has precedence. Streams are outside. */
const MAX_MEMORY_MB = 192;

/**
 * pdfium copies marked content but no structure tree. A thread limits memory and time, because the pages are
 * complete without tags. Null without tags, for a large file, and after a failure.
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
