/** Calls a function again and again, also while the tab is not looked at. Gives what ends it. */
export function startTicks(everyMs: number, call: () => void): () => void {
  const worker = new Worker(new URL('./ticks-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = call;
  worker.postMessage(everyMs);
  return () => worker.terminate();
}
