import { Worker } from 'node:worker_threads';

export class ThreadTimeout extends Error {}

export function runInThread<T>(program: URL, workerData: unknown, maxMs?: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const worker = new Worker(program, { workerData });
    const timer = setTimeout(
      () => {
        reject(new ThreadTimeout(`the thread was ended after ${maxMs} ms`));
        void worker.terminate();
      },
      maxMs ?? 2 ** 31 - 1,
    );
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread ended without a message'));
    });
  });
}
