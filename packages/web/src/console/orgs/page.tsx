import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { formatDate, formatNumber } from '../../design/format.ts';
import { Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleOrgs } from '../../strings/messages/console-orgs.ts';
import { ActiveBadge } from '../active-badge.tsx';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { DisabledFilter } from '../filters.tsx';
import { FormButton } from '../form-button.tsx';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { useLoad } from '../load.ts';
import { NameWithDetail, NONE } from '../table.tsx';
import { type Org, OrgFields, OrgForm } from './form.tsx';
import { OrgNotifications } from './notifications.tsx';

const words = consoleOrgs.orgs;

const columnsOf = (defaultOrg: string | null | undefined) => [
  {
    label: text.columns.name,
    show: ({ name, id, plan_code }: Org) => (
      <NameWithDetail
        name={name}
        about={[plan_code && words.planOf(plan_code), id === defaultOrg && words.isDefault]
          .filter(Boolean)
          .join(' · ')}
        id={id}
      />
    ),
  },
  {
    label: words.columns.people,
    show: ({ total_users }: Org) => (
      <span class="number">{total_users === undefined ? NONE : formatNumber(total_users)}</span>
    ),
  },
  {
    label: words.columns.created,
    show: ({ created_time }: Org) => created_time && formatDate(created_time),
  },
  {
    label: text.columns.state,
    plain: true,
    show: ({ disabled }: Org) => <ActiveBadge disabled={disabled ?? false} />,
  },
];

export function OrgsPage() {
  const { call, boot } = useConsole();
  const [filter, setFilter] = useState('');
  const partnerPath = `/partners/${boot.admin.partner_id}`;
  const path = `${partnerPath}/orgs`;
  const [loaded, reloadPartner] = useLoad(partnerPath, (signal) =>
    call<components['schemas']['Partner']>('GET', partnerPath, undefined, signal),
  );
  const partner = loaded.state === 'ready' ? loaded.value : undefined;
  const defaultOrg = partner?.default_org_id;
  return (
    <>
      <Head title={words.title} about={partner ? words.aboutOf(partner.name) : words.about}>
        {partner && (
          <FormButton
            title={words.renamePartner}
            kind="plain"
            send={async (values) => {
              await call('POST', partnerPath, { name: values.get('name') });
              toast(text.state.saved);
              reloadPartner();
            }}
          >
            <Field label={words.partnerName} name="name" value={partner.name} required />
          </FormButton>
        )}
      </Head>
      <List<Org>
        path={path}
        of="orgs"
        id={({ id }) => id}
        searchable
        icon="orgs"
        empty={words.empty}
        filter={filter}
        filters={<DisabledFilter value={filter} onChange={setFilter} />}
        columns={columnsOf(defaultOrg)}
        tools={(reload) => (
          <FormButton
            title={words.create}
            kind="primary"
            send={async (values) => {
              await call('POST', path, { name: values.get('name'), plan_code: values.get('plan_code') });
              toast(text.state.saved);
              reload();
            }}
          >
            <OrgFields />
          </FormButton>
        )}
        actions={(org, reload) => (
          <OrgActions
            org={org}
            isDefault={org.id === defaultOrg}
            reload={reload}
            reloadPartner={reloadPartner}
          />
        )}
      />
    </>
  );
}

interface OrgActionsProps {
  org: Org;
  isDefault: boolean;
  reload: () => void;
  reloadPartner: () => void;
}

function OrgActions({ org, isDefault, reload, reloadPartner }: OrgActionsProps) {
  const { call, orgId, chooseOrg } = useConsole();
  return (
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
      <OrgForm
        org={org}
        isDefault={isDefault}
        saved={(name) => {
          if (org.id === orgId) chooseOrg({ id: orgId, name });
          reload();
          reloadPartner();
        }}
      />
      <OrgNotifications org={org} />
      <ConfirmButton
        label={org.disabled ? text.actions.enable : text.actions.disable}
        about={org.name}
        consequence={org.disabled ? words.enabling : words.disabling}
        safe={org.disabled ?? false}
        act={async () => {
          await call('POST', `/orgs/${org.id}`, { disabled: !org.disabled });
          reload();
        }}
      />
    </>
  );
}
