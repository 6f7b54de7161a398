import Type from 'typebox';

/** Largest id that survives a trip through JSON numbers. */
const MAX_SAFE_ID = Number.MAX_SAFE_INTEGER;

/** A letter that tells the kind, then 22 base62 characters made of 128 random bits. */
function prefixedId(letter: string, thing: string) {
  return Type.String({
    pattern: `^${letter}[0-9A-Za-z]{22}$`,
    description: `Id of ${thing}: ${letter} and 22 base62 characters.`,
  });
}

export const BinderId = prefixedId('B', 'a binder');
export const UserId = prefixedId('U', 'a user');
export const OrgId = prefixedId('O', 'an organisation');
export const PartnerId = prefixedId('P', 'a partner');
export const ClientId = prefixedId('C', 'a client');
export const FileId = prefixedId('F', 'a file');
/** What a meet is named by; the browser SDK calls it `meet_id` as well. */
export const SessionKey = prefixedId('M', 'a meet');
export const UploadId = prefixedId('T', 'an unfinished upload');

/** The calling user by the word `me`, or any user by id. */
export const UserIdOrMe = Type.String({
  pattern: '^(me|U[0-9A-Za-z]{22})$',
  description: 'A user id, or `me` for the calling user.',
});

/** Ids of pages, messages, comments, transactions, steps and to-dos: one counter in each binder. */
export const NumericId = Type.Integer({ minimum: 1, maximum: MAX_SAFE_ID });

/** Milliseconds since 1970-01-01 UTC. */
export const Milliseconds = Type.Integer({ description: 'Milliseconds since 1970-01-01 UTC.' });

/** Position in a binder's log. */
export const Sequence = Type.Integer({ minimum: 0, maximum: MAX_SAFE_ID });

/**
 * Text that can be stored and sent: well-formed Unicode without NUL, `maxLength` characters (code points) at the most.
 * @param minLength 1 refuses the empty text
 */
export function Text(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ ...options, format: 'text' });
}

/**
 * What somebody or something is called: text in which something can be seen, and which does not turn the direction of
 * writing. Names from elsewhere than a caller (files, identity providers) are checked by their own readers.
 * @param minLength 1 refuses the empty name
 */
export function NameText(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ ...options, format: 'name' });
}

/** An emoji that somebody reacts with. The server checks that it is one, and only one. */
export const Emoji = Text({ minLength: 1, maxLength: 40, description: 'One emoji of Unicode.' });

/** An e-mail address, as far as a pattern can tell: something on both sides of one @, without spaces. */
export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\x00-\\x1f\\x7f]+@[^\\s@\\x00-\\x1f\\x7f]+$',
  description: 'an e-mail address',
});
