import { useMemo, useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { Named, Time } from '../table.tsx';

const words = text.audit;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What admins changed: of all orgs for admins of the partner who look at their own. */
export function AuditPage() {
  const { boot, orgId } = useConsole();
  const { is_partner_admin, partner_id, org_id } = boot.admin;
  const [noun, setNoun] = useState('');
  const [days, setDays] = useState('');
  const all = is_partner_admin && orgId === org_id;
  const filter = useMemo(() => {
    const query = new URLSearchParams();
    if (noun) query.set('action', noun);
    if (days) query.set('from', String(Date.now() - Number(days) * DAY_MS));
    return query.toString();
  }, [noun, days]);
  return (
    <>
      <Head title={words.title} about={all ? words.aboutAll : words.about} />
      <List<components['schemas']['AuditListEntry']>
        path={all ? `/partners/${partner_id}/audit` : `/orgs/${orgId}/audit`}
        of="entries"
        id={({ id }) => id}
        icon="audit"
        empty={words.empty}
        filter={filter}
        filters={
          <>
            <Select label={words.noun} name="noun" options={words.nouns} value={noun} onChange={setNoun} />
            <Select
              label={words.period}
              name="days"
              options={words.periods}
              value={days}
              onChange={setDays}
            />
          </>
        }
        columns={[
          { label: words.columns.action, show: ({ action }) => <strong class="mono">{action}</strong> },
          { label: words.columns.by, show: ({ actor }) => <Named name={actor.name} /> },
          { label: words.columns.what, show: ({ target }) => <span class="mono">{target}</span> },
          { label: words.columns.details, show: ({ details }) => <Details of={details} /> },
          {
            label: words.columns.address,
            show: ({ address }) => <span class="mono">{address || text.none}</span>,
          },
          { label: words.columns.when, show: ({ time }) => <Time at={time} /> },
        ]}
      />
    </>
  );
}

/** A certificate or a list of addresses would hide the other rows. */
const LONGEST_DETAIL = 120;

function Details({ of }: { of: unknown }) {
  const entries = Object.entries((of ?? {}) as Record<string, unknown>);
  if (entries.length === 0) return <span class="muted">{text.none}</span>;
  return (
    <ul class="details">
      {entries.map(([name, value]) => {
        const whole = typeof value === 'string' ? value : JSON.stringify(value);
        const short = whole.length > LONGEST_DETAIL ? `${whole.slice(0, LONGEST_DETAIL)}…` : whole;
        return (
          <li class="mono" key={name}>
            {words.detail(name, short)}
          </li>
        );
      })}
    </ul>
  );
}
