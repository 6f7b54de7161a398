import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { formatBytes, formatDay, formatNumber } from '../../design/format.ts';
import { BarChart } from '../../design/lazy-chart.ts';
import { Failed, lazy, Skeleton } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consoleOrgs } from '../../strings/messages/console-orgs.ts';
import { periodsOf } from '../choices.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { PageLink } from '../link.tsx';
import { useLoad } from '../load.ts';
import { Figures } from '../metrics.tsx';
import { RenameOrg } from '../orgs/form.tsx';
import { formatMoment } from '../span.ts';

const OrgNotifications = lazy(
  () => import('../orgs/notifications.tsx').then((module) => module.OrgNotifications),
  'quiet',
);

const words = consoleOrgs.overview;

const FIRST_STEPS = [
  { page: 'users', name: 'users', forPartner: false },
  { page: 'idps', name: 'idps', forPartner: false },
  { page: 'clients', name: 'clients', forPartner: true },
  { page: 'bots/apps', name: 'bots', forPartner: true },
] as const;

interface Usage {
  days: components['schemas']['UsageDay'][];
  totals: { users: number; active_users: number; orgs?: number; binders?: number; bytes?: number };
  last_backup?: { time: number; bytes: number };
}

export function OverviewPage() {
  const { call, boot, orgId, orgName } = useConsole();
  const [days, setDays] = useState('30');
  const [scope, setScope] = useState('org');
  const isPartner = scope === 'partner';
  const path = isPartner ? `/partners/${boot.admin.partner_id}/usage` : `/orgs/${orgId}/usage`;
  const [loading, reload, isStale] = useLoad(`${path} ${days}`, (signal) =>
    call<Usage>('GET', `${path}?days=${days}`, undefined, signal),
  );
  return (
    <>
      <Head title={words.title} about={isPartner ? words.aboutAll : words.about(orgName)}>
        {!boot.admin.is_partner_admin && (
          <>
            <RenameOrg />
            <OrgNotifications org={{ id: orgId, name: orgName }} />
          </>
        )}
        {boot.admin.is_partner_admin && (
          <Select
            label={words.scope}
            name="scope"
            options={[
              ['org', words.thisOrg],
              ['partner', text.allOrgs],
            ]}
            value={scope}
            onChange={setScope}
          />
        )}
        <Select
          label={words.days}
          name="days"
          options={periodsOf('week', 'month', 'quarter', 'year')}
          value={days}
          onChange={setDays}
        />
      </Head>
      {loading.state === 'loading' && <Skeleton rows={8} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && loading.value.totals.users < 2 && (
        <FirstSteps isPartnerAdmin={boot.admin.is_partner_admin} />
      )}
      {loading.state === 'ready' && <Charts of={loading.value} isStale={isStale} />}
    </>
  );
}

function FirstSteps({ isPartnerAdmin }: { isPartnerAdmin: boolean }) {
  const steps = FIRST_STEPS.filter(({ forPartner }) => isPartnerAdmin || !forPartner);
  return (
    <section class="panel steps" aria-labelledby="steps">
      <h2 id="steps">{words.steps}</h2>
      <ul>
        {steps.map(({ page, name }) => (
          <li key={page}>
            <PageLink page={page}>{words.firstSteps[name].title}</PageLink>
            <p class="muted small">{words.firstSteps[name].about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Charts({ of: { days, totals, last_backup: backup }, isStale }: { of: Usage; isStale: boolean }) {
  type Day = Usage['days'][number];
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0);
  const bars = (of: (day: Day) => number) =>
    days.map((day) => ({ label: formatDay(day.day), value: of(day) }));
  const isQuiet = totals.users < 2 && days.every((day) => day.messages + day.pages + day.active_users === 0);
  return (
    <>
      <Figures
        of={[
          ...(totals.orgs === undefined ? [] : [[words.orgs, formatNumber(totals.orgs)] as const]),
          [words.people, formatNumber(totals.users)],
          [words.activePeople, formatNumber(totals.active_users)],
          [words.messages, formatNumber(sum(({ messages }) => messages))],
          [words.uploaded, formatBytes(sum(({ file_bytes }) => file_bytes))],
          ...(totals.binders === undefined ? [] : [[words.binders, formatNumber(totals.binders)] as const]),
          ...(totals.bytes === undefined ? [] : [[words.kept, formatBytes(totals.bytes)] as const]),
          ...(backup === undefined ? [] : [[words.backup, backupText(backup)] as const]),
        ]}
      />
      {!isQuiet && (
        <div class="charts" aria-busy={isStale}>
          <BarChart title={words.messages} bars={bars(({ messages }) => messages)} />
          <BarChart title={words.activePeople} bars={bars(({ active_users }) => active_users)} sums={false} />
          <BarChart title={words.pages} bars={bars(({ pages }) => pages)} />
          <BarChart title={words.uploaded} bars={bars(({ file_bytes }) => file_bytes)} format={formatBytes} />
        </div>
      )}
    </>
  );
}

function backupText({ time, bytes }: NonNullable<Usage['last_backup']>): string {
  const now = Date.now();
  return words.backupText(formatMoment(Math.min(time, now), now), formatBytes(bytes));
}
