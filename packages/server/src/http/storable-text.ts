import { invalid } from '../errors.ts';

/**
 * Text that PostgreSQL can store and JSON can carry: well-formed Unicode without NUL.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** What is told of text that cannot be stored. */
export const UNSTORABLE_TEXT = 'must be well-formed Unicode text without NUL characters';

/**
 * Checks every text in a value, the names of its fields too, however deep and whether a schema knows them or not.
 * Throws a 400 that names the first one that cannot be stored.
 * @param path the name of the value itself
 */
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

/**
 * As `requireStorableTexts`, for what a JSON text was parsed into. Only an escape can stand for such a character, since
 * the bytes are UTF-8 and JSON has no control characters in the open: without one nothing is gone through.
 */
export function requireStorableJson(text: string, value: unknown): void {
  if (text.includes('\\u')) requireStorableTexts(value);
}
