import { unreadEntries } from '../../log/index.ts';
import { NOTIFYING_KINDS } from './collect.ts';

/** Within this time, a device that shows the binder can mark its messages as read. */
export const GRACE_MS = 5_000;
export const SPACING_MS = 60_000;

const KINDS = ['message_posted', 'message_edited', ...NOTIFYING_KINDS];

/**
 * SQL for the binders with entries that cause notifications, as a table `changed (binder_id)`. `$1` to `$3` are
 * `rangeColumns`. Entries up to the time `$4` are stale.
 */
export const bindersWithNews = `(
    SELECT DISTINCT l.binder_id FROM ${unreadEntries}
    WHERE l.kind IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}) AND l.at > $4::bigint
  ) changed`;
