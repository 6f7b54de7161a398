import { Badge } from '../../design/states.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { Named, Time } from '../table.tsx';

const words = text.tokens;

/** Authorizations and tokens of the org's people: see, revoke. */
export function TokensPage() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/tokens`;
  return (
    <>
      <Head title={words.title} about={words.about} />
      <List<components['schemas']['TokenEntry']>
        path={path}
        of="tokens"
        id={({ id }) => id}
        icon="tokens"
        empty={words.empty}
        columns={[
          { label: text.columns.person, show: ({ user }) => <Named name={user.name} /> },
          { label: words.columns.client, show: ({ client }) => client.name },
          {
            label: words.columns.kind,
            show: ({ type }) => (
              <Badge>{type === 'authorization' ? words.kinds.authorization : words.kinds.token}</Badge>
            ),
          },
          {
            label: words.columns.may,
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
    </>
  );
}
