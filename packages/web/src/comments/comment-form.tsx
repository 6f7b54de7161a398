import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { mentionedBy } from '../chat/mentioned.ts';
import type { SuggestionKeys } from '../chat/suggestion-list.tsx';
import { isComposing } from '../design/composition.ts';
import { Alert, lazy } from '../design/states.tsx';
import { text as common } from '../strings/common.ts';

interface CommentFormProps {
  binder: BinderContext;
  draft: Signal<string>;
  label: string;
  submit: string;
  /** Each new value moves the focus to the field. */
  focusTrigger?: unknown;
  cancel?: () => void;
  send: (written: string, mentions: string[]) => void | Promise<void>;
}

const MAX_CHARS = 65_536;
const AT = /[@＠]/;

const MentionList = lazy(() => import('./mention-list.tsx').then((module) => module.MentionList), 'quiet');

export const messageOf = (text: string, mentions: string[]) => ({
  text,
  ...(mentions.length > 0 && { mentions }),
});

export function CommentForm({ binder, draft, label, submit, focusTrigger, cancel, send }: CommentFormProps) {
  const caret = useSignal(0);
  const suggestions = useSignal<SuggestionKeys | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isEdit = cancel !== undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (focusTrigger) field.current?.focus();
  }, [focusTrigger]);
  const post = async () => {
    const written = draft.peek().trim();
    if (written === '' || isBusy) return;
    setIsBusy(true);
    setProblem('');
    // The user may write the next comment during the request.
    if (!isEdit) draft.value = '';
    try {
      await send(written, mentionedBy(binder, written));
    } catch (error) {
      setProblem((error as Error).message);
      if (!isEdit) draft.value = draft.peek() === '' ? written : `${written}\n${draft.peek()}`;
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
    >
      {AT.test(draft.value) && (
        <MentionList binder={binder} draft={draft} caret={caret} field={field} suggestions={suggestions} />
      )}
      <textarea
        dir="auto"
        ref={field}
        rows={1}
        maxLength={MAX_CHARS}
        readOnly={isEdit && isBusy}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={suggestions.value?.activeId.value && suggestions.value.listId}
        aria-activedescendant={suggestions.value?.activeId.value}
        placeholder={label}
        value={draft.value}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
          caret.value = event.currentTarget.selectionStart;
        }}
        onSelect={(event) => {
          caret.value = event.currentTarget.selectionStart;
        }}
        onKeyDown={(event) => {
          if (isComposing(event) || suggestions.value?.onKeyDown(event)) return;
          if (event.key === 'Escape' && cancel) {
            event.stopPropagation();
            cancel();
          }
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void post();
        }}
      />
      <button type="submit" class="button compact" aria-disabled={draft.value.trim() === '' || isBusy}>
        {submit}
      </button>
      {cancel && (
        <button type="button" class="button compact quiet" onClick={cancel}>
          {common.actions.cancel}
        </button>
      )}
      <Alert>{problem}</Alert>
    </form>
  );
}
