import type { Because, FieldError } from './errors.ts';
import type { operations } from './generated/api.ts';

export type MessageToSend = NonNullable<
  operations['postMessage']['requestBody']
>['content']['application/json'];

export type SendState =
  | { status: 'waiting' }
  | { status: 'sending' }
  /** The item disappears when its log entry arrives. `seq` is missing if the request created no message. */
  | { status: 'sent'; messageId?: number; seq?: number }
  /** The item remains until the user edits, retries or drops the item. */
  | ({ status: 'refused'; code: string; message: string; fields: readonly FieldError[] } & Because);

export interface OutboxItem {
  readonly clientId: string;
  readonly binderId: string;
  readonly body: MessageToSend;
  /** Milliseconds since 1970. */
  readonly createdTime: number;
  /** Orders items that were created in the same millisecond. */
  readonly place: number;
  /** An edit, or a retry after a rejection, gets a new key. */
  readonly idempotencyKey: string;
  readonly state: SendState;
}

export const LIST_REQUEST_ID = 0;
