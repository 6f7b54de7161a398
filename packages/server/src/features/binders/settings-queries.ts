import { binderMembership, type MembershipRow } from '../../access/index.ts';
import { type Database, first } from '../../storage/database.ts';

/** Both settings are null for a non-member. */
export interface SettingsRow extends MembershipRow {
  is_favourite: boolean | null;
  is_muted: boolean | null;
}

export function updateSettings(
  db: Database,
  settings: {
    binderId: string;
    userId: string;
    isFavourite: boolean | undefined;
    isMuted: boolean | undefined;
  },
): Promise<SettingsRow | undefined> {
  const { binderId, userId, isFavourite, isMuted } = settings;
  return first<SettingsRow>(
    db,
    `WITH ${binderMembership}, changed AS (
       UPDATE binder_members m SET is_favourite = coalesce($3, m.is_favourite), is_muted = coalesce($4, m.is_muted)
       FROM membership WHERE m.binder_id = membership.id AND m.user_id = $2 RETURNING m.is_favourite, m.is_muted
     )
     SELECT membership.role AS member_role, changed.* FROM membership LEFT JOIN changed ON true`,
    [binderId, userId, isFavourite ?? null, isMuted ?? null],
  );
}
