import type { FieldError } from './errors.ts';
import type { operations } from './generated/api.ts';

/** The JSON of `POST /{binder_id}/messages`. */
export type MessageToSend = NonNullable<
  operations['postMessage']['requestBody']
>['content']['application/json'];

/** State of an unsent message. */
export type SendState =
  /** Waits for its turn or for a connection. */
  | { status: 'waiting' }
  | { status: 'sending' }
  /** Answered; removed when its entry arrives. `seq` is missing if no message was created. */
  | { status: 'sent'; messageId?: number; seq?: number }
  /** Rejected; stays until edited, retried or dropped. */
  | { status: 'refused'; code: string; message: string; fields: readonly FieldError[] };

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
  /** Makes retries safe. An edited item gets a new one. */
  readonly idempotencyKey: string;
  readonly state: SendState;
}

/** Request id of the list in every tab, reserved for it. */
export const LIST_REQUEST_ID = 0;
