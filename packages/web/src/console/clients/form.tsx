import type { components } from '@ringbinder/client';
import { Checks, Field, Select } from '../../design/field.tsx';
import type { FormValues } from '../../design/form-dialog.tsx';
import { lazy } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consoleClients as words } from '../../strings/messages/console-clients.ts';
import { saveChanges } from '../changes.ts';
import { useConsole } from '../context.ts';
import { FormButton } from '../form-button.tsx';
import { grantChoices } from './grants.ts';

export type Client = components['schemas']['Client'];

const NotificationUrlField = lazy(
  () => import('./notifications.tsx').then((module) => module.NotificationUrlField),
  'quiet',
);

/**
 * If the receiver has returned 410, sends even an unchanged address, because saving resumes notifications.
 */
function notificationUrlOf(client: Client | undefined, values: FormValues) {
  if (!values.has('notification_url')) return {};
  const url = values.get('notification_url');
  const isSame = url === (client?.notification_url ?? '') && !client?.notification_gone;
  return isSame ? {} : { notification_url: url };
}

const ClientTextsField = lazy(
  () => import('./client-texts.tsx').then((module) => module.ClientTextsField),
  'quiet',
);

interface ClientFormProps {
  client?: Client;
  save: (body: Record<string, unknown>) => Promise<void>;
}

export function ClientForm({ client, save }: ClientFormProps) {
  const { orgId, orgName } = useConsole();
  const lines = (value: string) => value.split(/\s+/).filter(Boolean);
  return (
    <FormButton
      title={client ? words.edit(client.name) : words.register}
      {...(client ? { label: text.actions.edit } : { kind: 'primary' })}
      send={(values) =>
        saveChanges(
          client,
          {
            name: values.get('name'),
            redirect_uris: lines(values.get('redirect_uris')),
            origins: lines(values.get('origins')),
            grants: values.all('grants'),
            scope: values.get('scope'),
            trusted: values.has('trusted'),
            ...(values.get('serves') && { org_id: orgId }),
            ...(values.has('public') && { public: true }),
            ...notificationUrlOf(client, values),
            ...(values.has('texts') && { texts: JSON.parse(values.get('texts')) }),
          },
          save,
        )
      }
    >
      <Field label={words.fields.name} name="name" value={client?.name ?? ''} required />
      <Field
        label={words.fields.redirectUris}
        name="redirect_uris"
        rows={3}
        value={(client?.redirect_uris ?? []).join('\n')}
        hint={words.redirectHint}
      />
      <Field
        label={words.fields.origins}
        name="origins"
        rows={2}
        value={(client?.origins ?? []).join('\n')}
        hint={words.originsHint}
      />
      <NotificationUrlField {...(client && { client })} />
      <Checks
        legend={words.fields.grants}
        name="grants"
        options={grantChoices()}
        checked={client?.grants ?? ['authorization_code', 'refresh_token']}
        columns
      />
      <div class="pair">
        <Select
          label={words.fields.scope}
          name="scope"
          options={[
            ['read write', words.scopes.readWrite],
            ['read', words.scopes.read],
          ]}
          value={client?.scope ?? 'read write'}
        />
        {!client && (
          <Select
            label={words.fields.serves}
            name="serves"
            options={[
              ['', text.allOrgs],
              ['one', text.onlyOrg(orgName)],
            ]}
          />
        )}
      </div>
      {!client && (
        <Checks
          legend={words.fields.kind}
          name="public"
          options={[['true', words.public]]}
          checked={[]}
          hint={words.publicHint}
        />
      )}
      <Checks
        legend={words.fields.consent}
        name="trusted"
        options={[['true', words.consent]]}
        checked={client?.trusted ? ['true'] : []}
      />
      {client && <ClientTextsField client={client} />}
    </FormButton>
  );
}
