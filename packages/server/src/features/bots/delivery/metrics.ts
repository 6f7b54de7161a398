import type { Environment } from '../../../environment/environment.ts';
import { type GaugeValue, type Metrics, singleFlight, withTimeout } from '../../../http/index.ts';
import type { Attempt } from './queries.ts';
import { type Backlog, findBacklog } from './queries.ts';

export type AttemptResult = 'delivered' | 'refused' | 'unanswered';

export function attemptResultOf({ status }: Pick<Attempt, 'status'>): AttemptResult {
  if (status === null) return 'unanswered';
  return status >= 200 && status < 300 ? 'delivered' : 'refused';
}

export type CountAttempt = (result: AttemptResult) => void;

/** The backlog is that of all processes. */
export function measureDeliveries(
  metrics: Metrics,
  environments: readonly Pick<Environment, 'name' | 'db' | 'clock' | 'log'>[],
): (environment: string) => CountAttempt {
  const backlogs = createBacklogs(environments);
  const gauge = (name: string, help: string, labels: string[], read: (backlog: Known) => GaugeValue[]) =>
    metrics.gauge(name, help, ['environment', ...labels], async () => (await backlogs()).flatMap(read));

  gauge(
    'bot_events',
    'Events of bots that are still to be pushed (pending) and that were abandoned (dead).',
    ['state'],
    ({ environment, pending, dead }) => [
      { labels: { environment, state: 'pending' }, value: pending },
      { labels: { environment, state: 'dead' }, value: dead },
    ],
  );
  gauge(
    'bot_events_oldest_pending_seconds',
    'Age of the oldest event that is still to be pushed; 0 without one.',
    [],
    ({ environment, oldest, now }) => [{ labels: { environment }, value: ageOf(oldest, now) }],
  );
  gauge(
    'bot_delivery_lag_seconds',
    'Age of the oldest event that is to be pushed now; 0 without one. Retries of failed events do not count.',
    [],
    ({ environment, oldest_due, now }) => [{ labels: { environment }, value: ageOf(oldest_due, now) }],
  );
  gauge(
    'bot_queues_failing',
    'Queues, one for each bot and binder, whose receiver failed and that wait for a retry.',
    [],
    ({ environment, failing }) => [{ labels: { environment }, value: failing }],
  );
  const attempts = metrics.counter(
    'bot_delivery_attempts_total',
    'Requests of this process to bots: delivered (2xx), refused (another response), unanswered (none).',
    ['environment', 'result'],
  );
  return (environment) => {
    for (const result of ['delivered', 'refused', 'unanswered']) attempts.inc({ environment, result }, 0);
    return (result) => attempts.inc({ environment, result });
  };
}

const ageOf = (at: number | null, now: number) => (at === null ? 0 : Math.max(0, now - at) / 1_000);

type Known = Backlog & { environment: string; now: number };

function createBacklogs(
  environments: readonly Pick<Environment, 'name' | 'db' | 'clock' | 'log'>[],
): () => Promise<Known[]> {
  return singleFlight(async () => {
    const perEnvironment = await Promise.all(
      environments.map(async ({ name, db, clock, log }): Promise<Known[]> => {
        const backlog = await withTimeout(findBacklog(db)).catch((error) => {
          log.warn({ err: error }, 'bot delivery: backlog unavailable, omitted from the metrics');
          return null;
        });
        return backlog ? [{ ...backlog, environment: name, now: clock.now() }] : [];
      }),
    );
    return perEnvironment.flat();
  });
}
