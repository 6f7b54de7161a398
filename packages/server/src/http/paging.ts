import Type from 'typebox';
import { invalid } from '../errors.ts';
import { isStorableText } from './reject-nul-bytes.ts';

export const MAX_LIST_LIMIT = 1000;

export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIST_LIMIT }));

export const Cursor = Type.Optional(Type.String({ maxLength: 500 }));

export const NextCursor = Type.Optional(
  Type.String({ description: 'Pass it as `cursor` for the next page. Absent at the end.' }),
);

export const AsOf = Type.Optional(
  Type.String({
    maxLength: 24,
    description:
      'The state at that time: milliseconds since 1970, or `seq:` and the number of an entry of the binder’s log. 412 for the future, and for a time before the binder was created or its history began. People have their current names, and deleted messages are absent.',
  }),
);

/** `decimal` is a numeric string, too precise for a double. */
type KeyType = 'number' | 'decimal' | 'string';

type Keys<T extends readonly KeyType[]> = {
  -readonly [K in keyof T]: T[K] extends 'number' ? number : string;
};

export function writeCursor(keys: (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

export function readCursor<const T extends readonly KeyType[]>(
  cursor: string | undefined,
  types: T,
  start: Keys<T>,
): Keys<T> {
  if (cursor === undefined) return start;
  const keys = parse(Buffer.from(cursor, 'base64url').toString());
  const isValid =
    Array.isArray(keys) && keys.length === types.length && types.every((type, at) => isKey(keys[at], type));
  if (!isValid) throw invalid('cursor', 'must be a next_cursor of an earlier response');
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

export function slicePage<R>(
  rows: R[],
  limit: number,
  keys: (row: R) => (string | number)[],
): { rows: R[]; next_cursor?: string } {
  const providedPage = rows.slice(0, limit);
  const last = providedPage.at(-1);
  return rows.length > limit && last !== undefined
    ? { rows: providedPage, next_cursor: writeCursor(keys(last)) }
    : { rows: providedPage };
}
