/**
 * The load generator: a process of its own that does the jobs its parent sends, both sides of a ratio alike. Ends with
 * its parent.
 */
import { openClient } from './clients.ts';
import type { AnyLoadJob, LoadJob, LoadResult } from './job.ts';
import { runOpenLoop } from './open-loop.ts';
import { runOpenSockets } from './open-sockets.ts';

async function perform(job: LoadJob): Promise<LoadResult> {
  const clients = await Promise.all(
    Array.from({ length: job.clients }, (_, index) => openClient(job, index)),
  );
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + job.milliseconds;
  let completed = 0;
  try {
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          await client.once();
          completed++;
        }
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    return { completed, seconds, cpuSeconds: (user + system) / 1e6 };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

function run(job: AnyLoadJob): Promise<LoadResult> {
  if (job.kind === 'open') return runOpenLoop(job);
  return job.kind === 'sockets' ? runOpenSockets(job) : perform(job);
}

process.on('message', (job: AnyLoadJob) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the parent ends the run in order.
process.on('SIGINT', () => {});
