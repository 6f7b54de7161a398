import type { OrgNotifications, Partner } from '@ringbinder/protocol';
import { type Database, first, hasRow, type Row, type Transaction } from '../../storage/database.ts';
import { hasPart } from '../../storage/has-part.ts';

const LIMITS = ['max_bytes', 'max_binders', 'message_days', 'file_days'] as const;

export type OrgLimits = Record<(typeof LIMITS)[number], number | null>;

export interface OrgRow extends Record<string, unknown> {
  id: string;
  name: string;
  partner_id: string;
  plan_code: string;
  language: string;
  max_bytes: number | null;
  max_binders: number | null;
  message_days: number | null;
  file_days: number | null;
  guests_by_session_key: boolean;
  link_previews: boolean;
  notification_settings: OrgNotifications;
  disabled_at: number | null;
  total_users: number;
  created_at: number;
  sort_name: string;
}

const orgColumns = `o.id, o.name, o.partner_id, o.plan_code, o.language, o.disabled_at, o.max_bytes, o.max_binders, o.message_days, o.file_days, o.guests_by_session_key, o.link_previews, o.notification_settings, o.created_at, lower(o.name) AS sort_name,
  (SELECT count(*) FROM users u WHERE u.org_id = o.id AND u.disabled_at IS NULL AND NOT u.is_bot) AS total_users`;

export function findPartner(db: Database, partnerId: string): Promise<Partner | undefined> {
  return first<Partner & Row>(
    db,
    'SELECT id, name, default_org_id, created_at AS created_time FROM partners WHERE id = $1',
    [partnerId],
  );
}

export function changePartner(
  tx: Transaction,
  partnerId: string,
  change: { name?: string; default_org_id?: string },
): Promise<boolean> {
  return hasRow(
    tx,
    `UPDATE partners SET name = coalesce($2, name), default_org_id = coalesce($3, default_org_id)
     WHERE id = $1 AND ($3::text IS NULL OR EXISTS (SELECT FROM orgs WHERE id = $3 AND partner_id = $1)) RETURNING id`,
    [partnerId, change.name ?? null, change.default_org_id ?? null],
  );
}

export function findOrg(db: Database, orgId: string): Promise<OrgRow | undefined> {
  return first<OrgRow>(db, `SELECT ${orgColumns} FROM orgs o WHERE o.id = $1`, [orgId]);
}

export function findOrgs(
  db: Database,
  partnerId: string,
  filter: { q?: string; disabled?: boolean },
  after: readonly [name: string, id: string],
  limit: number,
): Promise<OrgRow[]> {
  return db.query<OrgRow>(
    `SELECT ${orgColumns} FROM orgs o
     WHERE o.partner_id = $1 AND (lower(o.name), o.id) > ($2, $3)
       AND ${hasPart('$4', 'o.name')}
       AND ($5::boolean IS NULL OR (o.disabled_at IS NOT NULL) = $5)
     ORDER BY lower(o.name), o.id LIMIT $6`,
    [partnerId, ...after, filter.q ?? null, filter.disabled ?? null, limit],
  );
}

/** Only new orgs get this setting. Earlier orgs have no `mail` field, which means `none`. */
const NOTIFICATIONS: OrgNotifications = { mail: 'unread' };

export async function insertOrg(
  tx: Transaction,
  org: { id: string; partnerId: string; name: string; planCode?: string; at: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO orgs (id, partner_id, name, plan_code, notification_settings, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [org.id, org.partnerId, org.name, org.planCode ?? '', JSON.stringify(NOTIFICATIONS), org.at],
  );
}

export async function changeOrg(
  tx: Transaction,
  orgId: string,
  change: {
    name?: string;
    plan_code?: string;
    language?: string;
    disabled?: boolean;
    guests_by_session_key?: boolean;
    link_previews?: boolean;
    notifications?: OrgNotifications;
  } & Partial<OrgLimits>,
  at: number,
): Promise<void> {
  const {
    name,
    plan_code,
    language,
    disabled,
    guests_by_session_key: byKey,
    link_previews: previews,
    notifications,
    ...limits
  } = change;
  await tx.query(
    `UPDATE orgs SET name = coalesce($2, name), plan_code = coalesce($3, plan_code),
       disabled_at = CASE WHEN $4::boolean IS NULL THEN disabled_at WHEN $4 THEN coalesce(disabled_at, $5) END,
       guests_by_session_key = coalesce($6, guests_by_session_key),
       notification_settings = notification_settings || coalesce($7::jsonb, '{}'),
       link_previews = coalesce($8::boolean, link_previews), language = coalesce($9, language)
     WHERE id = $1`,
    [
      orgId,
      name ?? null,
      plan_code ?? null,
      disabled ?? null,
      at,
      byKey ?? null,
      notifications ? JSON.stringify(notifications) : null,
      previews ?? null,
      language ?? null,
    ],
  );
  if (language !== undefined)
    await tx.query(
      `UPDATE users SET language = $2, default_language = $2 WHERE org_id = $1 AND language = default_language AND language <> $2`,
      [orgId, language],
    );
  // Null removes a limit, so `coalesce` cannot be used here.
  for (const limit of LIMITS)
    if (limits[limit] !== undefined)
      await tx.query(`UPDATE orgs SET ${limit} = $2 WHERE id = $1`, [orgId, limits[limit]]);
}
