import { parentPort, workerData } from 'node:worker_threads';
import { type SignatureSheet, signaturePdf } from './draw-sheet.ts';

parentPort?.postMessage(await signaturePdf(workerData as SignatureSheet[]));
