import type { Message } from '@ringbinder/protocol';
import { chat as text } from '../strings/messages/chat.ts';
import { systemWords } from '../strings/system-words.ts';

export const authorOf = ({ user, is_feed }: Message) => (is_feed ? '' : user.name);

export function summaryOf(message: Message): string {
  const { text: words, file, audio, is_feed } = message;
  if (is_feed) return systemWords(words, message);
  const parts = [words, file && text.file(file.name), audio && text.voice];
  return parts.filter((part) => part).join(', ');
}
