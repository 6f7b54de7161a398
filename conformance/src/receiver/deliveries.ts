import { createHmac, randomBytes } from 'node:crypto';
import { type Event, type Kind, type Names, sampleEvent } from './events.ts';

/** A delivery, ready to be sent. */
export interface Delivery {
  /** The webhook-id. */
  id: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** How a delivery differs from an ordinary one: a bot_enabled, signed now. */
export interface DeliveryInput {
  kind?: Kind;
  /** Changes the event before it is written and signed. */
  change?: (event: Event) => void;
  /** Writes the event in another way than compact JSON. */
  write?: (event: Event) => string;
  /** The same again as another delivery had. */
  id?: string;
  sequence?: number | null;
  /** The `webhook-timestamp`; so many seconds ago by default. */
  timestamp?: string;
  secondsAgo?: number;
  /** Signed with this instead of the bot's secret. */
  secret?: string;
  /** The `webhook-signature`, made of the right one. */
  signature?: (right: string) => string;
  /** Headers beside those of every delivery. */
  headers?: Record<string, string>;
}

/** Makes deliveries. Each has an id and a sequence of its own. */
export type MakeDelivery = (input?: DeliveryInput) => Delivery;

/** 22 characters behind a letter, as the ids of the service are. */
export function madeUpId(letter: string): string {
  return (
    letter +
    BigInt(`0x${randomBytes(17).toString('hex')}`)
      .toString(36)
      .padStart(22, '0')
      .slice(-22)
  );
}

/** Makes what makes deliveries to a bot. */
export function createDeliveries(secret: string, names: Names): MakeDelivery {
  // Higher than any sequence of a real log, so that no run takes the place of real events, or of another run's.
  let next = Date.now();
  return (input = {}) => {
    const { kind = 'bot_enabled', id = madeUpId('E'), secondsAgo = 0, sequence = next++ } = input;
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
 * One signature by the Standard Webhooks specification (https://www.standardwebhooks.com), as the service makes it: `v1,`
 * and HMAC-SHA256 of `id.timestamp.body` in base64.
 * @param secret `whsec_` and base64
 * @param timestamp as in the header, seconds since 1970-01-01 UTC
 */
function signatureOf(secret: string, id: string, timestamp: string, body: string | Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${signed.digest('base64')}`;
}
