import Type from 'typebox';

const MAX_SAFE_ID = Number.MAX_SAFE_INTEGER;

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
export const SessionKey = prefixedId('M', 'a meet');
export const UploadId = prefixedId('T', 'an unfinished upload');

export const UserIdOrMe = Type.String({
  pattern: '^(me|U[0-9A-Za-z]{22})$',
  description: 'A user id, or `me` for the calling user.',
});

export const NumericId = Type.Integer({ minimum: 1, maximum: MAX_SAFE_ID });

export const MAX_TIME = 253_402_300_799_999;

export const Milliseconds = Type.Integer({ description: 'Milliseconds since 1970-01-01 UTC.' });

export const Sequence = Type.Integer({ minimum: 0, maximum: MAX_SAFE_ID });

/** Unicode without NUL. `maxLength` counts code points. */
export function Text(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ ...options, format: 'text' });
}

/** Requires a visible character, and forbids characters that change the text direction. */
export function NameText(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ ...options, format: 'name' });
}

export const Emoji = Text({ minLength: 1, maxLength: 40, description: 'One emoji of Unicode.' });

export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@\\x00-\\x1f\\x7f]+@[^\\s@\\x00-\\x1f\\x7f]+$',
  description: 'an email address',
});
