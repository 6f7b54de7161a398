/**
 * The worker process. It is killed without warning whenever a job takes too long, so it keeps nothing: it reads
 * one request at a time from its parent, answers it, and holds no other state than the libraries it has loaded.
 */
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { WorkerMessage, WorkerRequest } from '../jobs.ts';
import { performJob } from './perform.ts';
import { Unreadable } from './unreadable.ts';

const send = (message: WorkerMessage) => process.send?.(message);

// Without an engine there is nobody to answer. Exiting would wait for sharp's threads, so not that.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async (request: WorkerRequest) => {
  try {
    const result = await performJob(request);
    send({ type: 'done', result, rss: process.memoryUsage.rss() });
  } catch (error) {
    send(failure(error));
  }
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

/** Rendering waits for the service, not the service for it; and when memory runs out, this process goes first. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed: then there is no such favour to do.
  }
}

stepBack();
send({ type: 'ready' });
