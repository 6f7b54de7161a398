import { Badge } from '../../design/states.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List, Time } from '../list.tsx';

const METHODS = { password: 'Password', saml: 'Identity provider', setup: 'Set-up link' } as const;

/** Browsers that are signed in: see, sign out. */
export function SessionsPage() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/sessions`;
  return (
    <List<components['schemas']['SessionEntry']>
      path={path}
      of="sessions"
      id={({ id }) => id}
      empty="Nobody of this organisation is signed in."
      columns={[
        { label: 'Person', show: ({ user }) => <strong>{user.name}</strong> },
        { label: 'Signed in by', show: ({ method }) => <Badge>{METHODS[method]}</Badge> },
        { label: 'Address', show: ({ address }) => <span class="mono">{address}</span> },
        { label: 'Since', show: ({ created_time }) => <Time at={created_time} /> },
        { label: 'Last seen', show: ({ seen_time }) => <Time at={seen_time} /> },
      ]}
      actions={({ id, user }, reload) => (
        <ConfirmButton
          label={text.shell.signOut}
          about={user.name}
          consequence="This browser has to sign in again."
          act={async () => {
            await call('DELETE', `${path}/${id}`);
            reload();
          }}
        />
      )}
    />
  );
}
