import assert from 'node:assert/strict';
import { createMediaEngine, type MediaEngine, type MediaEngineOptions } from '../index.ts';

const LIMIT_MS = 15_000;

/** An engine for one test, and the process ids of its workers in the order of their start. */
export async function withEngine(
  options: MediaEngineOptions,
  use: (engine: MediaEngine, workers: number[], warnings: Record<string, unknown>[]) => Promise<void>,
): Promise<void> {
  const workers: number[] = [];
  const warnings: Record<string, unknown>[] = [];
  const log = {
    info: ({ pid }: Record<string, unknown>) => workers.push(Number(pid)),
    warn: (fields: Record<string, unknown>) => warnings.push(fields),
    error: (fields: Record<string, unknown>) => warnings.push(fields),
  };
  // Or a busy machine would decide what is told of a job that is too slow.
  const processorTime = () => performance.now();
  const engine = createMediaEngine({ log, processorTime, ...options });
  try {
    await use(engine, workers, warnings);
  } finally {
    await engine.close();
  }
  assert.ok(
    workers.every((pid) => !isRunning(pid)),
    'no worker survives its engine',
  );
}

/** Whether there is such a process. */
export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a condition; throws, naming it, when it does not come true within 15 s. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits for the end of a process. */
export function untilGone(pid: number | undefined): Promise<void> {
  return until(`process ${pid} ends`, () => !isRunning(pid));
}
