import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { Badge, lazy } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { consoleClientLog as clientLogs } from '../../strings/messages/console-client-log.ts';
import { consoleClients as words } from '../../strings/messages/console-clients.ts';
import { ActiveBadge } from '../active-badge.tsx';
import { graces } from '../choices.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { DisabledFilter } from '../filters.tsx';
import { Head } from '../head.tsx';
import { PageLink } from '../link.tsx';
import { List } from '../list.tsx';
import { Overlap, type Secrets, SecretsDialog } from '../secret.tsx';
import { NameWithDetail, NONE } from '../table.tsx';
import { type Client, ClientForm } from './form.tsx';
import { shortNameOf } from './grants.ts';
import { OrgClients } from './org-clients.tsx';

const notifications = () => import('./notifications.tsx');
const ClientCalls = lazy(() => notifications().then((module) => module.ClientCalls), 'quiet');
const WhichSecret = lazy(() => notifications().then((module) => module.WhichSecret), 'quiet');

const LogPage = lazy(() => import('./log.tsx').then((module) => module.LogPage));

export function ClientsPage() {
  const { boot, place, note } = useConsole();
  if (boot.admin.is_partner_admin && /^C\w{22}$/.test(place)) return <LogPage key={place} clientId={place} />;
  const selected = place === 'org' || !boot.admin.is_partner_admin ? 'org' : 'all';
  return (
    <>
      <Head title={words.title} about={words.about} />
      {boot.admin.is_partner_admin ? (
        <Tabs
          label={words.tabsLabel}
          tabs={[
            ['all', words.tabs.all],
            ['org', words.tabs.org],
          ]}
          selected={selected}
          select={(tab) => note(tab === 'all' ? 'clients' : 'clients/org')}
        >
          {selected === 'all' ? <Clients /> : <OrgClients />}
        </Tabs>
      ) : (
        <OrgClients />
      )}
    </>
  );
}

const columns = () => [
  {
    label: text.columns.name,
    show: ({ name, client_id, org_id }: Client) => (
      <NameWithDetail name={name} about={org_id === null ? undefined : words.oneOrg} id={client_id} />
    ),
  },
  {
    label: words.columns.grants,
    show: ({ grants }: Client) => (
      <span class="several">{grants.map((grant) => shortNameOf(grant)).join(', ') || NONE}</span>
    ),
  },
  {
    label: words.columns.trusted,
    plain: true,
    show: ({ trusted }: Client) =>
      trusted ? <Badge tone="accent">{words.trusted}</Badge> : <span class="muted">{words.asked}</span>,
  },
  {
    label: text.columns.state,
    plain: true,
    show: ({ disabled, old_secret_until, public: isPublic }: Client) => (
      <>
        {isPublic && <Badge tone="accent">{words.publicMark}</Badge>}
        <ActiveBadge disabled={disabled} />
        <Overlap until={old_secret_until} />
      </>
    ),
  },
];

function Clients() {
  const { call, boot } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const [filter, setFilter] = useState('');
  const path = `/partners/${boot.admin.partner_id}/clients`;
  const show = ({ client_id, client_secret, notification_secret, events_secret }: WithSecrets) =>
    setSecrets({
      [words.id]: client_id,
      ...(client_secret !== undefined && { [words.secret]: client_secret }),
      ...(notification_secret !== undefined && { [words.notificationSecret]: notification_secret }),
      ...(events_secret !== undefined && { [clientLogs.secret]: events_secret }),
    });
  return (
    <>
      <List<Client>
        path={path}
        of="clients"
        id={({ client_id }) => client_id}
        searchable
        icon="clients"
        empty={words.empty}
        filter={filter}
        filters={<DisabledFilter value={filter} onChange={setFilter} />}
        columns={columns()}
        tools={(reload) => (
          <ClientForm
            save={async (body) => {
              showSaved(await call<WithSecrets>('POST', path, body), show);
              reload();
            }}
          />
        )}
        actions={(client, reload) => (
          <ClientActions client={client} path={`${path}/${client.client_id}`} reload={reload} show={show} />
        )}
      />
      {secrets && (
        <SecretsDialog title={words.secretTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

type WithSecrets = Pick<Client, 'client_id' | 'notification_secret' | 'events_secret'> & {
  client_secret?: string;
};
type Show = (client: WithSecrets) => void;

function showSaved(saved: WithSecrets, show: Show): void {
  if (saved.client_secret === undefined && saved.notification_secret === undefined) toast(text.state.saved);
  else show(saved);
}

const PATHS: Readonly<Record<string, string>> = { notification: '/notifications', events: '/events' };

interface ClientActionsProps {
  client: Client;
  path: string;
  reload: () => void;
  /** The server returns secrets only once. */
  show: Show;
}

function ClientActions({ client, path, reload, show }: ClientActionsProps) {
  const { call } = useConsole();
  return (
    <>
      <ClientForm
        client={client}
        save={async (body) => {
          showSaved(await call<WithSecrets>('POST', path, body), show);
          reload();
        }}
      />
      {client.notification_url && <ClientCalls client={client} path={path} />}
      {client.event_log && (
        <PageLink
          page={`clients/${client.client_id}`}
          button={text.about(consoleBots.bots.deliveries, client.name)}
        >
          {consoleBots.bots.deliveries}
        </PageLink>
      )}
      {(!client.public || client.notification_url) && (
        <ConfirmButton
          label={text.actions.rotate}
          about={client.name}
          consequence={words.rotating}
          act={async (values) => {
            const of = PATHS[values.get('secret')] ?? '';
            const rotated = await call<WithSecrets>('POST', `${path}${of}/rotate`, {
              grace_seconds: Number(values.get('grace')),
            });
            show({ ...rotated, client_id: client.client_id });
            reload();
            return true;
          }}
        >
          {client.notification_url || client.events_url ? (
            <WhichSecret client={client} />
          ) : (
            <Select label={text.secrets.old} name="grace" options={graces()} value="0" />
          )}
        </ConfirmButton>
      )}
      <ConfirmButton
        label={client.disabled ? text.actions.enable : text.actions.disable}
        about={client.name}
        consequence={client.disabled ? words.enabling : words.disabling}
        safe={client.disabled}
        act={async () => {
          await call('POST', path, { disabled: !client.disabled });
          reload();
        }}
      />
    </>
  );
}
