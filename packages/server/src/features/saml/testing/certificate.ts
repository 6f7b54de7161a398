import { generateKeyPairSync } from 'node:crypto';
import { selfSigned } from '../signing/key.ts';

export interface SigningKey {
  privateKey: string;
  certificate: string;
}

export function makeSigningKey(bits = 2_048): SigningKey {
  const keys = generateKeyPairSync('rsa', { modulusLength: bits });
  return {
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSigned(keys, 'Test', {
      from: Date.parse('2020-01-01T00:00:00Z'),
      until: Date.parse('2049-01-01T00:00:00Z'),
    }),
  };
}
