import type { EventOf } from '@ringbinder/protocol';
import { Webhook } from 'standardwebhooks';

export function commentPosted(text: string, messageId = 'E1'): EventOf<'comment_posted'> {
  return {
    message_id: messageId,
    message_type: 'comment_posted',
    binder_id: 'Bone',
    client_id: 'Cbot',
    org_id: 'Oone',
    event: {
      timestamp: '2026-11-21T03:00:00Z',
      user: {
        id: 'U1',
        name: 'Ada',
        image_url: '',
        email: 'ada@example.com',
        unique_id: null,
        is_bot: false,
      },
      comment: { id: '7', text, audio: null },
      target: { id: 'Bone', object_type: 'binder' },
    },
  };
}

export interface TestDelivery {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

/** @param at milliseconds since 1970-01-01 UTC */
export function deliveryOf(
  event: { message_id: string },
  sequence: number,
  secret: string,
  at = Date.now(),
): TestDelivery {
  return deliveryOfText(JSON.stringify(event), { id: event.message_id, sequence, secret, at });
}

export function deliveryOfText(
  body: string,
  {
    id = 'E1',
    sequence = 1,
    secret,
    at = Date.now(),
  }: { id?: string; sequence?: number; secret: string; at?: number },
): TestDelivery {
  const seconds = Math.floor(at / 1000);
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': new Webhook(secret).sign(id, new Date(seconds * 1000), body),
      'ringbinder-sequence': String(sequence),
    },
    body,
  };
}
