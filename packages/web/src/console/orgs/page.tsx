import { useState } from 'preact/hooks';
import { FormDialog } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { ActiveBadge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List, Time } from '../list.tsx';

type Org = components['schemas']['Org'];

/** The orgs of the partner: create, rename, disable. */
export function OrgsPage() {
  const { call, boot } = useConsole();
  const path = `/partners/${boot.admin.partner_id}/orgs`;
  return (
    <List<Org>
      path={path}
      of="orgs"
      id={({ id }) => id}
      searchable
      empty="Create the first organisation."
      columns={[
        { label: 'Name', show: ({ name, id }) => <Named name={name} id={id} /> },
        { label: 'People', show: ({ total_users }) => <span class="number">{total_users}</span> },
        { label: 'State', show: ({ disabled }) => <ActiveBadge disabled={disabled ?? false} /> },
        { label: 'Created', show: ({ created_time }) => created_time && <Time at={created_time} /> },
      ]}
      tools={(reload) => (
        <OrgForm
          title="Create an organisation"
          label="Create an organisation"
          primary
          save={(name) => call('POST', path, { name })}
          reload={reload}
        />
      )}
      actions={({ id, name, disabled }, reload) => (
        <>
          <OrgForm
            title={`Rename ${name}`}
            label="Rename"
            name={name}
            save={(to) => call('POST', `/orgs/${id}`, { name: to })}
            reload={reload}
          />
          <ConfirmButton
            label={disabled ? text.actions.enable : text.actions.disable}
            about={name}
            consequence={
              disabled
                ? 'Its people can sign in again.'
                : 'Its people cannot sign in any more, and all their tokens end at once.'
            }
            act={async () => {
              await call('POST', `/orgs/${id}`, { disabled: !disabled });
              reload();
            }}
          />
        </>
      )}
    />
  );
}

function Named({ name, id }: { name: string; id: string }) {
  return (
    <>
      <strong>{name}</strong>
      <span class="mono muted">{id}</span>
    </>
  );
}

interface OrgFormProps {
  title: string;
  label: string;
  primary?: boolean;
  name?: string;
  save: (name: string) => Promise<unknown>;
  reload: () => void;
}

function OrgForm({ title, label, primary, name = '', save, reload }: OrgFormProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={`button compact ${primary ? 'primary' : 'quiet'}`}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && (
        <FormDialog
          title={title}
          submit={text.actions.save}
          close={() => setOpen(false)}
          send={async (values) => {
            await save(values.get('name'));
            setOpen(false);
            toast(text.state.done);
            reload();
          }}
        >
          <Field label="Name" name="name" value={name} required />
        </FormDialog>
      )}
    </>
  );
}
