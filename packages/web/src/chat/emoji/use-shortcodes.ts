import type { ReadonlySignal } from '@preact/signals';
import type { RefObject, TargetedInputEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { Selected } from '../bbcode.ts';
import { loadEmoji } from './source.ts';
import { shortcodeAt } from './typed.ts';

interface ShortcodeInput {
  draft: ReadonlySignal<string>;
  caret: ReadonlySignal<number>;
  field: RefObject<HTMLTextAreaElement | null>;
  selected(): Selected;
  write(selected: Selected): void;
  /** Whether the user has dismissed the suggestions for the word that starts there. */
  isClosedAt(start: number): boolean;
}

/** Replaces a shortcode with its emoji when its last colon is typed. Returns events of the field. */
export function useShortcodes({ draft, caret, field, selected, write, isClosedAt }: ShortcodeInput) {
  const isComposing = useRef(false);

  async function replace(): Promise<void> {
    const typed = shortcodeAt(draft.peek(), caret.peek());
    if (!typed || isClosedAt(typed.start)) return;
    const emojis = await loadEmoji().catch(() => undefined);
    // While the emoji load, the user may begin to compose a word, or leave the field.
    if (isComposing.current || document.activeElement !== field.current) return;
    const replaced = emojis?.withEmoji(selected(), typed);
    if (replaced) write(replaced);
  }

  return {
    onInput({ data }: TargetedInputEvent<HTMLTextAreaElement>): void {
      // A pasted text stays as it is.
      if (data === ':' && !isComposing.current) void replace();
    },
    onCompositionStart(): void {
      isComposing.current = true;
    },
    onCompositionEnd(): void {
      isComposing.current = false;
      void replace();
    },
  };
}
