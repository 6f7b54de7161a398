import { NameText, Text } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { invalid } from '../../errors.ts';
import { operation } from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { isTimeZone, isWebAddress, languages } from './profile-fields.ts';

const ProfileChange = Type.Object({
  first_name: Type.Optional(NameText({ maxLength: 100 })),
  last_name: Type.Optional(NameText({ maxLength: 100 })),
  picture_uri: Type.Optional(
    Text({ maxLength: 2048, description: 'An http or https address; empty for none.' }),
  ),
  timezone: Type.Optional(
    Text({ maxLength: 100, description: 'A name of the tz database; empty for none.' }),
  ),
  language: Type.Optional(Type.Enum(languages)),
});
export type ProfileChange = Static<typeof ProfileChange>;

export const updateProfileOperation = operation('Users', 'updateProfile', {
  summary: 'Change the calling user’s profile',
  description: 'Omitted fields stay unchanged. Others see first and last name.',
  body: ProfileChange,
});

/**
 * Changes a profile. The display name is the first and last name; if both are empty, the unique id, the local part of
 * the email address, or the user id. Throws a 400 that names the field.
 */
export async function updateProfile(
  db: Database,
  userId: string,
  change: ProfileChange,
  at: number,
): Promise<void> {
  const { first_name, last_name, picture_uri, timezone, language } = change;
  if (Object.values(change).every((value) => value === undefined))
    throw invalid('', 'at least one field is required');
  if (picture_uri && !isWebAddress(picture_uri))
    throw invalid('picture_uri', 'must be an http or https address');
  if (timezone && !isTimeZone(timezone))
    throw invalid('timezone', 'must be a name of the tz database, like Europe/Berlin');
  await db.query(
    `UPDATE users SET
       first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
       name = CASE WHEN $2::text IS NULL AND $3::text IS NULL THEN name ELSE coalesce(
         nullif(trim(coalesce($2, first_name) || ' ' || coalesce($3, last_name)), ''), unique_id, split_part(email, '@', 1), id) END,
       picture_url = coalesce($4, picture_url), timezone = coalesce($5, timezone), language = coalesce($6, language),
       updated_at = $7
     WHERE id = $1`,
    [
      userId,
      first_name ?? null,
      last_name ?? null,
      picture_uri ?? null,
      timezone ?? null,
      language ?? null,
      at,
    ],
  );
}
