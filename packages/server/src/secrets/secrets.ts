import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/** Keys made from the one secret key of an installation, each for one purpose. */
export interface Secrets {
  /** Seals a secret that must be readable again (a client secret signs bot calls): AES-256-GCM, 12 bytes of nonce first. */
  seal(text: string): Buffer;
  /** Opens what `seal` made. Throws when the key is another or a byte was changed. */
  open(sealed: Buffer): string;
  /** Signs a text: HMAC-SHA256, base64url. */
  sign(text: string): string;
  /** Names the key without telling it, to notice that a database was made with another one. */
  fingerprint: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derives the keys from `masterKey`, 32 bytes.
 * @param purpose keeps what one environment signs or seals from being taken by the other
 */
export function deriveSecrets(masterKey: Buffer, purpose: string): Secrets {
  const createRendition = (use: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, 'ringbinder', `${purpose} ${use}`, 32));
  // Key objects: a key given as bytes is imported anew for each use, 6 % of a token call.
  const sealing = createSecretKey(createRendition('seal'));
  const signing = createSecretKey(createRendition('sign'));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const tagAt = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(tagAt));
      return decipher.update(sealed.subarray(NONCE_BYTES, tagAt), undefined, 'utf8') + decipher.final('utf8');
    },
    sign: (text) => createHmac('sha256', signing).update(text).digest('base64url'),
    fingerprint: createHash('sha256').update(createRendition('fingerprint')).digest('hex').slice(0, 32),
  };
}
