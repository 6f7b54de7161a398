import type { Because, FieldError } from './errors.ts';
import type { operations } from './generated/api.ts';

export type MessageToSend = NonNullable<
  operations['postMessage']['requestBody']
>['content']['application/json'];

export type SendState =
  | { status: 'waiting' }
  | { status: 'sending' }
  /** Removed when its log entry arrives. `seq` is missing if no message was created. */
  | { status: 'sent'; messageId?: number; seq?: number }
  /** Until edited, retried or dropped. */
  | ({ status: 'refused'; code: string; message: string; fields: readonly FieldError[] } & Because);

/** Immutable. */
export interface OutboxItem {
  readonly clientId: string;
  readonly binderId: string;
  readonly body: MessageToSend;
  /** Milliseconds since 1970. */
  readonly createdTime: number;
  /** Orders items of the same millisecond. */
  readonly place: number;
  /** Makes retries safe. Edits and retries after a rejection get a new key. */
  readonly idempotencyKey: string;
  readonly state: SendState;
}

export const LIST_REQUEST_ID = 0;
