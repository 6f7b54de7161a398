/**
 * The worker process. It handles one request at a time. It has no state except loaded libraries, because it is killed
 * without warning if a job takes too long.
 */
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import type { WorkerMessage, WorkerRequest } from '../jobs.ts';
import { performJob } from './perform.ts';
import { Unreadable } from './unreadable.ts';

const send = (message: WorkerMessage) => process.send?.(message);

// The engine has died. SIGKILL, because a normal exit would wait for sharp's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Node saves the compile cache at exit, but this process is killed. Does nothing without a cache folder.
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
 * With this niceness, the worker gets a third of the service's CPU share. A lower priority would delay uploads, which
 * wait for inspections. Times for a PDF of 100 pages on two busy cores: 0.5 s at 0, 0.7 s at 5, 1.9 s at 10 (Node's
 * "below normal").
 */
const NICENESS = 5;

/** Lowers the priority below that of the service, and makes this process the first to be killed if memory runs out. */
function stepBack(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // The platform is not Linux, or the permission is missing.
  }
}

stepBack();
send({ type: 'ready' });
