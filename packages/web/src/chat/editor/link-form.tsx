import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Alert } from '../../design/states.tsx';
import { chatTools as text } from '../../strings/messages/chat-tools.ts';
import type { Editor } from './create-editor.ts';
import { addressOf, linkAt, setLink } from './tools.ts';

const SCHEME = 'https://';

export function LinkForm({ editor, close }: { editor: Editor; close: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const isWrong = useSignal(false);
  const link = linkAt(editor.state.peek());
  // Use a layout effect, so that the next key reaches the form.
  useLayoutEffect(() => field.current?.select(), []);
  const end = (href: string | undefined) => {
    close();
    editor.run(setLink(href));
  };
  return (
    <form
      class="link-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = addressOf(field.current?.value ?? '');
        if (address !== undefined) end(address);
        else {
          isWrong.value = true;
          field.current?.focus();
        }
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
        editor.focus();
      }}
    >
      <input
        ref={field}
        type="url"
        aria-label={text.editor.address}
        aria-invalid={isWrong.value}
        aria-describedby={isWrong.value ? problemId : undefined}
        placeholder={SCHEME}
        defaultValue={link?.href ?? ''}
      />
      <button type="submit" class="button compact">
        {text.editor.setLink}
      </button>
      {link && (
        <button type="button" class="button compact quiet" onClick={() => end(undefined)}>
          {text.editor.removeLink}
        </button>
      )}
      <Alert id={problemId}>{isWrong.value && text.editor.wrongAddress}</Alert>
    </form>
  );
}
