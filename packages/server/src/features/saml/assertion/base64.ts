import { AssertionRefused } from './refusal.ts';

/** Fits the largest document with line breaks. */
export const MAX_BASE64_LENGTH = 92_000;

/** Also accepts base64url (RFC 7522) and line breaks. Throws AssertionRefused. */
export function decodeBase64(text: string): Buffer {
  const digits = text.replace(/\r?\n/g, '');
  if (!/^[\w+/-]+={0,2}$/.test(digits))
    throw new AssertionRefused('is not base64 (is every + of it sent as %2B?)');
  return Buffer.from(digits, 'base64');
}
