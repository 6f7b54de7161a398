import { useState } from 'preact/hooks';
import { ActiveBadge, Badge } from '../../design/states.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { ClientForm } from './form.tsx';

export type Client = components['schemas']['Client'];

/** The clients of the partner: register, change, rotate, disable. */
export function ClientsPage() {
  const { call, boot } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const path = `/partners/${boot.admin.partner_id}/clients`;
  return (
    <>
      <List<Client>
        path={path}
        of="clients"
        id={({ client_id }) => client_id}
        searchable
        empty="Register the first program that may ask for tokens."
        columns={[
          { label: 'Name', show: ({ name, client_id }) => <Named name={name} id={client_id} /> },
          { label: 'Grants', show: ({ grants }) => grants.map(shortGrant).join(', ') || '–' },
          {
            label: 'Trusted',
            show: ({ trusted }) => (trusted ? <Badge tone="accent">Trusted</Badge> : 'No'),
          },
          { label: 'State', show: ({ disabled }) => <ActiveBadge disabled={disabled ?? false} /> },
        ]}
        tools={(reload) => (
          <ClientForm
            save={async (body) => {
              const made = await call<Client & { client_secret: string }>('POST', path, body);
              setSecrets({ 'Client id': made.client_id, 'Client secret': made.client_secret });
              reload();
            }}
          />
        )}
        actions={(client, reload) => (
          <>
            <ClientForm
              client={client}
              save={async (body) => {
                await call('POST', `${path}/${client.client_id}`, body);
                reload();
              }}
            />
            <ConfirmButton
              label={text.actions.rotate}
              about={client.name}
              consequence="The secret of now ends at once. Tokens that were given go on."
              act={async () => {
                const made = await call<{ client_secret: string }>(
                  'POST',
                  `${path}/${client.client_id}/rotate`,
                  {},
                );
                setSecrets({ 'Client id': client.client_id, 'Client secret': made.client_secret });
              }}
            />
            <ConfirmButton
              label={client.disabled ? text.actions.enable : text.actions.disable}
              about={client.name}
              consequence={
                client.disabled ? 'It can ask for tokens again.' : 'All its tokens end at once and for good.'
              }
              act={async () => {
                await call('POST', `${path}/${client.client_id}`, { disabled: !client.disabled });
                reload();
              }}
            />
          </>
        )}
      />
      {secrets && (
        <SecretsDialog title="The client’s secret" secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

function shortGrant(grant: string): string {
  return grant.split(/[/:]/).at(-1) ?? grant;
}

function Named({ name, id }: { name: string; id: string }) {
  return (
    <>
      <strong>{name}</strong>
      <span class="mono muted">{id}</span>
    </>
  );
}
