import Type from 'typebox';
import { invalid } from '../errors.ts';
import { isStorableText } from './storable-text.ts';

/** The most that one list call gives. */
export const MAX_LIST_LIMIT = 1000;

/** How many to give: 1 to 1000, without it up to 1000. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIST_LIMIT }));

/** Where to go on: the `next_cursor` of the answer before. */
export const Cursor = Type.Optional(Type.String({ maxLength: 500 }));

/** Tells that there is more, and where it begins. */
export const NextCursor = Type.Optional(
  Type.String({ description: 'Pass it as `cursor` for the next page. Absent at the end.' }),
);

/** As of when a list or a thing is wanted. */
export const AsOf = Type.Optional(
  Type.String({
    maxLength: 24,
    description:
      'The state at that time: milliseconds since 1970, or `seq:` and the number of an entry of the binder’s log. 412 for the future, and for a time before the binder was created or its history began. People have their current names, and deleted messages are absent.',
  }),
);

/** What a sort key is, for one that comes back: `decimal` is a number too exact for a double, as text. */
type KeyType = 'number' | 'decimal' | 'string';

/** The sort keys that a list of key types stands for. */
type Keys<T extends readonly KeyType[]> = {
  -readonly [K in keyof T]: T[K] extends 'number' ? number : string;
};

/** Makes a cursor of the sort keys of the last thing given. */
function writeCursor(keys: (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/**
 * The sort keys after which a list goes on: those of the cursor, `start` without one. Throws a 400 naming `cursor` for
 * anything that `writeCursor` did not make of keys of these types.
 */
export function readCursor<const T extends readonly KeyType[]>(
  cursor: string | undefined,
  types: T,
  start: Keys<T>,
): Keys<T> {
  if (cursor === undefined) return start;
  const keys = parse(Buffer.from(cursor, 'base64url').toString());
  const fits =
    Array.isArray(keys) && keys.length === types.length && types.every((type, at) => isKey(keys[at], type));
  if (!fits) throw invalid('cursor', 'must be a next_cursor of an earlier answer');
  return keys as Keys<T>;
}

function isKey(key: unknown, type: KeyType): boolean {
  if (type === 'number') return Number.isSafeInteger(key);
  return typeof key === 'string' && (type === 'decimal' ? /^\d+(\.\d+)?$/.test(key) : isStorableText(key));
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
export function slicePage<R>(
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
