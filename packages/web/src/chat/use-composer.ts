import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { membersOf } from '../binder/people.ts';
import { isTouch } from '../design/touch.ts';
import type { Selected } from './bbcode.ts';
import type { ChatState } from './chat-state.ts';
import { emojiSource } from './emoji/source.ts';
import { useShortcodes } from './emoji/use-shortcodes.ts';
import { mentionSource } from './mention-source.tsx';
import { sendDraft } from './send.ts';
import { useSuggestions } from './suggestion-list.tsx';
import { useFormatKeys } from './toolbar.tsx';
import { useFieldAgain } from './use-field-again.ts';

/** State of the composer: the draft, its panels and its keys. */
export function useComposer(chat: ChatState) {
  const { binder, draft } = chat;
  const field = useRef<HTMLTextAreaElement>(null);
  const emoji = useRef<HTMLButtonElement>(null);
  const isFormatting = useSignal(false);
  const isPreviewed = useSignal(false);
  const isPickingEmoji = useSignal(false);
  const isRecording = useSignal(false);
  const isSaving = useSignal(false);
  const caret = useSignal(0);
  const draftBeforeEdit = useRef<string>(undefined);
  const members = useComputed(() =>
    membersOf(binder.state.value)
      .filter(({ user }) => user.id !== binder.me.id)
      .map(({ user }) => ({ id: user.id, name: user.name })),
  );
  const suggestions = useSuggestions({
    draft,
    caret,
    write,
    sources: [mentionSource(members), emojiSource],
  });

  useSignalEffect(() => {
    const message = chat.editing.value;
    if (message) {
      draftBeforeEdit.current ??= draft.peek();
      draft.value = message.richtext ?? message.text;
    } else if (draftBeforeEdit.current !== undefined) {
      draft.value = draftBeforeEdit.current;
      draftBeforeEdit.current = undefined;
    }
  });

  useLayoutEffect(() => grow(field.current), [draft.value, isPreviewed.value]);
  useFieldAgain(field, isPreviewed);

  function write({ text: words, start, end }: Selected): void {
    draft.value = words;
    const { current: element } = field;
    if (!element) return;
    element.value = words;
    element.focus();
    element.setSelectionRange(start, end);
    caret.value = end;
  }
  const selected = (): Selected => ({
    text: draft.peek(),
    start: field.current?.selectionStart ?? 0,
    end: field.current?.selectionEnd ?? 0,
  });
  const { isClosedAt } = suggestions;
  const shortcodes = useShortcodes({ draft, caret, field, selected, write, isClosedAt });
  const formatKeys = useFormatKeys(selected, write);

  async function send(): Promise<void> {
    if (isSaving.value) return;
    isSaving.value = true;
    const edited = chat.editing.value;
    const isSent = await sendDraft(chat, draft.value, members.value);
    isSaving.value = false;
    if (!isSent) return;
    if (!edited) draft.value = '';
    isPreviewed.value = false;
    caret.value = 0;
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || suggestions.onKeyDown(event) || formatKeys(event)) return;
    // On touch devices Enter starts a new line.
    if (event.key === 'Enter' && !event.shiftKey && !isTouch) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      chat.edit(undefined);
    } else if (event.key === 'ArrowUp' && draft.value === '') {
      const own = chat.items.value
        .flatMap((each) => (each.type === 'message' ? each.message : []))
        .findLast(({ user, audio, is_feed }) => user.id === binder.me.id && !audio && !is_feed);
      if (!own) return;
      event.preventDefault();
      chat.edit(own);
    }
  }

  return {
    field,
    emoji,
    draft,
    caret,
    suggestions,
    selected,
    write,
    isFormatting,
    isPreviewed,
    isPickingEmoji,
    isRecording,
    isSaving,
    send,
    shortcodes,
    onKeyDown,
  };
}

export type ComposerState = ReturnType<typeof useComposer>;

/** Fits the field's height to its text; the stylesheet limits it. */
function grow(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
