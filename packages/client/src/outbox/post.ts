import { type RingbinderClient, unwrap } from '../client.ts';
import { RingbinderError } from '../errors.ts';
import type { OutboxItem, SendState } from '../types.ts';

/** A retry may succeed after these statuses. 0 means no response. */
const TRANSIENT = new Set([0, 401, 408, 425, 429]);

/** Returns undefined if a retry may succeed. */
export async function postItem(
  { api }: RingbinderClient,
  { binderId, clientId, body, idempotencyKey }: OutboxItem,
  signal: AbortSignal,
): Promise<SendState | undefined> {
  try {
    const posted = await unwrap(
      api.POST('/{binder_id}/messages', {
        params: { path: { binder_id: binderId } },
        headers: { 'idempotency-key': idempotencyKey },
        body: { ...body, client_uuid: clientId },
        signal,
      }),
    );
    const { binder_comment_id: messageId, seq } = posted;
    return {
      status: 'sent',
      ...(messageId === undefined ? {} : { messageId }),
      ...(seq === undefined ? {} : { seq }),
    };
  } catch (error) {
    // The application's token source may throw anything.
    if (!(error instanceof RingbinderError)) return undefined;
    const { status, code, message, fields, reason, params } = error;
    if (TRANSIENT.has(status) || status >= 500) return undefined;
    return { status: 'refused', code, message, fields, reason, params };
  }
}
