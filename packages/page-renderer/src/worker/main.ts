/**
 * The worker process. Killed without warning if a job takes too long, so it has no state except loaded libraries.
 * Handles one request at a time.
 */
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import type { WorkerMessage, WorkerRequest } from '../jobs.ts';
import { performJob } from './perform.ts';
import { Unreadable } from './unreadable.ts';

const send = (message: WorkerMessage) => process.send?.(message);

// The engine has died. SIGKILL, because exiting would wait for sharp's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Node saves compiled code at exit, but this process is killed. Does nothing without a cache folder.
const keepCompiledCode = setTimeout(flushCompileCache, 250);

process.on('message', async (request: WorkerRequest) => {
  try {
    const result = await performJob(request);
    send({ type: 'done', result, rss: process.memoryUsage.rss() });
  } catch (error) {
    send(failure(error));
  }
  keepCompiledCode.refresh();
});

function failure(error: unknown): WorkerMessage {
  const rss = process.memoryUsage.rss();
  if (error instanceof Unreadable) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return { type: 'unreadable', message: error.message + cause, rss };
  }
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && syscall !== undefined) return { type: 'no_file', message, rss };
  return { type: 'broken', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/**
 * A third of the service's CPU share. Uploads wait for inspections: on two busy cores a 100-page PDF took 0.7 s,
 * compared to 1.9 s at Node's "below normal" (10) and 0.5 s at 0.
 */
const NICENESS = 5;

/** Lowers the priority below the service's, and makes this process the first victim if memory runs out. */
function stepBack(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted.
  }
}

stepBack();
send({ type: 'ready' });
