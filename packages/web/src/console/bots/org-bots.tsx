import type { components } from '@ringbinder/client';
import { Badge } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { PageLink } from '../link.tsx';
import { List } from '../list.tsx';
import { NameWithDetail } from '../table.tsx';

const words = consoleBots.bots;

export interface OrgBot {
  client_id: string;
  name: string;
  enabled: boolean;
  user: components['schemas']['User'] | null;
}

export function OrgBots() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/bots`;
  return (
    <List<OrgBot>
      path={path}
      of="bots"
      id={({ client_id }) => client_id}
      icon="bots"
      empty={words.emptyOrg}
      columns={[
        {
          label: text.columns.name,
          show: ({ name, client_id }) => <NameWithDetail name={name} id={client_id} />,
        },
        {
          label: text.columns.state,
          plain: true,
          show: ({ enabled }) =>
            enabled ? <Badge tone="good">{words.enabled}</Badge> : <Badge>{words.off}</Badge>,
        },
      ]}
      actions={({ client_id, name, enabled, user }, reload) => (
        <>
          {user && (
            <PageLink page={`bots/${client_id}`} button={text.about(words.deliveries, name)}>
              {words.deliveries}
            </PageLink>
          )}
          <ConfirmButton
            label={enabled ? text.actions.disable : text.actions.enable}
            about={name}
            consequence={enabled ? words.disabling : words.enabling}
            safe={!enabled}
            act={async () => {
              await call('POST', `${path}/${client_id}`, { enabled: !enabled });
              reload();
            }}
          />
        </>
      )}
    />
  );
}
