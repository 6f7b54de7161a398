import type { components } from '@ringbinder/client';
import { Badge } from '../../design/states.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { type Column, NameWithDetail, Time } from '../table.tsx';
import { nameBrowser } from './browser-name.ts';

type Session = components['schemas']['SessionEntry'];

const words = consolePeople.sessions;
const personColumn = (): Column<Session> => ({
  label: text.columns.person,
  show: ({ user }) => <NameWithDetail name={user.name} page={`users/${user.id}`} />,
});

export function SessionList({ userId }: { userId?: string }) {
  const { call, orgId, boot } = useConsole();
  const path = `/orgs/${orgId}/sessions`;
  return (
    <List<Session>
      path={userId ? `${path}?user_id=${userId}` : path}
      of="sessions"
      id={({ id }) => id}
      icon="sessions"
      empty={userId ? words.emptyOne : words.empty}
      columns={[
        ...(userId ? [] : [personColumn()]),
        {
          label: words.columns.browser,
          plain: true,
          show: ({ id, user_agent }) => (
            <span class="several">
              <Browser userAgent={user_agent} />{' '}
              {id === boot.session_id && <Badge tone="accent">{words.current}</Badge>}
            </span>
          ),
        },
        { label: words.columns.method, plain: true, show: ({ method }) => words.methods[method] },
        {
          label: words.columns.address,
          plain: true,
          show: ({ address }) => <span class="mono">{address}</span>,
        },
        { label: text.columns.since, show: ({ created_time }) => <Time at={created_time} /> },
        { label: words.columns.seen, show: ({ seen_time }) => <Time at={seen_time} /> },
      ]}
      actions={({ id, user }, reload) => (
        <ConfirmButton
          label={words.signOut}
          about={user.name}
          consequence={id === boot.session_id ? words.signingOutHere : words.signingOut}
          act={async () => {
            await call('DELETE', `${path}/${id}`);
            reload();
          }}
        />
      )}
    />
  );
}

const Browser = ({ userAgent }: { userAgent: string }) => (
  <span title={userAgent}>{nameBrowser(userAgent)}</span>
);
