import type { components } from '../../schemas.ts';
import { useConsole } from '../context.ts';
import { List, Time } from '../list.tsx';

/** What admins changed: of all orgs for admins of the partner. */
export function AuditPage() {
  const { boot, orgId } = useConsole();
  const { is_partner_admin, partner_id, org_id } = boot.admin;
  const all = is_partner_admin && orgId === org_id;
  return (
    <List<components['schemas']['AuditListEntry']>
      path={all ? `/partners/${partner_id}/audit` : `/orgs/${orgId}/audit`}
      of="entries"
      id={({ id }) => id}
      empty="No admin has changed anything yet."
      columns={[
        { label: 'Action', show: ({ action }) => <strong class="mono">{action}</strong> },
        { label: 'By', show: ({ actor }) => actor.name },
        { label: 'What', show: ({ target }) => <span class="mono">{target}</span> },
        { label: 'Details', show: ({ details }) => <Details of={details} /> },
        { label: 'Address', show: ({ address }) => <span class="mono">{address}</span> },
        { label: 'When', show: ({ time }) => <Time at={time} /> },
      ]}
    />
  );
}

function Details({ of }: { of: unknown }) {
  const entries = Object.entries((of ?? {}) as Record<string, unknown>);
  if (entries.length === 0) return <span class="muted">–</span>;
  return (
    <span class="mono">
      {entries
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(' · ')}
    </span>
  );
}
