import { BarChart } from '../../design/chart.tsx';
import { Failed, Skeleton } from '../../design/states.tsx';
import type { components } from '../../schemas.ts';
import { useConsole } from '../context.ts';
import { useLoad } from '../load.ts';

interface Usage {
  days: components['schemas']['UsageDay'][];
  totals: { users: number; active_users: number; orgs?: number };
}

/** Bytes as a person reads them. */
function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const place = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  return `${(bytes / 1000 ** place).toFixed(place === 0 ? 0 : 1)} ${units[place]}`;
}

/** What happened in the org, in figures and by day. */
export function OverviewPage() {
  const { call, orgId } = useConsole();
  const [loading, reload] = useLoad(orgId, () => call<Usage>('GET', `/orgs/${orgId}/usage?days=30`));
  if (loading.state === 'loading') return <Skeleton rows={8} />;
  if (loading.state === 'failed') return <Failed message={loading.message} retry={reload} />;
  const { days, totals } = loading.value;
  const sum = (of: (day: Usage['days'][number]) => number) => days.reduce((all, day) => all + of(day), 0);
  const figures: [string, string][] = [
    ['People', totals.users.toLocaleString('en')],
    ['Active people', totals.active_users.toLocaleString('en')],
    ['Messages', sum(({ messages }) => messages).toLocaleString('en')],
    ['Uploaded', formatBytes(sum(({ file_bytes }) => file_bytes))],
  ];
  const bars = (of: (day: Usage['days'][number]) => number) =>
    days.map((day) => ({ label: day.day, value: of(day) }));
  return (
    <>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div class="figure panel" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="charts">
        <BarChart title="Messages" bars={bars(({ messages }) => messages)} />
        <BarChart title="Pages" bars={bars(({ pages }) => pages)} />
        <BarChart title="Files" bars={bars(({ files }) => files)} />
        <BarChart title="Uploaded" bars={bars(({ file_bytes }) => file_bytes)} format={formatBytes} />
      </div>
    </>
  );
}
