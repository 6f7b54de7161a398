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
  /** Not also sent to the binder. Only with a reply to a message. */
  threadOnly?: boolean | undefined;
  mentions?: readonly string[] | undefined;
  /** Mentions all members other than the author. */
  mentionAll?: boolean | undefined;
  /** The client's own id; only in the log entry. */
  clientUuid?: string | undefined;
  form?: NewMessage['form'];
  attached?: Attachments | undefined;
}
