import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import type { SuggestionKeys } from '../chat/suggestion-list.tsx';
import { Alert, lazy } from '../design/states.tsx';
import { text as common } from '../strings/common.ts';

interface CommentFormProps {
  binder: BinderContext;
  draft: Signal<string>;
  label: string;
  submit: string;
  /** Each new value moves the focus to the field. */
  isWanted?: unknown;
  cancel?: () => void;
  /** If this rejects, the form shows the error and restores the text. */
  send: (written: string, mentions: string[]) => void | Promise<void>;
}

const MAX_CHARS = 65_536;
const AT = /[@＠]/;

const loadMentions = () => import('./mention-list.tsx');
const MentionList = lazy(() => loadMentions().then((module) => module.MentionList), 'quiet');

export const messageOf = (text: string, mentions: string[]) => ({
  text,
  ...(mentions.length > 0 && { mentions }),
});

export function CommentForm({ binder, draft, label, submit, isWanted, cancel, send }: CommentFormProps) {
  const caret = useSignal(0);
  const suggestions = useSignal<SuggestionKeys | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  const post = async () => {
    const written = draft.peek().trim();
    if (written === '' || isBusy) return;
    setIsBusy(true);
    setProblem('');
    // Empty the field first, because the user may write the next comment during the request.
    draft.value = '';
    try {
      const mentions = AT.test(written) ? (await loadMentions()).mentionedBy(binder, written) : [];
      await send(written, mentions);
    } catch (error) {
      setProblem((error as Error).message);
      draft.value = draft.peek() === '' ? written : `${written}\n${draft.peek()}`;
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
          if (event.isComposing || suggestions.value?.onKeyDown(event)) return;
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
