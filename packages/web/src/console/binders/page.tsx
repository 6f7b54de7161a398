import type { components } from '@ringbinder/client';
import { formatNumber } from '../../design/format.ts';
import { text } from '../../strings/console.ts';
import { consoleBinders as words } from '../../strings/messages/console-binders.ts';
import { ActiveBadge } from '../active-badge.tsx';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { PageLink } from '../link.tsx';
import { List } from '../list.tsx';
import { NameWithDetail, Time } from '../table.tsx';
import { ImportButton } from './import.tsx';
import { TransferButton } from './transfer.tsx';

type Row = { binder: components['schemas']['OrgBinder'] };

export function BindersPage() {
  const { orgId, orgName } = useConsole();
  return (
    <>
      <Head title={words.title} about={words.about(orgName)} />
      <List<Row>
        path={`/orgs/${orgId}/binders`}
        of="binders"
        id={({ binder }) => binder.id}
        searchable
        icon="mark"
        empty={words.empty}
        columns={[
          {
            label: text.columns.name,
            show: ({ binder: { id, name, conversation } }) => (
              <NameWithDetail name={name || id} about={conversation ? words.direct : undefined} id={id} />
            ),
          },
          {
            label: words.columns.owner,
            show: ({ binder: { owner } }) => (
              <>
                <PageLink page={`users/${owner.id}`}>{owner.name || owner.id}</PageLink>{' '}
                {owner.unavailable && <ActiveBadge disabled />}
              </>
            ),
          },
          {
            label: words.columns.members,
            show: ({ binder }) => <span class="number">{formatNumber(binder.total_members)}</span>,
          },
          {
            label: words.columns.pages,
            show: ({ binder }) => <span class="number">{formatNumber(binder.total_pages)}</span>,
          },
          {
            label: words.columns.changed,
            show: ({ binder }) => <Time at={binder.updated_time} />,
          },
        ]}
        actions={({ binder }, reload) => (
          <TransferButton binder={binder} owner={binder.owner} transferred={reload} />
        )}
        tools={(reload) => <ImportButton imported={reload} />}
      />
    </>
  );
}
