import { Script } from 'node:vm';

const WORK = Symbol.for('ringbinder.media.work');
const script = new Script('globalThis[Symbol.for("ringbinder.media.work")]()');

/**
 * Kills this process after `deadlineMs`, because the engine, which normally kills slow workers, may be gone.
 * Only node:vm can interrupt a running loop.
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
