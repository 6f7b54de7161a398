import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { chat as text } from '../../strings/messages/chat.ts';
import type { Field } from '../field.ts';
import { FieldSuggestions, fieldOf, type SuggestingField } from '../field-suggestions.tsx';
import { ChatGlyph } from '../glyphs.tsx';
import { EmojiPicker } from './lazy-picker.ts';
import { emojiSource } from './source.ts';
import { useShortcodes } from './use-shortcodes.ts';

const SOURCES = [emojiSource];

/** Adds suggestions, shortcodes and the picker of emoji to a textarea. */
export function FieldEmoji(props: SuggestingField) {
  const { draft, caret, suggestions } = props;
  const isPicking = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<Field>(undefined);
  const shortcodes = useShortcodes({
    block: draft,
    caret,
    field,
    isClosedAt: (start) => suggestions.value?.isClosedAt(start) === true,
  });
  useLayoutEffect(() => {
    const { current: textarea } = props.field;
    if (!textarea) return;
    field.current = fieldOf(props);
    const end = new AbortController();
    const { signal } = end;
    textarea.addEventListener('input', (event) => shortcodes.onType((event as InputEvent).data ?? ''), {
      signal,
    });
    textarea.addEventListener('compositionstart', shortcodes.onCompositionStart, { signal });
    textarea.addEventListener('compositionend', shortcodes.onCompositionEnd, { signal });
    return () => end.abort();
  }, []);
  return (
    <>
      <button
        type="button"
        class="tool"
        ref={button}
        aria-label={text.composer.emoji}
        title={text.composer.emoji}
        onClick={() => {
          isPicking.value = true;
        }}
      >
        <ChatGlyph name="emoji" />
      </button>
      <FieldSuggestions {...props} sources={SOURCES} />
      {isPicking.value && (
        <EmojiPicker
          near={button}
          label={text.composer.emoji}
          close={() => {
            isPicking.value = false;
          }}
          choose={(one) => field.current?.insert(one)}
        />
      )}
    </>
  );
}
