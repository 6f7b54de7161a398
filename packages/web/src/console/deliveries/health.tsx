import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { formatDay, formatHour, formatNumber } from '../../design/format.ts';
import { BarChart } from '../../design/lazy-chart.ts';
import { Failed, Skeleton } from '../../design/states.tsx';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { periodsOf } from '../choices.ts';
import { useConsole } from '../context.ts';
import { useLoad } from '../load.ts';
import { Figures } from '../metrics.tsx';
import { formatSpan } from '../span.ts';
import { NONE } from '../table.tsx';

const words = consoleBots.deliveries;

interface HealthAnswer {
  periods: components['schemas']['DeliveryPeriod'][];
  pending: number;
  oldest_pending_time: number | null;
  dead: number;
  gone: boolean;
  enabled: boolean;
  pushed: boolean;
}

export type ReceiverWords = Record<'disabled' | 'pulled' | 'gone', string>;

interface HealthProps {
  path: string;
  round: number;
  words: ReceiverWords;
}

export function Health({ path, round, words: own }: HealthProps) {
  const { call } = useConsole();
  const [days, setDays] = useState('7');
  const [loading, reload, isStale] = useLoad(`${path} ${days} ${round}`, async (signal) => ({
    ...(await call<HealthAnswer>('GET', `${path}/health?days=${days}`, undefined, signal)),
    byHour: days === '1',
  }));
  return (
    <section class="health" aria-busy={isStale}>
      <div class="tools">
        <h2>{words.health}</h2>
        <div class="push">
          <Select
            label={words.days}
            name="days"
            options={periodsOf('day', 'week', 'month')}
            value={days}
            onChange={setDays}
          />
        </div>
      </div>
      {loading.state === 'loading' && <Skeleton rows={6} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && <Tries of={loading.value} words={own} />}
    </section>
  );
}

function Tries({ of, words: own }: { of: HealthAnswer & { byHour: boolean }; words: ReceiverWords }) {
  const { periods, pending, oldest_pending_time: oldest, dead, gone, enabled, pushed, byHour } = of;
  const medians = periods.flatMap(({ p50 }) => (p50 === null ? [] : [p50]));
  const label = byHour ? formatHour : formatDay;
  return (
    <>
      {!enabled && <p class="notice bad">{own.disabled}</p>}
      {!pushed && <p class="notice">{own.pulled}</p>}
      {gone && <p class="notice bad">{own.gone}</p>}
      <Figures
        of={[
          [words.figures.pending, formatNumber(pending)],
          [words.figures.dead, formatNumber(dead)],
          [words.figures.oldest, oldest === null ? words.nothing : formatSpan(Date.now() - oldest)],
          [words.figures.median, medians.length ? formatSpan(medians.at(-1) ?? 0) : NONE],
        ]}
      />
      <BarChart
        title={words.chart}
        legend={[words.delivered, words.failedTries]}
        bars={periods.map(({ time, delivered, failed }) => ({
          label: label(time),
          value: delivered,
          bad: failed,
        }))}
      />
    </>
  );
}
