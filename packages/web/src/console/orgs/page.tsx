import { useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.tsx';
import { ActiveBadge, Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { DISABLED_FILTERS } from '../filters.ts';
import { FormButton } from '../form-button.tsx';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { Named, Time } from '../table.tsx';

type Org = components['schemas']['Org'];

/** The orgs of the partner: create, rename, disable, go to one. */
export function OrgsPage() {
  const { call, boot, orgId, chooseOrg } = useConsole();
  const [filter, setFilter] = useState('');
  const path = `/partners/${boot.admin.partner_id}/orgs`;
  const words = text.orgs;
  return (
    <>
      <Head title={words.title} about={words.about} />
      <List<Org>
        path={path}
        of="orgs"
        id={({ id }) => id}
        searchable
        icon="orgs"
        empty={words.empty}
        filter={filter}
        filters={
          <Select
            label={text.filter.state}
            name="state"
            options={DISABLED_FILTERS}
            value={filter}
            onChange={setFilter}
          />
        }
        columns={[
          { label: text.columns.name, show: ({ name, id }) => <Named name={name} id={id} /> },
          {
            label: words.columns.people,
            show: ({ total_users }) => <span class="number">{total_users}</span>,
          },
          { label: text.columns.state, show: ({ disabled }) => <ActiveBadge disabled={disabled ?? false} /> },
          {
            label: words.columns.created,
            show: ({ created_time }) => created_time && <Time at={created_time} />,
          },
        ]}
        tools={(reload) => (
          <FormButton
            title={words.create}
            kind="primary"
            send={async (values) => {
              await call('POST', path, { name: values.get('name') });
              toast(text.state.saved);
              reload();
            }}
          >
            <Field label={words.name} name="name" required />
          </FormButton>
        )}
        actions={(org, reload) => (
          <>
            {org.id === orgId ? (
              <Badge tone="accent">{words.current}</Badge>
            ) : (
              <button
                type="button"
                class="button compact quiet"
                aria-label={text.about(words.administer, org.name)}
                onClick={() => {
                  chooseOrg(org);
                  toast(words.administered(org.name));
                }}
              >
                {words.administer}
              </button>
            )}
            <FormButton
              title={words.renameOne(org.name)}
              label={words.rename}
              send={async (values) => {
                const name = values.get('name');
                await call('POST', `/orgs/${org.id}`, { name });
                toast(text.state.saved);
                if (org.id === orgId) chooseOrg({ id: orgId, name });
                reload();
              }}
            >
              <Field label={words.name} name="name" value={org.name} required />
            </FormButton>
            <ConfirmButton
              label={org.disabled ? text.actions.enable : text.actions.disable}
              about={org.name}
              consequence={org.disabled ? words.enabling : words.disabling}
              act={async () => {
                await call('POST', `/orgs/${org.id}`, { disabled: !org.disabled });
                reload();
              }}
            />
          </>
        )}
      />
    </>
  );
}
