import { unavailable } from '../../../errors.ts';
import { createBoundedLimit } from '../../../limits/bounded-limit.ts';
import { runInThread } from '../../../limits/in-thread.ts';
import type { PdfInput } from './receipt-pdf.ts';

export { signPdf } from './signature-field.ts';

/** Each uses a core. */
const MAX_WORKERS = 2;
const MAX_WAITING = 20;
const limited = createBoundedLimit(MAX_WORKERS, MAX_WAITING, () =>
  unavailable('too many receipts are being written at once: try again', 5),
);

/** Writes a receipt as PDF in a thread, because a long one takes seconds of computing. Throws 503 above its limit. */
export async function writeReceiptPdf(input: PdfInput): Promise<Buffer> {
  const program = new URL('./worker.ts', import.meta.url);
  return Buffer.from(await limited(() => runInThread<Uint8Array>(program, input)));
}
