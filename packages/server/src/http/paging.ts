import Type from 'typebox';
import { invalid } from '../errors.ts';
import { isStorableText } from './validation.ts';

/** The most that one list call gives. */
export const MOST_IN_A_LIST = 1000;

/** How many to give: 1 to 1000, without it up to 1000. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_IN_A_LIST }));

/** Where to go on: the `next_cursor` of the answer before. */
export const Cursor = Type.Optional(Type.String({ maxLength: 500 }));

/** Tells that there is more, and where it begins. */
export const NextCursor = Type.Optional(
  Type.String({ description: 'Pass it as `cursor` to get what follows. Missing at the end.' }),
);

/** Makes a cursor of the sort keys of the last thing given. */
export function writeCursor(keys: (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/** Reads a cursor of `types`. Throws a 400 naming `cursor` for anything that `writeCursor` did not make. */
export function readCursor(cursor: string, types: readonly ('string' | 'number')[]): (string | number)[] {
  const keys = parse(Buffer.from(cursor, 'base64url').toString());
  const fits =
    Array.isArray(keys) && keys.length === types.length && types.every((type, at) => isKey(keys[at], type));
  if (!fits) throw invalid('cursor', 'must be a next_cursor of an earlier answer');
  return keys;
}

function isKey(key: unknown, type: 'string' | 'number'): boolean {
  return type === 'number' ? Number.isSafeInteger(key) : typeof key === 'string' && isStorableText(key);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Cuts a list that was asked for with one more than `limit`.
 * @param keys sort keys of a row, for the cursor
 */
export function cutPage<R>(
  rows: R[],
  limit: number,
  keys: (row: R) => (string | number)[],
): { rows: R[]; next_cursor?: string } {
  const given = rows.slice(0, limit);
  const last = given.at(-1);
  return rows.length > limit && last !== undefined
    ? { rows: given, next_cursor: writeCursor(keys(last)) }
    : { rows: given };
}
