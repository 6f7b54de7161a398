import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import type { SendUntagged, WorkerMessage, WorkerRequest } from '../jobs.ts';
import { runJob } from './perform.ts';
import { Unreadable } from './unreadable.ts';

const send = (message: WorkerMessage) => process.send?.(message);

const sendUntagged: SendUntagged = (result, maxMs) =>
  new Promise((resolve) => {
    process.send?.({ type: 'untagged', result, maxMs } satisfies WorkerMessage, () => resolve());
  });

// A normal exit would wait for sharp's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Node saves its compile cache only at exit, but this process is always killed.
const keepCompiledCode = setTimeout(flushCompileCache, 250);

process.on('message', async (request: WorkerRequest) => {
  try {
    const result = await runJob(request, sendUntagged);
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

/** At niceness 10, a large PDF takes almost three times as long. */
const NICENESS = 5;

/** Also makes the kernel kill this process first if memory runs out. */
function lowerPriority(): void {
  try {
    setPriority(NICENESS);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
}

lowerPriority();
send({ type: 'ready' });
