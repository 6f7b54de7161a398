import type { Environment } from '../environment/environment.ts';
import type { JobListener } from '../environment/periodic-jobs.ts';
import type { Metrics } from '../http/index.ts';
import type { ConsumerListener } from '../log/index.ts';

interface Lag {
  entries: number;
  since: number | null;
}

export interface BackgroundMetrics {
  consumer(env: Environment, name: string): ConsumerListener;
  job(env: Environment, name: string): JobListener;
}

export function measureBackground(metrics: Metrics): BackgroundMetrics {
  const lags = new Map<string, { env: Environment; consumer: string; lag: Lag }>();
  const labelsOf = ({ env, consumer }: { env: Environment; consumer: string }) => ({
    environment: env.name,
    consumer,
  });
  const gauge = (name: string, help: string, figureOf: (lag: Lag, env: Environment) => number) =>
    metrics.gauge(name, help, ['environment', 'consumer'], () =>
      [...lags.values()].map((each) => ({ labels: labelsOf(each), value: figureOf(each.lag, each.env) })),
    );
  gauge(
    'log_consumer_backlog_entries',
    'Entries of binder logs that a consumer had not read when it last looked, of 1,000 binders at most.',
    ({ entries }) => entries,
  );
  gauge(
    'log_consumer_lag_seconds',
    'Age of the oldest entry that a consumer had not read when it last looked; 0 without one.',
    ({ since }, env) => (since === null ? 0 : Math.max(0, env.clock.now() - since) / 1_000),
  );
  const counter = (name: string, help: string, label: string) =>
    metrics.counter(name, help, ['environment', label]);
  const read = counter(
    'log_consumer_entries_total',
    'Entries that consumers of this process read.',
    'consumer',
  );
  const failures = counter('log_consumer_failures_total', 'Steps of consumers that failed.', 'consumer');
  const runs = counter('job_runs_total', 'Rounds of periodic jobs in this process.', 'job');
  const failed = counter('job_failures_total', 'Rounds of periodic jobs that failed.', 'job');
  const seconds = counter('job_seconds_total', 'Time that rounds of periodic jobs took.', 'job');

  return {
    consumer(env, consumer) {
      const labels = { environment: env.name, consumer };
      for (const each of [read, failures]) each.inc(labels, 0);
      return {
        onRead: (entries) => read.inc(labels, entries),
        onFailure: () => failures.inc(labels),
        onPoll(backlog) {
          const entries = backlog.reduce((sum, each) => sum + each.entries, 0);
          const times = backlog.map(({ since }) => since).filter((since) => since !== null);
          const since = times.length === 0 ? null : Math.min(...times);
          lags.set(`${env.name} ${consumer}`, { env, consumer, lag: { entries, since } });
        },
      };
    },
    job(env, job) {
      const labels = { environment: env.name, job };
      for (const each of [runs, failed, seconds]) each.inc(labels, 0);
      return {
        onEnd(ms, error) {
          runs.inc(labels);
          seconds.inc(labels, ms / 1_000);
          if (error !== undefined) failed.inc(labels);
        },
      };
    },
  };
}
