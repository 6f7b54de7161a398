import { unreadEntries } from '../../log/index.ts';
import { NOTIFYING_KINDS } from './collect.ts';

/** Notifications wait this long, so that a device that shows the binder can first mark the messages as read. */
export const GRACE_MS = 5_000;
export const SPACING_MS = 60_000;

const KINDS = ['message_posted', 'message_edited', ...NOTIFYING_KINDS];

/** `$1` to `$3` are `rangeColumns`. Entries up to the time `$4` are ignored. */
export const bindersWithNews = `(
    SELECT DISTINCT l.binder_id FROM ${unreadEntries}
    WHERE l.kind IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}) AND l.at > $4::bigint
  ) changed`;
