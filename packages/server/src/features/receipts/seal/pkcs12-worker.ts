import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../../../errors.ts';
import type { OpenResult, Pkcs12Input } from './open-pkcs12.ts';
import { readPkcs12 } from './pkcs12.ts';

const { file, password, now } = workerData as Pkcs12Input;
parentPort?.postMessage(open());

function open(): OpenResult {
  try {
    const { privateKey, certificate, others } = readPkcs12(Buffer.from(file), password, now);
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificates: [certificate, ...others].map(String),
    };
  } catch (error) {
    const [problem] = (error instanceof ApiError && error.errors) || [];
    if (!problem) throw error;
    return { problem };
  }
}
