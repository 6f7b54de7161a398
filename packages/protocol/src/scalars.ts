import Type from 'typebox';

const MAX_SAFE_ID = Number.MAX_SAFE_INTEGER;

/** Ids consist of a letter for the type and 22 base62 characters, which encode 128 random bits. */
function prefixedId(letter: string, thing: string) {
  return Type.String({
    pattern: `^${letter}[0-9A-Za-z]{22}$`,
    description: `Id of ${thing}: ${letter} and 22 base62 characters.`,
  });
}

export const BinderId = prefixedId('B', 'a binder');
export const UserId = prefixedId('U', 'a user');
export const OrgId = prefixedId('O', 'an organisation');
export const GroupId = prefixedId('G', 'a group');
export const TemplateId = prefixedId('W', 'a template of transactions');
export const PartnerId = prefixedId('P', 'a partner');
export const ClientId = prefixedId('C', 'a client');
export const FileId = prefixedId('F', 'a file');
/** Identifies a meet. The browser SDK also calls it `meet_id`. */
export const SessionKey = prefixedId('M', 'a meet');
export const UploadId = prefixedId('T', 'an unfinished upload');

export const UserIdOrMe = Type.String({
  pattern: '^(me|U[0-9A-Za-z]{22})$',
  description: 'A user id, or `me` for the calling user.',
});

/** Id of a page, message, comment, transaction, step or to-do. Each binder has one counter for all of them. */
export const NumericId = Type.Integer({ minimum: 1, maximum: MAX_SAFE_ID });

/** The last millisecond of the year 9999. */
export const MAX_TIME = 253_402_300_799_999;

export const Milliseconds = Type.Integer({ description: 'Milliseconds since 1970-01-01 UTC.' });

/** Position in a binder's log. */
export const Sequence = Type.Integer({ minimum: 0, maximum: MAX_SAFE_ID });

/**
 * Well-formed Unicode text without NUL. `maxLength` counts code points.
 * @param minLength 1 rejects the empty text
 */
export function Text(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ ...options, format: 'text' });
}

/**
 * A display name: text with at least one visible character and without characters that change the writing direction.
 * Names from files and identity providers have their own checks.
 * @param minLength 1 rejects the empty name
 */
export function NameText(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ ...options, format: 'name' });
}

/** An emoji of a reaction. The server checks that it is exactly one emoji. */
export const Emoji = Text({ minLength: 1, maxLength: 40, description: 'One emoji of Unicode.' });

/** An email address, as far as a pattern can check: characters on both sides of a single @, no spaces. */
export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\x00-\\x1f\\x7f]+@[^\\s@\\x00-\\x1f\\x7f]+$',
  description: 'an email address',
});
