import { Script } from 'node:vm';

const WORK = Symbol.for('ringbinder.media.work');
const script = new Script('globalThis[Symbol.for("ringbinder.media.work")]()');

/**
 * Runs synchronous work, and kills this process if the work exceeds `deadlineMs`. The engine normally kills slow
 * workers much earlier. This is for a worker in an endless loop whose engine was killed, since the worker would occupy
 * a core forever. Only node:vm can interrupt a running loop (0.2 ms per call).
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
