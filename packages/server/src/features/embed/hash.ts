import { hash } from 'node:crypto';

/** What is stored of a code or key: its SHA-256, so that a stolen database opens nothing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
