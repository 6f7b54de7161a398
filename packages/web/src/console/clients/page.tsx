import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { ActiveBadge, Badge } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { DisabledFilter } from '../filters.tsx';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { Overlap, type Secrets, SecretsDialog } from '../secret.tsx';
import { NameWithDetail } from '../table.tsx';
import { type Client, ClientForm } from './form.tsx';
import { OrgClients } from './org-clients.tsx';

const words = text.clients;

export function ClientsPage() {
  const { boot, place, note } = useConsole();
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

const columns = [
  {
    label: text.columns.name,
    show: ({ name, client_id, org_id }: Client) => (
      <NameWithDetail name={name} about={org_id === null ? undefined : words.oneOrg} id={client_id} />
    ),
  },
  {
    label: words.columns.grants,
    show: ({ grants }: Client) => (
      <span class="several">
        {grants.map((grant) => words.shortGrants[grant] ?? grant).join(', ') || text.none}
      </span>
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
  const show = (id: string, secret: string) => setSecrets({ [words.id]: id, [words.secret]: secret });
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
        columns={columns}
        tools={(reload) => (
          <ClientForm
            save={async (body) => {
              const created = await call<Client & { client_secret?: string }>('POST', path, body);
              // A public client has no secret, and its id is in the list.
              if (created.client_secret === undefined) toast(text.state.saved);
              else show(created.client_id, created.client_secret);
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

interface ClientActionsProps {
  client: Client;
  path: string;
  reload: () => void;
  /** Shows a secret, which the server returns only once. */
  show: (id: string, secret: string) => void;
}

function ClientActions({ client, path, reload, show }: ClientActionsProps) {
  const { call } = useConsole();
  return (
    <>
      <ClientForm
        client={client}
        save={async (body) => {
          await call('POST', path, body);
          toast(text.state.saved);
          reload();
        }}
      />
      {!client.public && (
        <ConfirmButton
          label={text.actions.rotate}
          about={client.name}
          consequence={words.rotating}
          act={async (values) => {
            const rotated = await call<{ client_secret: string }>('POST', `${path}/rotate`, {
              grace_seconds: Number(values.get('grace')),
            });
            show(client.client_id, rotated.client_secret);
            reload();
            return true;
          }}
        >
          <Select label={text.secrets.old} name="grace" options={text.secrets.graces} value="0" />
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
