import { isUtf8 } from 'node:buffer';

export interface ClientCredentials {
  id: string;
  secret: string;
}

/**
 * Reads the client's id and secret from an Authorization header of the scheme Basic (RFC 6749 §2.3.1: both encoded like
 * the values of a form). Undefined for no header and for another scheme, null for one that cannot be read.
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

/** Reads a name or value of a form strictly: read leniently, different broken bytes would become the same text. */
export function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
