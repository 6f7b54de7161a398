import type { ReplyToInput } from '@ringbinder/protocol';
import type { BinderCall } from '../../access/index.ts';
import { invalid } from '../../errors.ts';
import { createPage } from '../pages/index.ts';
import { createTodo } from '../todos/index.ts';
import type { Attachments } from './attachments.ts';
import { htmlToText, pageToText } from './richtext/bbcode.ts';
import type { ButtonInput, Composed } from './richtext/compose.ts';

const MAX_NAME_LENGTH = 1_000;
const MAX_TITLE_LENGTH = 255;

interface ChatOnly extends Attachments {
  text?: string | undefined;
  buttons?: readonly ButtonInput[] | undefined;
  replyTo: ReplyToInput | undefined;
  threadOnly: boolean | undefined;
  mentions: readonly string[] | undefined;
  mentionAll: boolean | undefined;
}

export interface ConvertedMessage {
  page_id?: number;
  todo_id?: number;
  created_time: number;
}

export async function convertMessage(
  call: BinderCall,
  action: 'page' | 'todo',
  composed: Composed,
  { buttons, replyTo, threadOnly, mentions, mentionAll, file, audio }: ChatOnly,
): Promise<ConvertedMessage> {
  for (const [field, value] of Object.entries({
    'message.buttons': buttons,
    reply_to: replyTo,
    thread_only: threadOnly,
    'message.mentions': mentions,
    'message.mention_all': mentionAll || undefined,
    file,
    audio,
  }))
    if (value !== undefined) throw invalid(field, `does not belong to a message with action ${action}`);
  return action === 'page' ? makePage(call, composed) : makeTodo(call, composed);
}

async function makePage(call: BinderCall, { text, html, page }: Composed): Promise<ConvertedMessage> {
  const content = page === null ? (html === null ? text : htmlToText(html)) : pageToText(page);
  const [first = ''] = content.split('\n');
  const createdPage = await createPage(call, {
    type: 'note',
    name: cut(first, MAX_TITLE_LENGTH),
    text: content,
  });
  return { page_id: createdPage.id, created_time: createdPage.at };
}

async function makeTodo(call: BinderCall, { text, html }: Composed): Promise<ConvertedMessage> {
  const note = html === null ? '' : htmlToText(html);
  const [first = ''] = text.split('\n');
  const name = cut(first.trim(), MAX_NAME_LENGTH);
  if (name === '') throw invalid('message.text', 'is required: it names the to-do');
  const rest = text === note ? '' : text.slice(first.length).trim();
  const description = [rest, note].filter((part) => part !== '').join('\n');
  const createdTodo = await createTodo(call, { name, description });
  return { todo_id: createdTodo.id, created_time: createdTodo.updated_time };
}

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('');
