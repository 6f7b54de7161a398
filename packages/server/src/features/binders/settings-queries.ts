import { binderMembership, type MembershipRow } from '../../access/index.ts';
import { type Database, first } from '../../storage/database.ts';
import { archivedColumn } from './queries.ts';

/** The settings are null for a non-member. */
export interface SettingsRow extends MembershipRow {
  is_favourite: boolean | null;
  is_muted: boolean | null;
  is_archived: boolean | null;
}

export function updateSettings(
  db: Database,
  settings: {
    binderId: string;
    userId: string;
    isFavourite: boolean | undefined;
    isMuted: boolean | undefined;
    isArchived: boolean | undefined;
  },
): Promise<SettingsRow | undefined> {
  const { binderId, userId, isFavourite, isMuted, isArchived } = settings;
  return first<SettingsRow>(
    db,
    `WITH ${binderMembership}, changed AS (
       UPDATE binder_members m SET is_favourite = coalesce($3, m.is_favourite), is_muted = coalesce($4, m.is_muted),
         archived_id = CASE $5::boolean WHEN true THEN
           (SELECT coalesce(max(x.id), 0) FROM messages x WHERE x.binder_id = m.binder_id)
           WHEN false THEN NULL ELSE m.archived_id END
       FROM membership WHERE m.binder_id = membership.id AND m.user_id = $2
       RETURNING m.is_favourite, m.is_muted, ${archivedColumn} AS is_archived
     )
     SELECT membership.role AS member_role, changed.* FROM membership LEFT JOIN changed ON true`,
    [binderId, userId, isFavourite ?? null, isMuted ?? null, isArchived ?? null],
  );
}
