/**
 * The worker process. It is killed without warning whenever a job takes too long, so it keeps nothing: it reads
 * one request at a time from its parent, answers it, and holds no other state than the libraries it has loaded.
 */
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import type { WorkerMessage, WorkerRequest } from '../jobs.ts';
import { performJob } from './perform.ts';
import { Unreadable } from './unreadable.ts';

const send = (message: WorkerMessage) => process.send?.(message);

// Without an engine there is nobody to answer. Exiting would wait for sharp's threads, so not that.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Node keeps compiled code when a process exits, and this one is killed. Without a cache folder this does nothing.
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
 * A third of the service's weight. An upload waits for its inspection: on two cores that other work kept busy, a
 * 100-page PDF took 0.7 s so, 1.9 s at Node's "below normal" (10), and 0.5 s at 0.
 */
const NICENESS = 5;

/** Rendering waits for the service, not the service for it; and when memory runs out, this process goes first. */
function stepBack(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed: then there is no such favour to do.
  }
}

stepBack();
send({ type: 'ready' });
