import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { usageJobs } from './features/admin/index.ts';
import { type CountAttempt, startBotLog, startDelivery } from './features/bots/index.ts';
import { startChaining } from './features/chain/index.ts';
import { clipJobs } from './features/clips/index.ts';
import { invitationMails } from './features/invitations/index.ts';
import { meetRecordingJobs } from './features/meet-recordings/index.ts';
import { meetJobs, meetMails } from './features/meets/index.ts';
import { indexing } from './features/search/index.ts';
import { stepLinkMails } from './features/step-links/index.ts';
import { reminders } from './features/todos/index.ts';
import { housekeeping } from './housekeeping.ts';
import { createOutbound } from './outbound/index.ts';
import { startPeriodicJob } from './periodic-jobs.ts';

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
): { stop(): Promise<void> } {
  const rounds = [
    ...[clipJobs, housekeeping, indexing, invitationMails, meetJobs, meetMails, meetRecordingJobs],
    ...[reminders, stepLinkMails, usageJobs],
  ];
  const ends = rounds.map((jobs) => startPeriodicJob(environments, jobs));
  const outbound = createOutbound({ allowsHttp: !config.production, timeoutMs: OUTBOUND_TIMEOUT_MS });
  const lines = environments.flatMap((env) => [
    startBotLog(env),
    startChaining(env),
    startDelivery(env, outbound, { count: countFor(env.name) }),
  ]);
  return {
    async stop() {
      for (const end of ends) end();
      await Promise.all(lines.map((line) => line.stop()));
      await outbound.close();
    },
  };
}
