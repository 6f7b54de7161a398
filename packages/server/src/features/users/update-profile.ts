import { languages } from '@ringbinder/locales';
import {
  availabilities,
  Milliseconds,
  NameText,
  Text,
  type UserStatus,
  WorkingHours,
} from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { readEmoji } from '../../emoji.ts';
import { because, invalid } from '../../errors.ts';
import { createBodyCheck, operation } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { markingUsers } from '../../storage/user-changes.ts';
import { rescheduleNotifications } from '../notifications/index.ts';
import { isTimeZone, isWebAddress } from './profile-fields.ts';

const StatusChange = Type.Object(
  {
    text: Type.Optional(NameText({ maxLength: 100 })),
    emoji: Type.Optional(Text({ maxLength: 40, description: 'One Unicode emoji. Empty: no emoji.' })),
    availability: Type.Optional(Type.Enum([...availabilities], { description: 'Default: `available`.' })),
    until_time: Type.Optional(Type.Integer({ ...Milliseconds, maximum: 8_640_000_000_000_000 })),
  },
  {
    description:
      'Replaces the status. `{}` removes it. The status ends at `until_time`, which must be in the future.',
  },
);
type StatusChange = Static<typeof StatusChange>;

const ProfileChange = Type.Object({
  first_name: Type.Optional(NameText({ maxLength: 100 })),
  last_name: Type.Optional(NameText({ maxLength: 100 })),
  picture_uri: Type.Optional(
    Text({ maxLength: 2048, description: 'The http or https address of your picture. Empty: no picture.' }),
  ),
  timezone: Type.Optional(
    Text({
      maxLength: 100,
      description: 'A name of the tz database, such as `Europe/Berlin`. Empty: no time zone.',
    }),
  ),
  default_timezone: Type.Optional(
    Text({ maxLength: 100, description: 'Applies only if the profile has no time zone.' }),
  ),
  language: Type.Optional(Type.Enum([...languages])),
  title: Type.Optional(
    NameText({ maxLength: 100, description: 'Your role or job, such as `Head of claims`.' }),
  ),
  working_hours: Type.Optional(
    Type.Object(WorkingHours.properties, { description: 'To remove the working hours, send empty `days`.' }),
  ),
  status: Type.Optional(StatusChange),
});
export type ProfileChange = Static<typeof ProfileChange>;
export const checkProfileChange = createBodyCheck(ProfileChange);

export const updateProfileOperation = operation('Users', 'updateProfile', {
  summary: 'Change the calling user’s profile',
  description:
    'Send at least one field; omitted fields do not change. People of the same org and members of the caller’s binders see all fields except `language`.',
  body: ProfileChange,
});

/**
 * If both names are empty, the display name is the unique id, the local part of the email address, or the
 * user id.
 */
export async function updateProfile(
  db: Database,
  userId: string,
  change: ProfileChange,
  at: number,
): Promise<void> {
  const { first_name, last_name, picture_uri, timezone, default_timezone, language } = change;
  const { title, working_hours, status } = change;
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', because('nothing_to_change'));
  if (picture_uri && !isWebAddress(picture_uri)) throw invalid('picture_uri', because('http_address'));
  for (const [name, zone] of Object.entries({ timezone, default_timezone }))
    if (zone && !isTimeZone(zone)) throw invalid(name, because('time_zone'));
  if (working_hours?.days.length) checkWorkingHours(working_hours);
  const newStatus = status && readStatus(status, at);
  await db.query(
    markingUsers(`UPDATE users SET
       first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
       name = CASE WHEN $2::text IS NULL AND $3::text IS NULL THEN name ELSE coalesce(
         nullif(trim(coalesce($2, first_name) || ' ' || coalesce($3, last_name)), ''), unique_id, split_part(email, '@', 1), id) END,
       picture_url = coalesce($4, picture_url), timezone = coalesce($5, nullif(timezone, ''), $14, ''),
       language = coalesce($6, language), default_language = CASE WHEN $6::text IS NULL THEN default_language END,
       title = coalesce($8, title),
       working_hours = CASE WHEN $9::boolean THEN $10::jsonb ELSE working_hours END,
       status = CASE WHEN $11::boolean THEN $12::jsonb ELSE status END,
       status_until = CASE WHEN $11::boolean THEN $13::bigint ELSE status_until END,
       updated_at = $7
     WHERE id = $1`),
    [
      userId,
      first_name ?? null,
      last_name ?? null,
      picture_uri ?? null,
      timezone ?? null,
      language ?? null,
      at,
      title?.trim() ?? null,
      working_hours !== undefined,
      working_hours?.days.length ? JSON.stringify(working_hours) : null,
      status !== undefined,
      newStatus ? JSON.stringify(newStatus) : null,
      newStatus ? (status?.until_time ?? null) : null,
      default_timezone ?? null,
    ],
  );
  if (timezone !== undefined || default_timezone !== undefined)
    await rescheduleNotifications(db, { userId }, at);
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

function checkWorkingHours({ days, from, to }: WorkingHours): void {
  if (new Set(days).size < days.length) throw invalid('working_hours.days', because('days_twice'));
  for (const [name, time] of Object.entries({ from, to }))
    if (!TIME_OF_DAY.test(time))
      throw invalid(`working_hours.${name}`, because('time_of_day', { example: '09:30' }));
  if (from === to) throw invalid('working_hours.to', because('differs_from_start'));
}

function readStatus(
  { text = '', emoji = '', availability = 'available', until_time }: StatusChange,
  now: number,
): Omit<UserStatus, 'until_time'> | undefined {
  if (until_time !== undefined && until_time <= now)
    throw invalid('status.until_time', because('future_needed'));
  const status = { text: text.trim(), emoji: emoji && readEmoji(emoji, 'status.emoji'), availability };
  return status.text || status.emoji || availability !== 'available' ? status : undefined;
}
