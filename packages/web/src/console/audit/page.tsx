import { useMemo, useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { text } from '../../strings/console.ts';
import { consoleAudit as words } from '../../strings/messages/console-audit.ts';
import { periodsOf } from '../choices.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { ExportButton } from './export.tsx';
import { AuditList } from './list.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

export function AuditPage() {
  const { boot, orgId, orgName } = useConsole();
  const { is_partner_admin, partner_id, org_id } = boot.admin;
  const [scope, setScope] = useState(is_partner_admin && orgId === org_id ? 'partner' : 'org');
  const [noun, setNoun] = useState('');
  const [days, setDays] = useState('');
  const all = scope === 'partner';
  const filter = useMemo(() => {
    const query = new URLSearchParams();
    if (noun) query.set('action', noun);
    if (days) query.set('from', String(Date.now() - Number(days) * DAY_MS));
    return query.toString();
  }, [noun, days]);
  const path = all ? `/partners/${partner_id}/audit` : `/orgs/${orgId}/audit`;
  return (
    <>
      <Head title={words.title} about={all ? words.aboutAll : words.about(orgName)} />
      <AuditList
        path={path}
        filter={filter}
        tools={(reload) => <ExportButton path={path} filter={filter} exported={reload} />}
        filters={
          <>
            {is_partner_admin && (
              <Select
                label={words.scope}
                name="scope"
                options={[
                  ['partner', text.allOrgs],
                  ['org', text.onlyOrg(orgName)],
                ]}
                value={scope}
                onChange={setScope}
              />
            )}
            <Select
              label={words.noun}
              name="noun"
              options={[
                ['', words.everything],
                ...Object.entries(words.nouns),
                ['group', text.shell.pages.groups],
              ]}
              value={noun}
              onChange={setNoun}
            />
            <Select
              label={words.period}
              name="days"
              options={periodsOf('any', 'day', 'week', 'month')}
              value={days}
              onChange={setDays}
            />
          </>
        }
      />
    </>
  );
}
