import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Environment } from '../../../environment/environment.ts';
import { cachedPromise } from '../../../storage/promise-cache.ts';
import { selfSigned } from './certificate.ts';

/** Our key as a service provider. */
export interface ProviderKey {
  privateKey: KeyObject;
  /** PEM. */
  certificate: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The last year that this form of a certificate's time can name: whoever pins it cannot be told of another. */
const UNTIL = Date.parse('2049-12-31T23:59:59Z');
const known = new WeakMap<Environment, Promise<ProviderKey>>();

/** Our key, which is made when it is first asked for and is the same in every process from then on. */
export function providerKey(env: Environment): Promise<ProviderKey> {
  return cachedPromise(known, env, () => findOrMakeKey(env));
}

async function findOrMakeKey(env: Environment): Promise<ProviderKey> {
  const stored = (await findKey(env)) ?? (await makeKey(env));
  return { privateKey: createPrivateKey(env.secrets.open(stored.sealed)), certificate: stored.certificate };
}

interface StoredKey extends Record<string, unknown> {
  sealed: Buffer;
  certificate: string;
}

async function findKey({ db }: Environment): Promise<StoredKey | undefined> {
  const [row] = await db.query<StoredKey>('SELECT sealed, certificate FROM saml_signing_key');
  return row;
}

async function makeKey(env: Environment): Promise<StoredKey> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const at = env.clock.now();
  const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // From a day ago, for clocks that are behind. Of several that make one at once, the first to store it has made it.
  const certificate = selfSigned(keys, 'Ringbinder', { from: at - DAY_MS, until: UNTIL });
  await env.db.query(
    'INSERT INTO saml_signing_key (sealed, certificate, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [env.secrets.seal(pem), certificate, at],
  );
  const stored = await findKey(env);
  if (!stored) throw new Error('the key that was stored is gone');
  return stored;
}
