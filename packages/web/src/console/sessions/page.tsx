import { Badge } from '../../design/states.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { Named, Time } from '../table.tsx';

const words = text.sessions;

/** Browsers that are signed in: see, sign out. */
export function SessionsPage() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/sessions`;
  return (
    <>
      <Head title={words.title} about={words.about} />
      <List<components['schemas']['SessionEntry']>
        path={path}
        of="sessions"
        id={({ id }) => id}
        icon="sessions"
        empty={words.empty}
        columns={[
          { label: text.columns.person, show: ({ user }) => <Named name={user.name} /> },
          { label: words.columns.method, show: ({ method }) => <Badge>{words.methods[method]}</Badge> },
          { label: words.columns.address, show: ({ address }) => <span class="mono">{address}</span> },
          { label: text.columns.since, show: ({ created_time }) => <Time at={created_time} /> },
          { label: words.columns.seen, show: ({ seen_time }) => <Time at={seen_time} /> },
        ]}
        actions={({ id, user }, reload) => (
          <ConfirmButton
            label={words.signOut}
            about={user.name}
            consequence={words.signingOut}
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
