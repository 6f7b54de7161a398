import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { until } from '@ringbinder/testkit/until.ts';
import { createMediaEngine, type MediaEngine, type MediaEngineOptions } from '../index.ts';

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
    // A process that has ended stays listed until its parent has asked, and an orphan until init has.
    return !(existsSync('/proc/self') && /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
  } catch {
    return false;
  }
}

/** Waits for the end of a process. */
export async function untilGone(pid: number | undefined): Promise<void> {
  await until(`process ${pid} ends`, () => !isRunning(pid));
}
