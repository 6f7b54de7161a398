import type { ReplyToInput } from '@ringbinder/protocol';
import type { Attachments } from './attachments.ts';
import type { NewMessage } from './insert-message.ts';

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
