import type { Signal } from '@preact/signals';
import type { Selected } from './bbcode.ts';

export type FieldText = Pick<Signal<string>, 'value' | 'peek'>;

export interface Field {
  focus(): void;
  hasFocus(): boolean;
  selected(): Selected;
  write(selected: Selected): void;
  insert(text: string): void;
}

export const textareaField = (element: HTMLTextAreaElement, onWrite: () => void): Field => {
  const selected = () => ({
    text: element.value,
    start: element.selectionStart,
    end: element.selectionEnd,
  });
  const write = ({ text, start, end }: Selected) => {
    element.value = text;
    element.focus();
    element.setSelectionRange(start, end);
    onWrite();
  };
  return {
    focus: () => element.focus(),
    hasFocus: () => document.activeElement === element,
    selected,
    write,
    insert(inserted) {
      const { text, start, end } = selected();
      const at = start + inserted.length;
      write({ text: text.slice(0, start) + inserted + text.slice(end), start: at, end: at });
    },
  };
};
