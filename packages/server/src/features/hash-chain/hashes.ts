import { hash } from 'node:crypto';
import { bodyText, type ChainedFields, entryText, linkText } from '@ringbinder/protocol/chain.ts';

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

export const bodyHash = (salt: string, body: unknown): string => sha256(bodyText(salt, body));

export const entryDigest = (entry: ChainedFields): string => sha256(entryText(entry));

export const linkHash = (previous: string, entry: string): string => sha256(linkText(previous, entry));
