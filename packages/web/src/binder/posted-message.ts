import type { Message, RealtimeEntry } from '@ringbinder/protocol';

/** The message that an entry posted, unless it is deleted. A reply also changes the first message of its thread. */
export function postedMessage({ kind, body, changes }: RealtimeEntry): Message | undefined {
  if (kind !== 'message_posted' || !('id' in body)) return undefined;
  const posted = changes.find((change) => change.type === 'message' && change.id === body.id);
  return posted?.type === 'message' ? (posted.value ?? undefined) : undefined;
}
