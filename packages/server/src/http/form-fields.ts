import { isUtf8 } from 'node:buffer';
import { invalid } from '../errors.ts';

/** Names and values of a form. The largest form of ours has twenty. */
export const MAX_FORM_FIELDS = 100;
const AMPERSAND = 0x26;

/**
 * Reads a form (`application/x-www-form-urlencoded`) leniently, as browsers write it. Throws a 400 for one that is not
 * UTF-8, or has more fields than any form of ours: a mebibyte of short ones took 200 ms.
 */
export function readForm(body: unknown): URLSearchParams {
  return new URLSearchParams(readFormText(body));
}

/** The text of a form that was received as bytes, checked as above. A body that is none is an empty form. */
export function readFormText(body: unknown): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isUtf8(bytes)) throw invalid('body', 'is not UTF-8');
  let fields = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
    if (++fields > MAX_FORM_FIELDS) throw invalid('body', `has more than ${MAX_FORM_FIELDS} fields`);
  }
  return bytes.toString();
}
