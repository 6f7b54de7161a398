import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createEditor, type Editor, type EditorInput } from './create-editor.ts';
import { messageFormat } from './format.ts';
import { LinkForm } from './link-form.tsx';
import { Toolbar } from './toolbar.tsx';

interface EditorFieldProps extends Omit<EditorInput, 'onLink'> {
  hasToolbar: boolean;
  /** Buttons at the end of the toolbar. */
  extraTools?: ((editor: Editor) => ComponentChildren) | undefined;
  onEditor(editor: Editor | undefined): void;
}

export function EditorField({ hasToolbar, extraTools, onEditor, ...input }: EditorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useSignal<Editor | undefined>(undefined);
  const isLinking = useSignal(false);
  const latest = useRef(input);
  latest.current = input;
  const link = () => {
    isLinking.value = true;
  };
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const { current: handlers } = latest;
    const created = createEditor(host.current, {
      ...handlers,
      onKeyDown: (event) => latest.current.onKeyDown(event),
      onType: (text) => latest.current.onType(text),
      onCompositionStart: () => latest.current.onCompositionStart(),
      onCompositionEnd: () => latest.current.onCompositionEnd(),
      onLink: link,
    });
    editor.value = created;
    onEditor(created);
    return () => {
      onEditor(undefined);
      created.destroy();
    };
  }, []);
  return (
    <>
      {hasToolbar && editor.value && (
        <Toolbar editor={editor.value} format={input.format ?? messageFormat} link={link}>
          {extraTools?.(editor.value)}
        </Toolbar>
      )}
      {isLinking.value && editor.value && (
        <LinkForm
          editor={editor.value}
          close={() => {
            isLinking.value = false;
          }}
        />
      )}
      <div ref={host} class="composer-editor message-text" />
    </>
  );
}
