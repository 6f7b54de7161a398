import { Worker } from 'node:worker_threads';
import { unavailable } from '../../../errors.ts';
import { createBoundedLimit } from '../../../limits/bounded-limit.ts';
import type { PdfInput } from './receipt-pdf.ts';

export { signPdf } from './signature-field.ts';

/** Each uses a core. */
const MAX_WORKERS = 2;
const MAX_WAITING = 20;
const limited = createBoundedLimit(MAX_WORKERS, MAX_WAITING, () =>
  unavailable('too many receipts are being written at once: try again', 5),
);

/** Writes a receipt as PDF in a thread, because a long one takes seconds of computing. Throws 503 above its limit. */
export function writeReceiptPdf(input: PdfInput): Promise<Buffer> {
  return limited(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: input });
        worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)));
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the thread ended without a PDF')));
      }),
  );
}
