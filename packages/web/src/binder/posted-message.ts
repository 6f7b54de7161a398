import type { Message, RealtimeEntry } from '@ringbinder/protocol';

/** Compares ids, because a reply's entry also changes the first message of the thread. */
export function postedMessage({ kind, body, changes }: RealtimeEntry): Message | undefined {
  if (kind !== 'message_posted' || !('id' in body)) return undefined;
  const posted = changes.find((change) => change.type === 'message' && change.id === body.id);
  return posted?.type === 'message' ? (posted.value ?? undefined) : undefined;
}
