import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { membersOf } from '../binder/people.ts';
import { isComposing } from '../design/composition.ts';
import { isTouch } from '../design/touch.ts';
import type { ChatState } from './chat-state.ts';
import { emojiSource } from './emoji/source.ts';
import { useShortcodes } from './emoji/use-shortcodes.ts';
import type { Field } from './field.ts';
import { mentionSource } from './mention-source.tsx';
import { mentionableIn } from './mentioned.ts';
import { countToAsk, sendDraft } from './send.ts';
import { useSuggestions } from './suggestion-list.tsx';
import { useField } from './use-field.ts';

export function useComposer(chat: ChatState) {
  const { binder, draft } = chat;
  const emoji = useRef<HTMLButtonElement>(null);
  const isFormatting = useSignal(false);
  const isPickingEmoji = useSignal(false);
  const isRecording = useSignal(false);
  const isSaving = useSignal(false);
  const asked = useSignal(0);
  const composerField = useField(draft);
  const { field, block, caret } = composerField;
  const members = useComputed(() => mentionableIn(binder));
  const people = useComputed(() =>
    membersOf(binder.state.value).filter(({ user }) => user.id !== binder.me.id && !user.is_bot),
  );
  const question = useComputed(() => Math.min(asked.value, countToAsk(draft.value, people.value)));
  const write: Field['write'] = (selected) => field.current?.write(selected);
  const suggestions = useSuggestions({ block, caret, write, sources: [mentionSource(members), emojiSource] });

  const { isClosedAt } = suggestions;
  const shortcodes = useShortcodes({ block, caret, field, isClosedAt });

  async function send(): Promise<void> {
    if (isSaving.value) return;
    const count = countToAsk(draft.value, people.value);
    if (count > asked.value) {
      asked.value = count;
      return;
    }
    asked.value = 0;
    isSaving.value = true;
    const edited = chat.editing.value;
    const isSent = await sendDraft(chat, draft.value, members.value);
    isSaving.value = false;
    if (!isSent) return;
    if (!edited) draft.value = '';
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (isComposing(event)) return false;
    if (suggestions.onKeyDown(event)) return true;
    if (event.key === 'Enter' && !event.shiftKey && !isTouch) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      asked.value = 0;
      chat.edit(undefined);
    } else if (event.key === 'ArrowUp' && draft.value === '' && !chat.editing.value) {
      const own = chat.items.value
        .flatMap((each) => (each.type === 'message' ? each.message : []))
        .findLast(
          ({ user, audio, is_feed, forwarded }) =>
            user.id === binder.me.id && !audio && !is_feed && !forwarded,
        );
      if (!own) return false;
      event.preventDefault();
      chat.edit(own);
    }
    return event.defaultPrevented;
  }

  return {
    ...composerField,
    members,
    emoji,
    draft,
    suggestions,
    isFormatting,
    isPickingEmoji,
    isRecording,
    isSaving,
    question,
    send,
    shortcodes,
    onKeyDown,
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
