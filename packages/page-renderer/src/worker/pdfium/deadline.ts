import { Script } from 'node:vm';

const WORK = Symbol.for('ringbinder.media.work');
const script = new Script('globalThis[Symbol.for("ringbinder.media.work")]()');

/**
 * Runs synchronous work; ends this process when it takes longer than `deadlineMs`. The engine kills a slow worker
 * long before that: this is for the worker whose engine was killed while pdfium was in an endless loop, which
 * would burn a core for ever. Only node:vm interrupts a running loop from inside (0.2 ms a call).
 */
export function underDeadline<T>(deadlineMs: number, work: () => T): T {
  const scope = globalThis as { [WORK]?: () => T };
  scope[WORK] = work;
  try {
    return script.runInThisContext({ timeout: deadlineMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      process.kill(process.pid, 'SIGKILL');
    }
    throw error;
  } finally {
    delete scope[WORK];
  }
}
