import { batch, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isRich } from './bbcode.ts';
import type { Editor } from './editor/create-editor.ts';
import { type Field, type FieldText, textareaField } from './field.ts';
import { editorModule } from './lazy-editor.ts';

export function useField(draft: FieldText) {
  const field = useRef<Field>(undefined);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const taken = useRef<{ start: number; end: number; hasFocus: boolean }>(undefined);
  const block = useSignal(draft.peek());
  const caret = useSignal(0);
  const isComposing = useSignal(false);
  const module = isComposing.value ? undefined : editorModule.value;
  if (module && textarea.current && !taken.current) {
    const { selectionStart: start, selectionEnd: end } = textarea.current;
    taken.current = { start, end, hasFocus: document.activeElement === textarea.current };
  }
  useLayoutEffect(() => grow(textarea.current), [draft.value, module]);

  useSignalEffect(() => {
    const { value } = draft;
    if (textarea.current) block.value = value;
  });

  function readTextarea(): void {
    const { current: element } = textarea;
    if (!element) return;
    batch(() => {
      draft.value = element.value;
      block.value = element.value;
      caret.value = element.selectionStart;
    });
  }

  return {
    module,
    field,
    block,
    caret,
    isComposing,
    readTextarea,
    onTextarea(element: HTMLTextAreaElement | null): void {
      textarea.current = element;
      if (element) field.current = textareaField(element, readTextarea);
    },
    onEditor(editor: Editor | undefined): void {
      field.current = editor;
      const { current: selection } = taken;
      if (!editor || !selection) return;
      taken.current = undefined;
      if (!isRich(draft.peek())) editor.select(selection.start, selection.end);
      if (selection.hasFocus) editor.focus();
    },
  };
}

function grow(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
