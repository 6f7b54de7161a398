import { AssertionRefused } from './refusal.ts';

export const MAX_BASE64_LENGTH = 92_000;

/** Accepts base64 and base64url (RFC 7522). */
export function decodeBase64(text: string): Buffer {
  const digits = text.replace(/\r?\n/g, '');
  if (!/^[\w+/-]+={0,2}$/.test(digits)) throw new AssertionRefused('is not base64 (send each + as %2B)');
  return Buffer.from(digits, 'base64');
}
