import { createHmac, randomBytes } from 'node:crypto';
import { type Event, type Kind, type Names, sampleEvent } from './events.ts';

export interface Delivery {
  id: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface DeliveryInput {
  kind?: Kind;
  change?: (event: Event) => void;
  /** Default: compact JSON. */
  write?: (event: Event) => string;
  id?: string;
  sequence?: number | null;
  timestamp?: string;
  secondsAgo?: number;
  secret?: string;
  signature?: (right: string) => string;
  headers?: Record<string, string>;
}

export type MakeDelivery = (input?: DeliveryInput) => Delivery;

export function randomId(letter: string): string {
  return (
    letter +
    BigInt(`0x${randomBytes(17).toString('hex')}`)
      .toString(36)
      .padStart(22, '0')
      .slice(-22)
  );
}

export function createDeliveries(secret: string, names: Names): MakeDelivery {
  // Larger than the service's numbers, and different in each run.
  let next = Date.now();
  return (input = {}) => {
    const { kind = 'bot_enabled', id = randomId('E'), secondsAgo = 0, sequence = next++ } = input;
    const now = Date.now();
    const { timestamp = String(Math.floor(now / 1000) - secondsAgo) } = input;
    const event = sampleEvent(kind, id, names, now);
    input.change?.(event);
    const body = Buffer.from((input.write ?? JSON.stringify)(event));
    const right = signatureOf(input.secret ?? secret, id, timestamp, body);
    return {
      id,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Ringbinder',
        ...(sequence === null ? {} : { 'ringbinder-sequence': String(sequence) }),
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': input.signature?.(right) ?? right,
        ...input.headers,
      },
      body,
    };
  };
}

/**
 * Signs by Standard Webhooks (https://www.standardwebhooks.com): `v1,` and the base64 HMAC-SHA256 of
 * `id.timestamp.body`.
 *
 * @param secret `whsec_` and base64
 * @param timestamp seconds since 1970 in UTC, as in the header
 */
function signatureOf(secret: string, id: string, timestamp: string, body: string | Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${signed.digest('base64')}`;
}
