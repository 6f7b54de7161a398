import type { BinderCard } from '@ringbinder/protocol';
import { binderTitle } from '../binder/binder-title.ts';
import { text } from '../strings/app.ts';
import { systemWords } from '../strings/system-words.ts';

export const titleOf = ({ binder }: BinderCard, myName: string): string => binderTitle(binder, myName);

export function snippetOf({ last_message: message, binder, user_id }: BinderCard, myId: string): string {
  if (!message)
    return binder.total_pages > 0
      ? text.app.timeline.pages(binder.total_pages)
      : text.app.timeline.noMessages;
  const content = contentOf(message);
  const isOwn = message.user.id === myId;
  if (message.is_feed) return systemWords(content, isOwn && message.reply_to?.meet ? undefined : message);
  if (isOwn) return text.app.timeline.said(text.app.timeline.you, content);
  return user_id ? content : text.app.timeline.said(firstNameOf(message.user.name), content);
}

/** If the text is empty, returns a description, such as the file's name. */
export function contentOf({
  text: words,
  file,
  audio,
  has_audio,
}: {
  text: string;
  file?: { name: string };
  audio?: unknown;
  has_audio?: boolean;
}): string {
  if (words.trim() !== '') return words;
  if (audio || has_audio) return text.app.timeline.voiceMessage;
  return file?.name ?? text.app.timeline.attachment;
}

export function firstNameOf(name: string): string {
  return name.split(' ')[0] ?? name;
}
