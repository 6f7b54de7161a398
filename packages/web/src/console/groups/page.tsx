import type { components } from '@ringbinder/client';
import { text } from '../../strings/console.ts';
import { consoleGroups as words } from '../../strings/messages/console-groups.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { NameWithDetail, Time } from '../table.tsx';
import { CertificateButtons } from './certificate.tsx';
import { GroupForm } from './form.tsx';

type GroupSummary = components['schemas']['GroupSummary'];

const columns = () => [
  { label: text.columns.name, show: ({ name }: GroupSummary) => <NameWithDetail name={name} /> },
  {
    label: words.members,
    plain: true,
    show: ({ member_count }: GroupSummary) => words.count(member_count),
  },
  { label: text.columns.since, show: ({ created_time }: GroupSummary) => <Time at={created_time} /> },
];

export function GroupsPage() {
  const { call, orgId } = useConsole();
  const path = `/orgs/${orgId}/groups`;
  return (
    <>
      <Head title={words.title} about={words.about}>
        <CertificateButtons />
      </Head>
      <List<GroupSummary>
        path={path}
        of="groups"
        id={({ id }) => id}
        icon="people"
        empty={words.empty}
        columns={columns()}
        tools={(reload) => <GroupForm reload={reload} />}
        actions={({ id, name }, reload) => (
          <>
            <GroupForm group={{ id, name }} reload={reload} />
            <ConfirmButton
              label={text.actions.remove}
              about={name}
              consequence={words.deletion}
              act={async () => {
                await call('DELETE', `${path}/${id}`);
                reload();
                return undefined;
              }}
            />
          </>
        )}
      />
    </>
  );
}
