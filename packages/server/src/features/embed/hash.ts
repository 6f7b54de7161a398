import { hash } from 'node:crypto';

/** Codes and keys are stored as SHA-256 hashes, so a stolen database does not reveal them. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
