import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'vitest';
import { isRunning } from './engine-watch.ts';

export async function serviceWithWorker(
  t: TestContext,
  path: string,
): Promise<{ service: ChildProcess; worker: number }> {
  const service = fork(new URL('./service-to-kill.ts', import.meta.url), [path], { execArgv: [] });
  t.onTestFinished(() => void service.kill('SIGKILL'));
  const [worker] = await once(service, 'message');
  assert.ok(isRunning(worker));
  return { service, worker };
}
