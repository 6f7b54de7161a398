import { type NotificationSettings, notificationTypes, type QuietHours } from '@ringbinder/protocol';
import { invalid } from '../../errors.ts';
import { type Database, first } from '../../storage/database.ts';
import type { SettingsChange } from './schema.ts';

const DEFAULTS: NotificationSettings = {
  push: 'at_once',
  quiet_hours: null,
  kinds: [...notificationTypes],
};

interface SettingsRow extends Record<string, unknown> {
  own: SettingsChange;
  defaults: SettingsChange & { content_free?: boolean };
}

/** A person’s own settings before the defaults of the org, and these before Ringbinder’s. */
function mergeSettings({ own, defaults }: SettingsRow): NotificationSettings {
  const { content_free: _, ...ofOrg } = defaults;
  return { ...DEFAULTS, ...ofOrg, ...own };
}

export interface Recipient {
  settings: NotificationSettings;
  /** A name of the tz database; empty for none. */
  timezone: string;
  isEnabled: boolean;
  /** The status of the person says not to disturb them. */
  isDoNotDisturb: boolean;
  /** The person has muted the binder. */
  isMuted: boolean;
  /** The org keeps contents out of pushes. */
  isContentFree: boolean;
}

interface RecipientRow extends SettingsRow {
  timezone: string;
  is_enabled: boolean;
  is_do_not_disturb: boolean;
  is_muted: boolean;
}

/** @param now by the service’s clock, for the end of the status */
export async function findRecipient(
  db: Database,
  userId: string,
  now: number,
  binderId = '',
): Promise<Recipient> {
  const row = await first<RecipientRow>(
    db,
    `SELECT u.notification_settings AS own, o.notification_settings AS defaults, u.timezone,
       u.disabled_at IS NULL AND o.disabled_at IS NULL AS is_enabled,
       coalesce(u.status->>'availability' = 'do_not_disturb' AND coalesce(u.status_until > $2::bigint, true), false) AS is_do_not_disturb,
       EXISTS (SELECT FROM binder_members m WHERE m.binder_id = $3 AND m.user_id = u.id AND m.is_muted) AS is_muted
     FROM users u JOIN orgs o ON o.id = u.org_id WHERE u.id = $1`,
    [userId, now, binderId],
  );
  if (!row) throw new Error(`no user ${userId}`);
  return {
    settings: mergeSettings(row),
    timezone: row.timezone,
    isEnabled: row.is_enabled,
    isDoNotDisturb: row.is_do_not_disturb,
    isMuted: row.is_muted,
    isContentFree: row.defaults.content_free === true,
  };
}

/** Throws a 400 that names the field. */
export async function changeSettings(
  db: Database,
  userId: string,
  change: SettingsChange,
): Promise<NotificationSettings> {
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', 'at least one field is required');
  checkQuietHours(change.quiet_hours, 'quiet_hours');
  const { kinds } = change;
  const own = kinds ? { ...change, kinds: [...new Set(kinds)] } : change;
  await db.query(
    'UPDATE users SET notification_settings = notification_settings || $2::jsonb WHERE id = $1',
    [userId, JSON.stringify(own)],
  );
  return (await findRecipient(db, userId, 0)).settings;
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Throws a 400 that names the field. @param path of the quiet hours */
export function checkQuietHours(hours: QuietHours | null | undefined, path: string): void {
  if (!hours) return;
  for (const name of ['from', 'to'] as const)
    if (!TIME_OF_DAY.test(hours[name])) throw invalid(`${path}.${name}`, 'must be a time, like 22:00');
  if (hours.from === hours.to) throw invalid(`${path}.to`, 'must differ from the start');
}
