import type { Config } from '../config/config.ts';
import type { Environment } from '../environment/environment.ts';
import { startPeriodicJob } from '../environment/periodic-jobs.ts';
import { usage } from '../features/admin/index.ts';
import { departures } from '../features/assignments/index.ts';
import { botLog, type CountAttempt, startDelivery, timeDeliveries } from '../features/bots/index.ts';
import { chaining } from '../features/chain/index.ts';
import { clipJobs } from '../features/clips/index.ts';
import { invitationMails } from '../features/invitations/index.ts';
import { meetRecordingJobs } from '../features/meet-recordings/index.ts';
import { meetJobs, meetMails } from '../features/meets/index.ts';
import { erasures, retention } from '../features/personal-data/index.ts';
import { pageIndexing, searchIndex } from '../features/search/index.ts';
import { stepLinkMails } from '../features/step-links/index.ts';
import { reminders } from '../features/todos/index.ts';
import { type Consumer, startConsumer } from '../log/index.ts';
import { createOutbound } from '../outbound/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { deleteExpired, housekeeping } from './housekeeping.ts';
import type { BackgroundMetrics } from './metrics.ts';
import { startReports } from './reports.ts';

/** What reads the logs of binders. */
const consumers: readonly Consumer<Environment>[] = [botLog, chaining, searchIndex, usage];

/** What is done again and again. */
const periodicJobs = [
  ...[clipJobs, departures, erasures, housekeeping, invitationMails, meetJobs, meetMails, meetRecordingJobs],
  ...[pageIndexing, reminders, retention, stepLinkMails],
];

/** A receiver of events has this long to answer. */
const OUTBOUND_TIMEOUT_MS = 15_000;

/**
 * Begins what goes on behind the calls: rounds, the events of bots and their delivery. Several processes on one database
 * share it.
 * @param countFor gives what counts the calls to the bots of an environment
 * @returns how to end it; what is under way is waited for
 */
export function startBackgroundWork(
  config: Config,
  environments: readonly Environment[],
  countFor: (environment: string) => CountAttempt,
  metrics?: BackgroundMetrics,
): { stop(): Promise<void> } {
  const outbound = createOutbound({ allowsHttp: !config.production, timeoutMs: OUTBOUND_TIMEOUT_MS });
  const startIn = (env: Environment) => {
    const reports = startReports(env);
    const listenersOf = (name: string) => [
      reports.consumer(name),
      ...(metrics ? [metrics.consumer(env, name)] : []),
    ];
    const begin = () => [
      ...consumers.map((consumer) => startConsumer(env, consumer, listenersOf(consumer.name))),
      startDelivery(env, outbound, { count: countFor(env.name) }),
    ];
    const jobs = periodicJobs.map((job) =>
      startPeriodicJob(env, job, [reports.job(job.name), ...(metrics ? [metrics.job(env, job.name)] : [])]),
    );
    const lines = env.sandbox ? inGenerations(env.sandbox, begin) : begin();
    return [...lines, ...jobs, reports];
  };
  const lines = environments.flatMap(startIn);
  return {
    async stop() {
      await Promise.all(lines.map((line) => line.stop()));
      await outbound.close();
    },
  };
}

/** Something that goes on until it is stopped. */
interface Line {
  stop(): Promise<void>;
}

/** What goes on in a sandbox: after each reset it begins anew, and what is left of before changes nothing. */
function inGenerations({ generations }: Sandbox, begin: () => Line[]): Line[] {
  let lines = generations.run(begin);
  const unlisten = generations.onOpen(() => {
    // Their calls to bots may take a while yet; what came of them belongs to what is gone.
    for (const line of lines) void line.stop();
    lines = generations.run(begin);
  });
  return [
    {
      async stop() {
        unlisten();
        await Promise.all(lines.map((line) => line.stop()));
      },
    },
  ];
}

/**
 * Has what goes on behind the calls follow the clock of a sandbox: a call that moves time finds out what becomes due, and does
 * it itself or waits for the process that does. So it may be called where `startBackgroundWork` is not.
 */
export function timeBackgroundWork(env: Environment, { schedule }: Sandbox): void {
  for (const { findNext, work } of periodicJobs)
    if (findNext) schedule.add({ findNext: (now) => findNext(env, now), settle: () => work(env) });
  schedule.add(timeDeliveries(env));
  // What has had its time is gone when the call answers; in between nobody misses it.
  schedule.add({
    findNext: async () => null,
    settle: async ({ isLast, movedMs }) => {
      if (isLast && movedMs >= housekeeping.everyMs) await deleteExpired(env);
    },
  });
}
