import { hash } from 'node:crypto';

/** A stolen database does not reveal hashed codes and keys. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
