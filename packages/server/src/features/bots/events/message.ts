import type { EventUser } from '@ringbinder/protocol';
import { eventTime, type WritableEvent } from './builder.ts';

export interface Addressee {
  clientId: string;
  orgId: string;
}

export function writeEvent(draft: WritableEvent, user: EventUser, at: number): string {
  // In a postback, the event format allows only these two fields.
  const author = draft.kind === 'bot_postback' ? { id: user.id, name: user.name } : user;
  return JSON.stringify({ timestamp: eventTime(at), user: author, ...draft.payload, target: draft.target });
}

/** The fields are in the order of the event format. */
export function writeMessage(
  head: { messageId: string; kind: string; binderId: string; to: Addressee },
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
