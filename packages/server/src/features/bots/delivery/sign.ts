import { createHmac } from 'node:crypto';

/**
 * The headers of a delivery by the Standard Webhooks specification (https://www.standardwebhooks.com): HMAC-SHA256 of
 * `id.timestamp.body`, one signature for each secret.
 * @param secrets `whsec_` and base64; two while one is being rotated
 * @param at milliseconds since 1970-01-01 UTC
 */
export function signedHeaders(
  secrets: readonly string[],
  { messageId, body }: { messageId: string; body: string },
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * The header that older bot kits check: `sha1=` and HMAC-SHA1 of the body's bytes in hex, keyed with the client secret.
 * No header for an empty name.
 */
export function sha1Header(name: string, clientSecret: string, body: string): Record<string, string> {
  if (name === '') return {};
  return { [name]: `sha1=${createHmac('sha1', clientSecret).update(body).digest('hex')}` };
}
