import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FormDialog } from '../design/form-dialog.tsx';
import { usePassedFocus } from '../design/pass-focus.ts';
import { text as common } from '../strings/common.ts';
import { comments as text } from '../strings/messages/comments.ts';

interface OwnCommentProps {
  written: string;
  edit: (() => void) | undefined;
  takesFocus: boolean;
  remove: () => Promise<unknown>;
}

export function OwnComment({ written, edit, takesFocus, remove }: OwnCommentProps) {
  const [isRemoving, setRemoving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, []);
  const group = useRef<HTMLDivElement>(null);
  usePassedFocus(group, () => document.querySelector('.comment-form textarea')); // not shown
  const close = () => setRemoving(false);
  const what = excerpt(written, 60);
  return (
    <div class="own-comment" ref={group}>
      {edit && (
        <button
          ref={button}
          type="button"
          class="button compact quiet"
          aria-label={common.about(text.edit, what)}
          onClick={edit}
        >
          {text.edit}
        </button>
      )}
      <button
        type="button"
        class="button compact quiet"
        aria-label={common.about(text.remove, what)}
        onClick={() => setRemoving(true)}
      >
        {text.remove}
      </button>
      {isRemoving && (
        <FormDialog
          title={text.removeTitle}
          submit={text.remove}
          danger
          close={close}
          send={async () => {
            await remove();
            close();
          }}
        >
          <blockquote dir="auto" class="quote">
            {excerpt(written, 200)}
          </blockquote>
        </FormDialog>
      )}
    </div>
  );
}
