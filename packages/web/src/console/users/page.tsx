import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { NameWithDetail, NONE } from '../table.tsx';
import { UserActions } from './actions.tsx';
import { type OrgUser, UserForm } from './form.tsx';
import { PersonPage } from './person.tsx';
import { Role } from './role.tsx';
import { PersonState } from './state.tsx';

const words = consolePeople.users;

export function UsersPage() {
  const { place } = useConsole();
  return /^U\w{22}$/.test(place) ? <PersonPage key={place} userId={place} /> : <Users />;
}

function Users() {
  const { call, boot, orgId, orgName } = useConsole();
  const [filter, setFilter] = useState('');
  const path = `/orgs/${orgId}/users`;
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
            options={[
              ['', words.filters.everyone],
              ['role=admin', words.filters.admins],
              ['is_bot=false', words.filters.people],
              ['is_bot=true', words.filters.bots],
              ['disabled=true', words.filters.disabled],
            ]}
            value={filter}
            onChange={setFilter}
          />
        }
        columns={[
          {
            label: text.columns.name,
            show: ({ id, name, email, unique_id }) => (
              <NameWithDetail name={name} about={email ?? unique_id ?? undefined} page={`users/${id}`} />
            ),
          },
          { label: words.columns.role, plain: true, show: (user) => <Role user={user} /> },
          {
            label: words.columns.signIn,
            plain: true,
            show: ({ has_password, is_bot }) =>
              has_password ? words.password : <span class="muted">{is_bot ? NONE : words.noPassword}</span>,
          },
          {
            label: text.columns.state,
            plain: true,
            show: (user) => <PersonState of={user} />,
          },
        ]}
        tools={(reload) => <UserForm save={(body) => call('POST', path, body)} reload={reload} />}
        actions={(user, reload) => {
          if (user.id === boot.admin.id) return <span class="muted">{words.you}</span>;
          if (user.is_bot || user.erasure) return null;
          return <UserActions user={user} reload={reload} />;
        }}
      />
    </>
  );
}
