import type { ReplyToInput } from '@ringbinder/protocol';
import type { NewMessage } from '../message-rows/index.ts';
import type { Attachments } from './attachments.ts';

export interface PostedMessage {
  id: number;
  seq: number;
  at: number;
  fileId?: string;
}

export interface MessageInput {
  text: string;
  replyTo?: ReplyToInput | undefined;
  /** Only a reply to a message can be absent from the binder's list. */
  threadOnly?: boolean | undefined;
  mentions?: readonly string[] | undefined;
  mentionAll?: boolean | undefined;
  clientUuid?: string | undefined;
  form?: NewMessage['form'];
  attached?: Attachments | undefined;
}
