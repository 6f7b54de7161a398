import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import type { MessageTool } from '../binder/context.ts';
import { writeToClipboard } from '../design/clipboard.ts';
import { toast, toastError } from '../design/toast.tsx';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import type { ChatState } from './chat-state.ts';
import { focusComposer } from './keys.ts';
import { attempt, paramsOf } from './message-call.ts';

export interface MessageAction {
  name:
    | 'react'
    | 'reply'
    | 'thread'
    | 'edit'
    | 'transcribe'
    | 'remove'
    | 'todo'
    | 'pin'
    | 'unpin'
    | 'copyText'
    | 'copyLink'
    | 'profile'
    | 'seen'
    | 'markUnread'
    | 'download';
  key?: string;
  run(): void;
}

export function actionsOf(chat: ChatState, message: Message): (MessageAction | MessageTool)[] {
  const { binder, thread } = chat;
  const { file } = message;
  const canWrite = binder.canWrite.value;
  const isOwn = message.user.id === binder.me.id && !message.is_feed;
  const all: (MessageAction | MessageTool | false)[] = [
    canWrite && { name: 'react', key: '+', run: () => openPart(chat, message, 'react') },
    canWrite && thread !== undefined && { name: 'reply', key: 'r', run: () => startReply(chat, message) },
    canWrite &&
      thread !== undefined && {
        name: 'thread',
        key: 't',
        run: () => {
          thread.value = { id: message.thread_id ?? message.id };
        },
      },
    canWrite &&
      isOwn &&
      !message.forwarded && {
        name: message.audio ? 'transcribe' : 'edit',
        key: 'e',
        run: () => startEdit(chat, message),
      },
    canWrite && {
      name: message.pinned ? 'unpin' : 'pin',
      key: 'p',
      run: () => attempt(setPinned(chat, message, !message.pinned)),
    },
    file !== undefined && {
      name: 'download',
      run: () => attempt(import('../binder/download.ts').then(({ saveFile }) => saveFile(binder, file))),
    },
    canWrite && !message.is_feed && { name: 'todo', run: () => openPart(chat, message, 'todo') },
    { name: 'copyText', key: 'c', run: () => copy(message.text) },
    { name: 'copyLink', run: () => copy(new URL(binder.links.message(message.id), location.href).href) },
    ...(binder.messageTools?.(message) ?? []),
    thread !== undefined &&
      message.user.id !== binder.me.id && {
        name: 'markUnread',
        key: 'u',
        run: () => attempt(chat.markUnread(message)),
      },
    binder.viewMember !== undefined &&
      !message.is_feed && { name: 'profile', key: 'i', run: () => showProfile(chat, message) },
    !message.thread_only && { name: 'seen', run: () => openPart(chat, message, 'seen') },
    canWrite && isOwn && { name: 'remove', key: 'Delete', run: () => openPart(chat, message, 'remove') },
  ];
  return all.filter((action) => action !== false);
}

export function runByKey(event: KeyboardEvent, actions: ReturnType<typeof actionsOf>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions.find(({ key }) => key === event.key || key === event.key.toLowerCase());
  if (!action) return;
  event.preventDefault();
  action.run();
}

export type MessagePart = 'react' | 'remove' | 'seen' | 'todo';
function openPart({ scope }: ChatState, { id }: Message, part: MessagePart): void {
  const row = document.querySelector(`${scope} li.message[data-id="${id}"]`);
  row?.dispatchEvent(new CustomEvent('open-part', { detail: part }));
}

function showProfile({ scope, binder }: ChatState, { id, user }: Message): void {
  const row = document.querySelector<HTMLElement>(`${scope} li.message[data-id="${id}"]`);
  if (row) binder.viewMember?.(user.id, row);
}

function startReply(chat: ChatState, message: Message): void {
  chat.reply(message);
  focusComposer(chat);
}

function startEdit(chat: ChatState, message: Message): void {
  chat.edit(message);
  focusComposer(chat);
}

function copy(words: string): void {
  void writeToClipboard(words).then(
    () => toast(text.copied),
    () => toastError(text.copyFailed),
  );
}

function setPinned(chat: ChatState, message: Message, isPinned: boolean): Promise<unknown> {
  const { api } = chat.binder.client;
  const params = paramsOf(chat, message);
  const path = '/{binder_id}/messages/{message_id}/pin';
  return isPinned ? unwrap(api.POST(path, { params })) : unwrap(api.DELETE(path, { params }));
}

export function removeMessage(chat: ChatState, message: Message): Promise<unknown> {
  const params = paramsOf(chat, message);
  return unwrap(chat.binder.client.api.DELETE('/{binder_id}/messages/{message_id}', { params }));
}
