import { useState } from 'preact/hooks';
import { FormDialog } from '../../design/dialog.tsx';
import { Checks, Field } from '../../design/field.tsx';
import { text } from '../../strings/en.ts';
import type { Client } from './page.tsx';

const GRANTS = [
  ['authorization_code', 'Authorization code'],
  ['implicit', 'Implicit'],
  ['refresh_token', 'Refresh token'],
  ['urn:ietf:params:oauth:grant-type:saml2-bearer', 'SAML assertion'],
  ['http://www.service.com/auth_uniqueid', 'Unique identifier'],
] as const;

interface ClientFormProps {
  client?: Client;
  save: (body: Record<string, unknown>) => Promise<void>;
}

/** The button and the dialog in which a client is registered or changed. */
export function ClientForm({ client, save }: ClientFormProps) {
  const [open, setOpen] = useState(false);
  const title = client ? `Edit ${client.name}` : 'Register a client';
  const lines = (value: string) => value.split(/\s+/).filter(Boolean);
  return (
    <>
      <button
        type="button"
        class={`button compact ${client ? 'quiet' : 'primary'}`}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {client ? text.actions.edit : title}
      </button>
      {open && (
        <FormDialog
          title={title}
          submit={text.actions.save}
          close={() => setOpen(false)}
          send={async (values) => {
            await save({
              name: values.get('name'),
              redirect_uris: lines(values.get('redirect_uris')),
              origins: lines(values.get('origins')),
              grants: values.all('grants'),
              trusted: values.has('trusted'),
            });
            setOpen(false);
          }}
        >
          <Field label="Name" name="name" value={client?.name ?? ''} required />
          <Field
            label="Redirect addresses"
            name="redirect_uris"
            rows={3}
            value={(client?.redirect_uris ?? []).join('\n')}
            hint="One on each line. They must match exactly."
          />
          <Field
            label="Origins"
            name="origins"
            rows={2}
            value={(client?.origins ?? []).join('\n')}
            hint="Sites that may embed the SDK, like https://www.example.com."
          />
          <Checks
            legend="Grants"
            name="grants"
            options={GRANTS}
            checked={client?.grants ?? ['authorization_code', 'refresh_token']}
          />
          <Checks
            legend="Consent"
            name="trusted"
            options={[['true', 'Trusted: people are not asked for their consent']]}
            checked={client?.trusted ? ['true'] : []}
          />
        </FormDialog>
      )}
    </>
  );
}
