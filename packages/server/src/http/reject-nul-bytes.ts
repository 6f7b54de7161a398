import { because, invalid } from '../errors.ts';

/** PostgreSQL and JSON need well-formed Unicode without NUL. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

export const UNSTORABLE_TEXT = because('broken_text');

export function requireStorableTexts(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) throw invalid(path, UNSTORABLE_TEXT);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) requireStorableTexts(item, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorableText(name)) throw invalid(path, `must have field names that are ${NAMES}`);
      requireStorableTexts(inner, path ? `${path}.${name}` : name);
    }
  }
}

const NAMES = 'well-formed Unicode text without NUL characters';

/** JSON contains unstorable characters only as `\u` escapes. */
export function requireStorableJson(text: string, value: unknown): void {
  if (text.includes('\\u')) requireStorableTexts(value);
}
