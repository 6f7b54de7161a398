import { formatNumber } from '../../design/format.ts';
import { consoleBinders } from '../../strings/messages/console-binders.ts';
import { consoleTransfer as words } from '../../strings/messages/console-transfer.ts';
import { useConsole } from '../context.ts';
import { PageLink } from '../link.tsx';
import { useLoad } from '../load.ts';
import { listOwnedBinders } from './list-owned-binders.ts';

interface OwnedBindersProps {
  owner: { id: string; name: string };
  /** Counts only binders that have other members. */
  isShared?: boolean;
  hasLink?: boolean;
}

/** Shows nothing if the binders cannot be read, or if there are none. */
export function OwnedBinders({ owner, isShared, hasLink }: OwnedBindersProps) {
  const { call, orgId } = useConsole();
  const [loading] = useLoad(owner.id, (signal) => listOwnedBinders(call, orgId, owner.id, signal));
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
