import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Checks, Field, Select } from '../../design/field.tsx';
import type { FormValues } from '../../design/form-dialog.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { text } from '../../strings/console.ts';
import { consoleIdps as words } from '../../strings/messages/console-idps.ts';
import { saveChanges } from '../changes.ts';
import { FormButton } from '../form-button.tsx';
import { type Idp, splitPem } from './idp.ts';

interface FormProps {
  /** Only a provider of an org may link people to existing accounts by email. */
  forOrg: boolean;
  save: (body: Record<string, unknown>) => Promise<void>;
}

export function AddIdp({ forOrg, save }: FormProps) {
  const send = (values: FormValues) => {
    const rules = readRules(values, forOrg);
    const name = values.get('name') && { name: values.get('name') };
    if (values.has('metadata')) return save({ metadata: values.get('metadata'), ...name, ...rules });
    return save({
      idp_id: values.get('idp_id'),
      ...name,
      ...readSignOn(values),
      ...readCertificates(values),
      ...rules,
    });
  };
  return (
    <FormButton title={words.add} kind="primary" wide send={send}>
      <MetadataOrFields>
        <Field label={words.fields.entityId} name="idp_id" required hint={words.entityIdHint} />
        <SignOn />
        <Certificates />
      </MetadataOrFields>
      <Field label={words.fields.name} name="name" hint={words.nameHint} />
      <Rules forOrg={forOrg} />
    </FormButton>
  );
}

/** Preselects metadata, because metadata also states whether requests must be signed. */
function MetadataOrFields({ children }: { children: ComponentChildren }) {
  const [how, setHow] = useState<'metadata' | 'fields'>('metadata');
  return (
    <Tabs
      label={words.howLabel}
      tabs={[
        ['metadata', words.how.metadata],
        ['fields', words.how.fields],
      ]}
      selected={how}
      select={setHow}
    >
      {how === 'metadata' ? (
        <Field label={words.fields.metadata} name="metadata" rows={8} required hint={words.metadataHint} />
      ) : (
        <div class="stack">{children}</div>
      )}
    </Tabs>
  );
}

const Certificates = () => (
  <Field
    label={words.fields.certificates}
    name="certificates"
    rows={6}
    required
    hint={words.certificatesHint}
  />
);

export function EditIdp({ idp, forOrg, save }: FormProps & { idp: Idp }) {
  return (
    <FormButton
      title={words.edit(idp.name || idp.idp_id)}
      label={text.actions.edit}
      send={(values) =>
        saveChanges(
          idp,
          { name: values.get('name'), ...readSignOn(values), ...readRules(values, forOrg) },
          save,
        )
      }
    >
      <Field label={words.fields.name} name="name" value={idp.name} hint={words.nameHint} />
      <SignOn idp={idp} />
      <Rules forOrg={forOrg} idp={idp} />
    </FormButton>
  );
}

export function RenewIdp({ idp, save }: { idp: Idp; save: FormProps['save'] }) {
  return (
    <FormButton
      title={text.about(words.renew, idp.name || idp.idp_id)}
      label={words.renew}
      wide
      send={(values) =>
        save(values.has('metadata') ? { metadata: values.get('metadata') } : readCertificates(values))
      }
    >
      <p>{words.renewing}</p>
      <MetadataOrFields>
        <Certificates />
      </MetadataOrFields>
    </FormButton>
  );
}

function SignOn({ idp }: { idp?: Idp }) {
  return (
    <>
      <Field
        label={words.fields.ssoUrl}
        name="sso_url"
        type="url"
        value={idp?.sso_url ?? ''}
        hint={words.ssoUrlHint}
      />
      <Select
        label={words.fields.binding}
        name="sso_binding"
        options={Object.entries(words.bindings)}
        value={idp?.sso_binding ?? 'redirect'}
      />
      <Checks
        legend={words.fields.requests}
        name="sign_requests"
        options={[['true', words.signRequests]]}
        checked={idp?.sign_requests ? ['true'] : []}
      />
    </>
  );
}

const readSignOn = (values: FormValues) => ({
  sso_url: values.get('sso_url'),
  sso_binding: values.get('sso_binding'),
  sign_requests: values.has('sign_requests'),
});

const readCertificates = (values: FormValues) => ({ certificates: splitPem(values.get('certificates')) });

function Rules({ forOrg, idp }: { forOrg: boolean; idp?: Idp }) {
  return (
    <Checks
      legend={words.fields.rules}
      name="rules"
      options={[
        ...(forOrg ? [['link_by_email', words.linkByEmail] as const] : []),
        ['allow_sha1', words.allowSha1],
      ]}
      checked={[...(idp?.link_by_email ? ['link_by_email'] : []), ...(idp?.allow_sha1 ? ['allow_sha1'] : [])]}
    />
  );
}

function readRules(values: FormValues, forOrg: boolean): Record<string, boolean> {
  const chosen = values.all('rules');
  return {
    ...(forOrg && { link_by_email: chosen.includes('link_by_email') }),
    allow_sha1: chosen.includes('allow_sha1'),
  };
}
