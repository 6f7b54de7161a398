import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { ActiveBadge, Badge } from '../../design/states.tsx';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { Named } from '../table.tsx';
import { type OrgUser, UserForm } from './form.tsx';

const words = text.users;

/** The users of the org: create, change, give a link for a password, disable. */
export function UsersPage() {
  const { call, boot, orgId, orgName } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const [filter, setFilter] = useState('');
  const path = `/orgs/${orgId}/users`;
  const reset = (user: OrgUser) => async () => {
    const made = await call<{ reset_url: string }>('POST', `${path}/${user.id}/resetpassword`);
    setSecrets({ [words.resetLink]: made.reset_url });
    return true;
  };
  return (
    <>
      <Head title={words.title} about={words.about(orgName)} />
      <List<OrgUser>
        path={path}
        of="users"
        id={({ id }) => id}
        searchable
        icon="people"
        empty={words.empty}
        filter={filter}
        filters={
          <Select
            label={words.show}
            name="show"
            options={words.filters}
            value={filter}
            onChange={setFilter}
          />
        }
        columns={[
          {
            label: text.columns.name,
            show: ({ name, email, unique_id }) => (
              <Named name={name} about={email ?? unique_id ?? undefined} />
            ),
          },
          { label: words.columns.role, show: (user) => <Role user={user} /> },
          {
            label: words.columns.signIn,
            show: ({ has_password }) =>
              has_password ? words.password : <span class="muted">{words.noPassword}</span>,
          },
          { label: text.columns.state, show: ({ disabled }) => <ActiveBadge disabled={disabled ?? false} /> },
        ]}
        tools={(reload) => <UserForm save={(body) => call('POST', path, body)} reload={reload} />}
        actions={(user, reload) => {
          if (user.id === boot.admin.id) return <span class="muted">{words.you}</span>;
          if (user.is_bot) return null;
          return (
            <>
              <UserForm
                user={user}
                save={(body) => call('POST', `${path}/${user.id}`, body)}
                reload={reload}
              />
              <ConfirmButton
                label={words.reset}
                about={user.name}
                consequence={words.resetting}
                act={reset(user)}
              />
              <ConfirmButton
                label={user.disabled ? text.actions.enable : text.actions.disable}
                about={user.name}
                consequence={user.disabled ? words.enabling : words.disabling}
                act={async () => {
                  await call('POST', `${path}/${user.id}`, { disabled: !user.disabled });
                  reload();
                }}
              />
            </>
          );
        }}
      />
      {secrets && (
        <SecretsDialog title={words.resetTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

function Role({ user }: { user: OrgUser }) {
  if (user.is_bot) return <Badge>{words.roles.bot}</Badge>;
  if (user.is_partner_admin) return <Badge tone="accent">{words.roles.partnerAdmin}</Badge>;
  return user.role === 'admin' ? (
    <Badge tone="accent">{words.roles.admin}</Badge>
  ) : (
    <Badge>{words.roles.member}</Badge>
  );
}
