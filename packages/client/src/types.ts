import type { Because, FieldError } from './errors.ts';
import type { operations } from './generated/api.ts';

/** The JSON of `POST /{binder_id}/messages`. */
export type MessageToSend = NonNullable<
  operations['postMessage']['requestBody']
>['content']['application/json'];

export type SendState =
  /** Waits for its turn or for a connection. */
  | { status: 'waiting' }
  | { status: 'sending' }
  /**
   * The server accepted the message. The item is removed when its log entry arrives. `seq` is missing if no message was
   * created.
   */
  | { status: 'sent'; messageId?: number; seq?: number }
  /** The server rejected the message. The item remains until it is edited, retried or dropped. */
  | ({ status: 'refused'; code: string; message: string; fields: readonly FieldError[] } & Because);

/** An unsent message. Immutable. */
export interface OutboxItem {
  /** Permanent local id. */
  readonly clientId: string;
  readonly binderId: string;
  readonly body: MessageToSend;
  /** Milliseconds since 1970. */
  readonly createdTime: number;
  /** Orders items of the same millisecond. */
  readonly place: number;
  /** Makes retries safe. An item that is edited or retried after a rejection gets a new key. */
  readonly idempotencyKey: string;
  readonly state: SendState;
}

/** Request id for the binder list in every tab. Other requests do not use it. */
export const LIST_REQUEST_ID = 0;
