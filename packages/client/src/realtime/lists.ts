import { type RingbinderClient, unwrap } from '../client.ts';
import type { MessagePage } from '../replica/window.ts';

/** Returns messages newest first. */
export async function readMessagesBefore(
  { api }: RingbinderClient,
  binderId: string,
  { before, count, signal }: { before: number | undefined; count: number; signal: AbortSignal },
): Promise<MessagePage> {
  const query = { limit: count, ...(before === undefined ? {} : { before }) };
  const params = { path: { binder_id: binderId }, query };
  const { messages, next_cursor } = await unwrap(api.GET('/{binder_id}/messages', { params, signal }));
  return { messages, hasMore: next_cursor !== undefined };
}

/** Returns messages oldest first. */
export async function readMessagesAfter(
  { api }: RingbinderClient,
  binderId: string,
  { after, count, signal }: { after: number; count: number; signal: AbortSignal },
): Promise<MessagePage> {
  const params = { path: { binder_id: binderId }, query: { after, limit: count } };
  const { messages, next_cursor } = await unwrap(api.GET('/{binder_id}/messages', { params, signal }));
  return { messages, hasMore: next_cursor !== undefined };
}
