import type { Environment } from '../environment/environment.ts';
import type { PeriodicJob } from '../environment/periodic-jobs.ts';
import type { Metrics } from '../http/index.ts';
import { findClockLag } from '../log/index.ts';

const CHECK_MS = 60_000;

export function measureClockLag(metrics: Metrics, env: Environment): void {
  metrics.gauge(
    'clock_lag_seconds',
    'Time by which the clock is behind the newest entries of the binder logs; 0 unless it was moved back.',
    ['environment'],
    async () => [{ labels: { environment: env.name }, value: (await findClockLag(env)) / 1_000 }],
  );
}

export function createClockCheck(): PeriodicJob {
  let wasBehind = false;
  return {
    name: 'clock_check',
    everyMs: CHECK_MS,
    async work(env) {
      const lag = await findClockLag(env);
      if (lag > 0 && !wasBehind)
        env.log.warn(
          { seconds: Math.round(lag / 1_000) },
          'clock: behind the binder logs, whose new entries keep the time of the latest one; check the time synchronisation of this machine',
        );
      if (lag === 0 && wasBehind) env.log.info('clock: has caught up with the binder logs');
      wasBehind = lag > 0;
    },
  };
}
