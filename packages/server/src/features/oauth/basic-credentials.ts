import { isUtf8 } from 'node:buffer';

export interface ClientCredentials {
  id: string;
  secret: string;
}

/**
 * Implements RFC 6749, section 2.3.1. Returns undefined if the header is missing or not Basic, and null if it is
 * malformed.
 */
export function readBasicCredentials(header: string | undefined): ClientCredentials | null | undefined {
  const encoded = /^Basic +(\S+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return isBasic(header) ? null : undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const [id, secret, ...rest] = isUtf8(bytes) ? bytes.toString().split(':').map(decodeFormText) : [];
  if (!id || !secret || rest.length > 0) return null;
  return { id, secret };
}

export function isBasic(header: string | undefined): boolean {
  return /^Basic\b/i.test(header ?? '');
}

export function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
