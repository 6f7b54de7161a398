import {
  type NotificationSettings,
  type NotificationType,
  notificationTypes,
  type QuietHours,
} from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { because, invalid } from '../../errors.ts';
import { type Database, first } from '../../storage/database.ts';
import { SPACING_MS } from './news.ts';
import type { SettingsChange } from './schema.ts';

type StoredSettings = Omit<NotificationSettings, 'is_mail_available'>;

const DEFAULTS: StoredSettings = {
  push: 'at_once',
  mail: 'none',
  quiet_hours: null,
  kinds: [...notificationTypes],
};

interface SettingsRow extends Record<string, unknown> {
  own: SettingsChange;
  defaults: SettingsChange & { content_free?: boolean };
}

function mergeSettings({ own, defaults }: SettingsRow): StoredSettings {
  const { content_free: _, ...ofOrg } = defaults;
  return { ...DEFAULTS, ...ofOrg, ...own };
}

export interface Recipient {
  settings: StoredSettings;
  email: string | null;
  timezone: string;
  language: string;
  isEnabled: boolean;
  isDoNotDisturb: boolean;
  isMuted: boolean;
  isContentFree: boolean;
}

/** Returns whether pushes and emails contain the type. Of a muted binder, they contain only mentions and reminders. */
export function isWanted(
  type: NotificationType,
  { kinds }: Pick<StoredSettings, 'kinds'>,
  isMuted: boolean,
): boolean {
  return kinds.includes(type) && (!isMuted || type === 'mention' || type === 'message_due');
}

interface RecipientRow extends SettingsRow {
  email: string | null;
  timezone: string;
  language: string;
  is_enabled: boolean;
  is_do_not_disturb: boolean;
  is_muted: boolean;
}

export async function findRecipient(
  db: Database,
  userId: string,
  now: number,
  binderId = '',
): Promise<Recipient> {
  const row = await first<RecipientRow>(
    db,
    `SELECT u.notification_settings AS own, o.notification_settings AS defaults, u.email, u.timezone, u.language,
       u.disabled_at IS NULL AND o.disabled_at IS NULL AS is_enabled,
       coalesce(u.status->>'availability' = 'do_not_disturb' AND coalesce(u.status_until > $2::bigint, true), false) AS is_do_not_disturb,
       EXISTS (SELECT FROM binder_members m WHERE m.binder_id = $3 AND m.user_id = u.id AND m.is_muted) AS is_muted
     FROM users u JOIN orgs o ON o.id = u.org_id WHERE u.id = $1`,
    [userId, now, binderId],
  );
  if (!row) throw new Error(`no user ${userId}`);
  return {
    settings: mergeSettings(row),
    email: row.email,
    timezone: row.timezone,
    language: row.language,
    isEnabled: row.is_enabled,
    isDoNotDisturb: row.is_do_not_disturb,
    isMuted: row.is_muted,
    isContentFree: row.defaults.content_free === true,
  };
}

type Settings = { env: Pick<Environment, 'clock' | 'config'>; db: Database; userId: string };

export async function readSettings({ env, db, userId }: Settings): Promise<NotificationSettings> {
  const { settings, email } = await findRecipient(db, userId, env.clock.now());
  return { ...settings, is_mail_available: env.config.smtpUrl !== undefined && email !== null };
}

export async function changeSettings(call: Settings, change: SettingsChange): Promise<NotificationSettings> {
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  checkQuietHours(change.quiet_hours, 'quiet_hours');
  const { kinds } = change;
  const own = kinds ? { ...change, kinds: [...new Set(kinds)] } : change;
  const { env, db, userId } = call;
  await db.query(
    'UPDATE users SET notification_settings = notification_settings || $2::jsonb WHERE id = $1',
    [userId, JSON.stringify(own)],
  );
  await rescheduleNotifications(db, { userId }, env.clock.now());
  return readSettings(call);
}

/** Locks rows in the order of the job that queues them, to prevent deadlocks. */
export async function rescheduleNotifications(
  db: Database,
  { userId, orgId }: { userId?: string; orgId?: string },
  now: number,
): Promise<void> {
  const values = [userId ?? null, orgId ?? null, now];
  await db.query(RESCHEDULE_PUSHES, values);
  await db.query(RESCHEDULE_MAILS, values);
}

const OF_PEOPLE = '(u.id = $1::text OR u.org_id = $2::text)';

const RESCHEDULE_MAILS = `
  WITH waiting AS (
    SELECT q.user_id FROM mail_queue q JOIN users u ON u.id = q.user_id
    WHERE q.due_at > $3::bigint AND ${OF_PEOPLE}
    ORDER BY q.user_id FOR UPDATE OF q
  )
  UPDATE mail_queue q SET due_at = $3::bigint FROM waiting WHERE q.user_id = waiting.user_id`;

const RESCHEDULE_PUSHES = `
  WITH waiting AS (
    SELECT q.id FROM push_queue q
    LEFT JOIN push_subscriptions s ON s.id = q.subscription_id
    JOIN users u ON u.id = coalesce(q.user_id, s.user_id)
    WHERE q.due_at > greatest($3::bigint, q.sent_at + ${SPACING_MS}) AND q.attempts = 0 AND ${OF_PEOPLE}
    ORDER BY q.subscription_id, q.client_id, q.user_id, q.binder_id FOR UPDATE OF q
  )
  UPDATE push_queue q SET due_at = greatest($3::bigint, q.sent_at + ${SPACING_MS}) FROM waiting WHERE q.id = waiting.id`;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

export function checkQuietHours(hours: QuietHours | null | undefined, path: string): void {
  if (!hours) return;
  for (const name of ['from', 'to'] as const)
    if (!TIME_OF_DAY.test(hours[name]))
      throw invalid(`${path}.${name}`, because('time_of_day', { example: '22:00' }));
  if (hours.from === hours.to) throw invalid(`${path}.to`, because('differs_from_start'));
}
