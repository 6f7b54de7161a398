import type { components } from '@ringbinder/client';
import { Checks, Field, Select } from '../../design/field.tsx';
import type { FormValues } from '../../design/form-dialog.tsx';
import { lazy } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleOrgs } from '../../strings/messages/console-orgs.ts';
import { saveChanges } from '../changes.ts';
import { useConsole } from '../context.ts';
import { FormButton } from '../form-button.tsx';
import { languageChoices } from '../users/form.tsx';

export type Org = components['schemas']['Org'];

const words = consoleOrgs.orgs;

export function OrgFields({ org }: { org?: Org }) {
  return (
    <>
      <Field label={words.name} name="name" value={org?.name ?? ''} required />
      <Field label={words.plan} name="plan_code" value={org?.plan_code ?? ''} hint={words.planHint} />
    </>
  );
}

const LimitFields = lazy(() => import('./limits.tsx').then((module) => module.LimitFields), 'quiet');

const GIGABYTE = 1e9;

/** An empty field means no limit. */
function limitsOf(values: FormValues) {
  if (!values.has('max_bytes')) return {};
  const read = (name: string, factor = 1) => {
    const text = values.get(name);
    if (text === '') return null;
    const value = Number(text.replace(',', '.'));
    // Send invalid text, so that the server's error names the field.
    return Number.isFinite(value) ? Math.round(value * factor) : text;
  };
  return {
    max_bytes: read('max_bytes', GIGABYTE),
    max_binders: read('max_binders'),
    message_days: read('message_days'),
    file_days: read('file_days'),
    guests_by_session_key: values.has('guests_by_session_key'),
    link_previews: values.has('link_previews'),
  };
}

interface OrgFormProps {
  org: Org;
  /** People without an org are assigned to the default org. */
  isDefault: boolean;
  saved: (name: string) => void;
}

export function OrgForm({ org, isDefault, saved }: OrgFormProps) {
  const { call, boot } = useConsole();
  return (
    <FormButton
      title={words.edit(org.name)}
      label={text.actions.edit}
      send={async (values) => {
        const name = values.get('name');
        const fields = { name, plan_code: values.get('plan_code'), language: values.get('language') };
        const input = { ...fields, ...limitsOf(values) };
        await saveChanges(org, input, (changes) => call('POST', `/orgs/${org.id}`, changes));
        if (values.has('default') && !isDefault)
          await call('POST', `/partners/${boot.admin.partner_id}`, { default_org_id: org.id });
        toast(text.state.saved);
        saved(name);
      }}
    >
      <OrgFields org={org} />
      <Select label={words.language} name="language" options={languageChoices()} value={org.language ?? ''} />
      <LimitFields org={org} />
      {!isDefault && (
        <Checks legend={words.joining} name="default" options={[['true', words.makeDefault]]} checked={[]} />
      )}
    </FormButton>
  );
}

export function RenameOrg() {
  const { call, orgId, orgName, chooseOrg } = useConsole();
  return (
    <FormButton
      title={words.rename}
      kind="plain"
      send={async (values) => {
        const name = values.get('name');
        await call('POST', `/orgs/${orgId}`, { name });
        toast(text.state.saved);
        chooseOrg({ id: orgId, name });
      }}
    >
      <Field label={words.name} name="name" value={orgName} required />
    </FormButton>
  );
}
