import type { Org } from '@ringbinder/protocol';
import type { OrgRow } from './queries.ts';

export function presentOrg(row: OrgRow): Org {
  return {
    ...presentOrgToUsers(row),
    plan_code: row.plan_code,
    language: row.language,
    max_bytes: row.max_bytes,
    max_binders: row.max_binders,
    message_days: row.message_days,
    file_days: row.file_days,
    guests_by_session_key: row.guests_by_session_key,
    link_previews: row.link_previews,
    notifications: row.notification_settings,
    disabled: row.disabled_at !== null,
    total_users: row.total_users,
    created_time: row.created_at,
  };
}

export function presentOrgToUsers({ id, name, partner_id }: OrgRow): Org {
  return { id, name, partner_id };
}
