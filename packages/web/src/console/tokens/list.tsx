import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { useLoad } from '../load.ts';
import { type Column, NameWithDetail, Time } from '../table.tsx';

type Token = components['schemas']['TokenEntry'];

const words = consolePeople.tokens;
const SHORT_ID_LENGTH = 10;
const personColumn = (): Column<Token> => ({
  label: text.columns.person,
  show: ({ user }) => <NameWithDetail name={user.name} page={`users/${user.id}`} />,
});

export function TokenList({ userId }: { userId?: string }) {
  const { call, orgId } = useConsole();
  const [client, setClient] = useState('');
  const path = `/orgs/${orgId}/tokens`;
  const [loaded] = useLoad(orgId, (signal) =>
    call<{ clients: components['schemas']['OrgClient'][] }>(
      'GET',
      `/orgs/${orgId}/clients`,
      undefined,
      signal,
    ),
  );
  const clients = loaded.state === 'ready' ? loaded.value.clients : [];
  return (
    <List<Token>
      path={userId ? `${path}?user_id=${userId}` : path}
      filter={client && `client_id=${client}`}
      filters={
        !userId && (
          <Select
            label={words.columns.client}
            name="client"
            options={[['', words.everyClient], ...clients.map((one) => [one.client_id, one.name] as const)]}
            value={client}
            onChange={setClient}
          />
        )
      }
      searchable={!userId}
      searchLabel={words.findPerson}
      of="tokens"
      id={({ id }) => id}
      icon="tokens"
      empty={userId ? words.emptyOne : words.empty}
      columns={[
        ...(userId ? [] : [personColumn()]),
        {
          label: words.columns.client,
          show: ({ id, client }) => <NameWithDetail name={client.name} id={id.slice(0, SHORT_ID_LENGTH)} />,
        },
        {
          label: words.columns.kind,
          plain: true,
          show: ({ type }) => (
            <span>{type === 'authorization' ? words.kinds.authorization : words.kinds.token}</span>
          ),
        },
        {
          label: words.columns.may,
          plain: true,
          show: ({ scope }) => (scope === 'read' ? words.scopes.read : words.scopes.write),
        },
        { label: text.columns.since, show: ({ created_time }) => <Time at={created_time} /> },
        { label: text.columns.until, show: ({ expires_time }) => <Time at={expires_time} /> },
      ]}
      actions={({ id, user, client }, reload) => (
        <ConfirmButton
          label={text.actions.revoke}
          about={words.one(client.name, user.name)}
          consequence={words.revoking}
          act={async () => {
            await call('DELETE', `${path}/${id}`);
            reload();
          }}
        />
      )}
    />
  );
}
