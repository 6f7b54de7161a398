import { type MessageToSend, unwrap } from '@ringbinder/client';
import { explained } from '../binder/refusal.ts';
import { toastError } from '../design/toast.tsx';
import { contentOf, decoded, isBlank } from './bbcode.ts';
import type { ChatState } from './chat-state.ts';
import { type Mentionable, mentionsIn } from './mentioned.ts';
import { mentionsAll } from './mentions.ts';
import type { StagedFile } from './stored-staged.ts';

const CONFIRM_ABOVE = 20;

export function countToAsk(draft: string, people: readonly unknown[]): number {
  return people.length > CONFIRM_ABOVE && mentionsAll(decoded(draft)) ? people.length : 0;
}

/** Server limit, in characters. */
export const MAX_LENGTH = 65_536;

export async function sendDraft(
  chat: ChatState,
  draft: string,
  members: readonly Mentionable[],
): Promise<boolean> {
  const words = isBlank(draft) ? '' : draft.trim();
  const hasFiles = chat.staged.all.peek().length > 0;
  if ((words === '' && !hasFiles) || words.length > MAX_LENGTH) return false;
  const content = contentOf(words);
  const said = 'text' in content ? content.text : decoded(content.richtext);
  const mentions = mentionsIn(said, members);
  const all = mentionsAll(said) && { mention_all: true };
  chat.typing.stop();
  const edited = chat.editing.peek();
  if (edited) {
    if (words === '') return false;
    const { client, id } = chat.binder;
    const params = { path: { binder_id: id, message_id: edited.id } };
    const outsideMentions = (edited.mention_all ? [] : (edited.mentions ?? [])).filter(
      (userId) => !members.some((member) => member.id === userId),
    );
    const body = { message: { ...content, mentions: [...mentions, ...outsideMentions], ...all } };
    try {
      await explained(unwrap(client.api.POST('/{binder_id}/messages/{message_id}', { params, body })));
    } catch (error) {
      toastError((error as Error).message);
      return false;
    }
    chat.edit(undefined);
    return true;
  }
  const fields = chat.replyFields();
  const body: MessageToSend = {
    message: { ...content, ...(mentions.length > 0 && { mentions }), ...all },
    ...fields,
  };
  const files = [...chat.staged.take()];
  const add = ({ file, description, isVoice }: StagedFile, sent: MessageToSend) =>
    chat.uploads.add(file, isVoice ? 'audio' : 'file', {
      ...sent,
      ...(description && { file_description: description }),
    });
  if (words !== '') {
    // A message has at most one file, so send the text with the first file. With a voice message, it would be
    // the transcript.
    const first = files[0]?.isVoice ? undefined : files.shift();
    if (first) add(first, body);
    else chat.binder.replica.send(body);
  }
  for (const each of files) add(each, { message: {}, ...fields });
  chat.reply(undefined);
  chat.showNewest();
  return true;
}
