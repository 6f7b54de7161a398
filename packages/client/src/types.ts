import type { FieldError } from './errors.ts';
import type { operations } from './generated/api.ts';

/** The JSON of `POST /{binder_id}/messages`. */
export type MessageToSend = NonNullable<
  operations['postMessage']['requestBody']
>['content']['application/json'];

/** What became of something that is to be sent. */
export type SendState =
  /** Waits for its turn, or for a connection. */
  | { status: 'waiting' }
  | { status: 'sending' }
  /** Was answered; it goes when the replica has the entry. `seq` is missing where it became no message. */
  | { status: 'sent'; messageId?: number; seq?: number }
  /** Was refused, and stays until it is edited, retried or dropped. */
  | { status: 'refused'; code: string; message: string; fields: readonly FieldError[] };

/** A message on its way. Items are never changed in place. */
export interface OutboxItem {
  /** Names it from the first moment on, whatever becomes of it. */
  readonly clientId: string;
  readonly binderId: string;
  readonly body: MessageToSend;
  /** Milliseconds since 1970. */
  readonly createdTime: number;
  /** Counts on with each item of a channel: for those of the same millisecond. */
  readonly place: number;
  /** With the same key the server does it once. What is edited gets another. */
  readonly idempotencyKey: string;
  readonly state: SendState;
}

/** The number of the question for the list, in every tab: no question about a binder has it. */
export const LIST_REQUEST_ID = 0;
