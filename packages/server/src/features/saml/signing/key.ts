import {
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Environment } from '../../../environment/environment.ts';
import { first } from '../../../storage/database.ts';
import { cachedPromise } from '../../../storage/promise-cache.ts';

export interface ProviderKey {
  privateKey: KeyObject;
  /** In PEM. */
  certificate: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * The last second that UTCTime can represent. The certificate cannot be renewed automatically, because
 * identity providers pin it.
 */
const UNTIL = Date.parse('2049-12-31T23:59:59Z');
const existingKeys = new WeakMap<Environment, Promise<ProviderKey>>();

export function providerKey(env: Environment): Promise<ProviderKey> {
  return cachedPromise(existingKeys, env, () => findOrMakeKey(env));
}

async function findOrMakeKey(env: Environment): Promise<ProviderKey> {
  const stored = (await findKey(env)) ?? (await makeKey(env));
  return { privateKey: createPrivateKey(env.secrets.open(stored.sealed)), certificate: stored.certificate };
}

interface StoredKey extends Record<string, unknown> {
  sealed: Buffer;
  certificate: string;
}

function findKey({ db }: Environment): Promise<StoredKey | undefined> {
  return first<StoredKey>(db, 'SELECT sealed, certificate FROM saml_signing_key');
}

async function makeKey(env: Environment): Promise<StoredKey> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const at = env.clock.now();
  const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // The validity begins a day early, because the identity provider's clock may be slow.
  const certificate = selfSigned(keys, 'Ringbinder', { from: at - DAY_MS, until: UNTIL });
  await env.db.query(
    'INSERT INTO saml_signing_key (sealed, certificate, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [env.secrets.seal(pem), certificate, at],
  );
  const stored = await findKey(env);
  if (!stored) throw new Error('the stored signing key was deleted');
  return stored;
}

/**
 * Node cannot create certificates.
 *
 * @param name the common name in ASCII
 * @param valid the validity in milliseconds since 1970, before 2050
 */
export function selfSigned(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  name: string,
  valid: { from: number; until: number },
): string {
  const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)));
  const subject = der(0x30, der(0x31, commonName));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sha256WithRsa,
    subject,
    der(0x30, der(0x17, utcTime(valid.from)), der(0x17, utcTime(valid.until))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  return new X509Certificate(der(0x30, content, sha256WithRsa, der(0x03, signature))).toString();
}

function utcTime(ms: number): Buffer {
  return Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/\D/g, '')}Z`);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
