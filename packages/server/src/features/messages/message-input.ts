import type { ReplyToInput } from '@ringbinder/protocol';
import type { Attached } from './attached.ts';
import type { NewMessage } from './insert-message.ts';

/** A message that was stored. */
export interface PostedMessage {
  id: number;
  seq: number;
  at: number;
  /** The file that came with it. */
  fileId?: string;
}

/** What a caller wants to say, to what, and to whom in particular (ids of users). */
export interface MessageInput {
  text: string;
  replyTo?: ReplyToInput | undefined;
  mentions?: readonly string[] | undefined;
  /** What its client calls it, for whom it stands in the log entry. */
  clientUuid?: string | undefined;
  /** Rich text, fields and buttons, where it has any. */
  form?: NewMessage['form'];
  /** File and sound that came with it. */
  attached?: Attached | undefined;
}
