import { type ChildProcess, fork } from 'node:child_process';
import type { AnyLoadJob, LoadJob, LoadResult, OpenLoopJob, OpenLoopResult, OpenSocketsJob } from './job.ts';

export { httpRequest } from './http-connection.ts';
export type { LoadJob, LoadResult, OpenLoopJob, OpenLoopResult, OpenSocketsJob } from './job.ts';

type Answer = { result: LoadResult } | { error: string };

/** A load generator in its own process. */
export interface LoadGenerator {
  /** Does a job. Throws when a call of it was not answered with success. */
  run(job: LoadJob): Promise<LoadResult>;
  /** Sends at a rate, and tells what became of the calls. */
  runOpen(job: OpenLoopJob | OpenSocketsJob): Promise<OpenLoopResult>;
  /** The largest share of a core that it has used in a job, 0 to 1; near 1 it was itself the bottleneck. */
  busiest(): number;
  close(): void;
}

/** Starts a load generator. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(new URL('./generator.ts', import.meta.url), {
    execArgv: [],
    stdio: 'inherit',
    // A p99 of no calls is not a number, which JSON does not know.
    serialization: 'advanced',
  });
  let busiest = 0;
  async function run(job: AnyLoadJob): Promise<LoadResult> {
    const answer = await ask(child, job);
    if ('error' in answer) throw new Error(`a call of the load failed: ${answer.error}`);
    busiest = Math.max(busiest, answer.result.cpuSeconds / answer.result.seconds);
    return answer.result;
  }
  return {
    run,
    runOpen: async (job) => (await run(job)) as OpenLoopResult,
    busiest: () => busiest,
    close: () => void (child.connected && child.disconnect()),
  };
}

function ask(child: ChildProcess, job: AnyLoadJob): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the load generator has ended'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as Answer);
    });
    child.send(job, (error) => error && reject(error));
  });
}
