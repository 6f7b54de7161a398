import { hash, randomBytes } from 'node:crypto';

/** A new token: 256 random bits, base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: its SHA-256, so that a stolen database opens nothing. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
