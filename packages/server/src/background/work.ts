import type { Config } from '../config/config.ts';
import type { Environment } from '../environment/environment.ts';
import { type PeriodicJob, startPeriodicJob } from '../environment/periodic-jobs.ts';
import { usage } from '../features/admin/index.ts';
import { approvalLinkMails } from '../features/approval-links/index.ts';
import { departures } from '../features/assignments/index.ts';
import { botLog, type CountAttempt, scheduleDeliveries, startDelivery } from '../features/bots/index.ts';
import { clipJobs } from '../features/clips/index.ts';
import { clientLog, userEvents } from '../features/event-logs/index.ts';
import { groupChanges } from '../features/groups/index.ts';
import { chaining } from '../features/hash-chain/index.ts';
import { activity, messageReminders } from '../features/home/index.ts';
import { invitationMails } from '../features/invitations/index.ts';
import { linkPreviewQueue, linkPreviews } from '../features/link-previews/index.ts';
import { meetRecordingJobs } from '../features/meet-recordings/index.ts';
import { meetJobs, meetMails } from '../features/meets/index.ts';
import { notificationMails } from '../features/notification-mails/index.ts';
import { setupMails } from '../features/oauth/index.ts';
import { erasures, retention } from '../features/personal-data/index.ts';
import { pushes } from '../features/push/index.ts';
import { pageIndexing, searchIndex } from '../features/search/index.ts';
import { signatureJobs } from '../features/signatures/index.ts';
import { reminders } from '../features/todos/index.ts';
import { dueSteps, templateRuns } from '../features/transactions/index.ts';
import { type Consumer, startConsumer } from '../log/index.ts';
import { createOutbound } from '../outbound/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { deleteExpired, housekeeping } from './housekeeping.ts';
import type { BackgroundMetrics } from './metrics.ts';
import { startReports } from './reports.ts';

const consumers: readonly Consumer<Environment>[] = [
  activity,
  botLog,
  chaining,
  clientLog,
  linkPreviewQueue,
  searchIndex,
  usage,
];

const periodicJobs = [
  clipJobs,
  departures,
  dueSteps,
  erasures,
  groupChanges,
  housekeeping,
  invitationMails,
  linkPreviews,
  meetJobs,
  meetMails,
  meetRecordingJobs,
  messageReminders,
  notificationMails,
  pageIndexing,
  pushes,
  reminders,
  retention,
  setupMails,
  signatureJobs,
  templateRuns,
  userEvents,
  approvalLinkMails,
];

const OUTBOUND_TIMEOUT_MS = 15_000;
const MAX_BACKLOG = 1_000;

export function startBackgroundWork(
  config: Config,
  environments: readonly Environment[],
  countFor: (environment: string) => CountAttempt,
  metrics?: BackgroundMetrics,
  productionJobs: readonly PeriodicJob[] = [],
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
    const jobs = [...periodicJobs, ...(env.name === 'production' ? productionJobs : [])].map((job) =>
      startPeriodicJob(env, job, [reports.job(job.name), ...(metrics ? [metrics.job(env, job.name)] : [])]),
    );
    const services = env.sandbox ? restartOnReset(env.sandbox, begin) : begin();
    return [...services, ...jobs, reports];
  };
  const services = environments.flatMap(startIn);
  return {
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await outbound.close();
    },
  };
}

interface BackgroundService {
  stop(): Promise<void>;
}

/** The sandbox rejects work of earlier generations, so each reset restarts the services. */
function restartOnReset({ generations }: Sandbox, begin: () => BackgroundService[]): BackgroundService[] {
  let services = generations.run(begin);
  const unlisten = generations.onOpen(() => {
    // Do not wait: webhook requests may take a while, and their results belong to deleted data.
    for (const service of services) void service.stop();
    services = generations.run(begin);
  });
  return [
    {
      async stop() {
        unlisten();
        await Promise.all(services.map((service) => service.stop()));
      },
    },
  ];
}

export function scheduleBackgroundWork(env: Environment, { schedule }: Sandbox): void {
  for (const { findNext, work } of periodicJobs)
    if (findNext) schedule.add({ findNext: (now) => findNext(env, now), runDue: () => work(env) });
  schedule.add(scheduleDeliveries(env));
  // The jobs above write log entries. `activity` queues push notifications and emails for them.
  schedule.add({
    findNext: async () => null,
    runDue: async () => {
      for (const { binderId } of await activity.findBacklog(env.db, MAX_BACKLOG))
        await activity.catchUp(env, binderId);
    },
  });
  // Requests never return expired data, so one deletion at the end is enough.
  schedule.add({
    findNext: async () => null,
    runDue: async ({ isLast, movedMs }) => {
      if (isLast && movedMs >= housekeeping.everyMs) await deleteExpired(env);
    },
  });
}
