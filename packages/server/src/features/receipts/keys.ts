import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
} from 'node:crypto';
import { canonicalJson } from '@ringbinder/protocol/chain.ts';
import type { Environment } from '../../environment/environment.ts';
import { loadStoredSecret } from '../../secrets/stored-secret.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';

/** A JSON Web Key (RFC 8037). `kid` is its thumbprint (RFC 7638). */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

export interface SigningKey {
  publicKey: PublicKey;
  sign(text: string): string;
}

const SETTING = 'signing_key';
const keys = new WeakMap<object, Promise<SigningKey>>();

export function signingKey(env: Pick<Environment, 'db' | 'secrets'>): Promise<SigningKey> {
  return cachedPromise(keys, env.db, () => load(env));
}

const createJwk = () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

async function load(env: Pick<Environment, 'db' | 'secrets'>): Promise<SigningKey> {
  const jwk = JSON.parse(await loadStoredSecret(env, SETTING, createJwk)) as JsonWebKey;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), alg: 'EdDSA', use: 'sig' },
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

export function thumbprint(x: string): string {
  return createHash('sha256')
    .update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
