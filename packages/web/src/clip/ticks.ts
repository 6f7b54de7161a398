import type { Pace } from './ticks-worker.ts';

/**
 * Calls a function again and again, also while the tab is not looked at, and less often while the page is busy: as long as a
 * call takes, from when it was due, so long has the page for the rest. Gives what ends it.
 */
export function startTicks(pace: Pace, call: () => void): () => void {
  const worker = new Worker(new URL('./ticks-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = () => {
    try {
      call();
    } finally {
      worker.postMessage(null);
    }
  };
  worker.postMessage(pace);
  return () => worker.terminate();
}
