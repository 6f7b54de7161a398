import { Badge } from '../../design/states.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List, Time } from '../list.tsx';

/** Authorizations and tokens of the org's people: see, revoke. */
export function TokensPage() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/tokens`;
  return (
    <List<components['schemas']['TokenEntry']>
      path={path}
      of="tokens"
      id={({ id }) => id}
      empty="No program acts for anyone of this organisation."
      columns={[
        { label: 'Person', show: ({ user }) => <strong>{user.name}</strong> },
        { label: 'Client', show: ({ client }) => client.name },
        {
          label: 'Kind',
          show: ({ type }) => <Badge>{type === 'authorization' ? 'Renewable' : 'Single token'}</Badge>,
        },
        { label: 'May', show: ({ scope }) => scope },
        { label: 'Since', show: ({ created_time }) => <Time at={created_time} /> },
        { label: 'Until', show: ({ expires_time }) => <Time at={expires_time} /> },
      ]}
      actions={({ id, user, client }, reload) => (
        <ConfirmButton
          label={text.actions.revoke}
          about={`${client.name} for ${user.name}`}
          consequence="It ends at once, in every process."
          act={async () => {
            await call('DELETE', `${path}/${id}`);
            reload();
          }}
        />
      )}
    />
  );
}
