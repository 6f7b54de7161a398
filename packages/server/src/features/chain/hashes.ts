import { hash } from 'node:crypto';
import { bodyText, type ChainedFields, entryText, linkText } from '@ringbinder/protocol/chain.ts';

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The hash of a body. */
export const bodyHash = (salt: string, body: unknown): string => sha256(bodyText(salt, body));

/** The digest of an entry. */
export const entryDigest = (entry: ChainedFields): string => sha256(entryText(entry));

/** The hash of the chain at an entry. */
export const linkHash = (previous: string, entry: string): string => sha256(linkText(previous, entry));
