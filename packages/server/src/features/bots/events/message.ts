import type { EventUser } from '@ringbinder/protocol';
import { type BuiltEvent, eventTime } from './builder.ts';

/** Who is sent an event: the bot app and the org in which it is enabled. */
export interface Addressee {
  clientId: string;
  orgId: string;
}

/** Writes the part of a message that is the same for all bots. @param at milliseconds since 1970 */
export function writeEvent(built: BuiltEvent, user: EventUser, at: number): string {
  // The contract gives no more than this of who taps a button.
  const caused = built.kind === 'bot_postback' ? { id: user.id, name: user.name } : user;
  return JSON.stringify({ timestamp: eventTime(at), user: caused, ...built.payload, target: built.target });
}

/**
 * Writes a message exactly as it is sent: compact JSON, in the order of the contract.
 * @param event what `writeEvent` gave, so that a hundred bots of a binder cost one writing of it
 */
export function writeMessage(
  head: { messageId: string; kind: BuiltEvent['kind']; binderId: string; to: Addressee },
  event: string,
): string {
  const { messageId, kind, binderId, to } = head;
  const envelope = JSON.stringify({
    message_id: messageId,
    message_type: kind,
    binder_id: binderId,
    client_id: to.clientId,
    org_id: to.orgId,
  });
  return `${envelope.slice(0, -1)},"event":${event}}`;
}
