import type { components } from '@ringbinder/client';
import { Badge } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consoleClients as words } from '../../strings/messages/console-clients.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { NameWithDetail } from '../table.tsx';

export function OrgClients() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/clients`;
  return (
    <List<components['schemas']['OrgClient']>
      path={path}
      of="clients"
      id={({ client_id }) => client_id}
      searchable
      icon="clients"
      empty={words.emptyOrg}
      columns={[
        {
          label: text.columns.name,
          show: ({ name, client_id }) => <NameWithDetail name={name} id={client_id} />,
        },
        {
          label: words.columns.trusted,
          plain: true,
          show: ({ trusted, trusted_by_partner }) =>
            trusted_by_partner ? (
              <Badge tone="accent">{words.trustedByPartner}</Badge>
            ) : trusted ? (
              <Badge tone="accent">{words.trusted}</Badge>
            ) : (
              <span class="muted">{words.asked}</span>
            ),
        },
      ]}
      actions={({ client_id, name, trusted }, reload) => (
        <ConfirmButton
          label={trusted ? words.distrust : words.trust}
          about={name}
          consequence={trusted ? words.distrusting : words.trusting}
          safe={trusted}
          act={async () => {
            await call('POST', `${path}/${client_id}`, { trusted: !trusted });
            reload();
          }}
        />
      )}
    />
  );
}
