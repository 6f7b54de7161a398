import { parentPort, workerData } from 'node:worker_threads';
import { type PdfInput, receiptPdf } from './receipt-pdf.ts';

const { payload, field } = workerData as PdfInput;
parentPort?.postMessage(await receiptPdf(payload, field));
