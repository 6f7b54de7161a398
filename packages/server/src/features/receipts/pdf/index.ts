import { because, unavailable, withDetails } from '../../../errors.ts';
import { type BoundedLimit, createBoundedLimit } from '../../../limits/bounded-limit.ts';
import { runInThread, ThreadTimeout } from '../../../limits/in-thread.ts';
import type { PdfInput, WrittenPdf } from './receipt-pdf.ts';

export { signPdf } from './signature-field.ts';

const MAX_WORKERS = 2;
const MAX_WAITING = 20;
const MAX_WAITING_OF_CALLER = 4;
const MAX_MS = 60_000;
const RETRY_SECONDS = 5;

/** A caller can use only one thread, because writing a receipt can take seconds. */
export type ReceiptPdfWriter = (
  caller: string,
  input: PdfInput,
) => Promise<Omit<WrittenPdf, 'pdf'> & { pdf: Buffer }>;

export function createReceiptPdfWriter({ maxMs = MAX_MS }: { maxMs?: number } = {}): ReceiptPdfWriter {
  const isBusy = () =>
    unavailable(
      withDetails(because('server_busy'), 'too many receipts are being written at once: try again'),
      RETRY_SECONDS,
    );
  const limited = createBoundedLimit(MAX_WORKERS, MAX_WAITING, isBusy);
  const limitOf = createCallerLimits(() => createBoundedLimit(1, MAX_WAITING_OF_CALLER, isBusy));
  const program = new URL('./worker.ts', import.meta.url);
  return async (caller, input) => {
    const write = () => runInThread<WrittenPdf>(program, input, maxMs);
    const { pdf, offset } = await limitOf(caller, () => limited(write)).catch((error) => {
      if (!(error instanceof ThreadTimeout)) throw error;
      throw unavailable(because('receipt_slow', { seconds: maxMs / 1_000 }), RETRY_SECONDS, error);
    });
    return { pdf: Buffer.from(pdf), offset };
  };
}

export const writeReceiptPdf = createReceiptPdfWriter();

function createCallerLimits(create: () => BoundedLimit) {
  const limits = new Map<string, { limit: BoundedLimit; count: number }>();
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const own = limits.get(caller) ?? { limit: create(), count: 0 };
    limits.set(caller, own);
    own.count++;
    try {
      return await own.limit(work);
    } finally {
      if (--own.count === 0) limits.delete(caller);
    }
  };
}
