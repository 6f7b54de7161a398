import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { until } from '@ringbinder/testkit/until.ts';
import { createMediaEngine, type MediaEngine, type MediaEngineOptions } from '../index.ts';

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

export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return !(existsSync('/proc/self') && /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
  } catch {
    return false;
  }
}

export async function untilExited(pid: number | undefined): Promise<void> {
  await until(`process ${pid} ends`, () => !isRunning(pid));
}
