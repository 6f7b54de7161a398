import { formatNumber } from '../../design/format.ts';
import { consoleBinders } from '../../strings/messages/console-binders.ts';
import { consoleTransfer as words } from '../../strings/messages/console-transfer.ts';
import { useConsole } from '../context.ts';
import { PageLink } from '../link.tsx';
import { useLoad } from '../load.ts';
import { listOwned } from './owned.ts';
import type { Person } from './transfer-props.ts';

interface OwnedCountProps {
  owner: Person;
  /** Counts only binders that have other members. */
  isShared?: boolean;
  hasLink?: boolean;
}

/** Shows nothing if the binders cannot be read, or if there are none. */
export function OwnedCount({ owner, isShared, hasLink }: OwnedCountProps) {
  const { call, orgId } = useConsole();
  const [loading] = useLoad(owner.id, (signal) => listOwned(call, orgId, owner.id, signal));
  const owned = loading.state === 'ready' ? loading.value : [];
  const count = isShared ? owned.filter((binder) => binder.total_members > 1).length : owned.length;
  return (
    <div role="status">
      {count > 0 && (
        <p class="notice warn">
          {words.owned(owner.name, formatNumber(count))}{' '}
          {hasLink && <PageLink page={`users/${owner.id}`}>{consoleBinders.transferAll}</PageLink>}
        </p>
      )}
    </div>
  );
}
