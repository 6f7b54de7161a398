import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Field } from '../field.ts';
import { loadEmoji } from './source.ts';
import { shortcodeAt } from './typed.ts';

interface ShortcodeInput {
  block: ReadonlySignal<string>;
  caret: ReadonlySignal<number>;
  field: RefObject<Field | undefined>;
  isClosedAt(start: number): boolean;
}

export function useShortcodes({ block, caret, field, isClosedAt }: ShortcodeInput) {
  const isComposing = useRef(false);

  async function replace(): Promise<void> {
    const typed = shortcodeAt(block.peek(), caret.peek());
    if (!typed || isClosedAt(typed.start)) return;
    const emojis = await loadEmoji().catch(() => undefined);
    // While the emoji loaded, the user may have left the field or begun to compose a word.
    if (isComposing.current || !field.current?.hasFocus()) return;
    const replaced = emojis?.withEmoji(field.current.selected(), typed);
    if (replaced) field.current.write(replaced);
  }

  return {
    onType(typed: string): void {
      if (typed === ':' && !isComposing.current) void replace();
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
