import { hash, randomBytes } from 'node:crypto';

export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only the SHA-256 of a token is stored, so that a stolen database grants no access. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
