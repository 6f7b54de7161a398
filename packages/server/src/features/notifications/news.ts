import { unreadEntries } from '../../log/index.ts';
import { NOTIFYING_KINDS } from './collect.ts';

/** Notifications wait this long, so that a device that shows the binder can first mark the messages as read. */
export const GRACE_MS = 5_000;
export const SPACING_MS = 60_000;

const KINDS = ['message_posted', 'message_edited', ...NOTIFYING_KINDS];

/** `$1` to `$3` are `rangeColumns`. Entries up to the time `$4` are ignored. */
export const membersWithNews = `(
    SELECT DISTINCT l.binder_id FROM ${unreadEntries}
    WHERE l.kind IN (${KINDS.map((kind) => `'${kind}'`).join(', ')}) AND l.at > $4::bigint
  ) changed JOIN binder_members person ON person.binder_id = changed.binder_id`;

export interface Reminded extends Record<string, unknown> {
  binder_id: string;
  user_id: string;
}

/** SQL for a table `person (binder_id, user_id)`. `$1` and `$2` are `remindedColumns`. */
export const remindedMembers =
  '(SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS named (binder_id, user_id)) person';

export const remindedColumns = (reminded: readonly Reminded[]) => [
  reminded.map(({ binder_id }) => binder_id),
  reminded.map(({ user_id }) => user_id),
];
