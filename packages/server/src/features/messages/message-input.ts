import type { ReplyToInput } from '@ringbinder/protocol';
import type { Attachments } from './attachments.ts';
import type { NewMessage } from './insert-message.ts';

export interface PostedMessage {
  id: number;
  seq: number;
  at: number;
  fileId?: string;
}

/** Mentions are user ids. */
export interface MessageInput {
  text: string;
  replyTo?: ReplyToInput | undefined;
  /** Only a reply to a message can stay out of the binder's list. */
  threadOnly?: boolean | undefined;
  mentions?: readonly string[] | undefined;
  /** Mentions all members except the author. */
  mentionAll?: boolean | undefined;
  /** Only the log entry contains the client's own id. */
  clientUuid?: string | undefined;
  form?: NewMessage['form'];
  attached?: Attachments | undefined;
}
