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
  threadOnly?: boolean | undefined;
  mentions?: readonly string[] | undefined;
  mentionAll?: boolean | undefined;
  clientUuid?: string | undefined;
  form?: NewMessage['form'];
  attached?: Attachments | undefined;
}
