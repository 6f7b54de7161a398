import { createHmac } from 'node:crypto';

/**
 * One signature by the Standard Webhooks specification (https://www.standardwebhooks.com), as the service makes it: `v1,`
 * and HMAC-SHA256 of `id.timestamp.body` in base64.
 * @param secret `whsec_` and base64
 * @param timestamp as in the header, seconds since 1970-01-01 UTC
 */
export function signatureOf(secret: string, id: string, timestamp: string, body: string | Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${signed.digest('base64')}`;
}
