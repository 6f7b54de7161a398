import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Alert } from '../design/states.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';

interface CommentFormProps {
  label: string;
  /** A new value moves the focus here. */
  isWanted?: unknown;
  /** If this throws, the error appears and the text returns. */
  send: (written: string) => Promise<void>;
}

const MAX_CHARS = 65_536;

export function CommentForm({ label, isWanted, send }: CommentFormProps) {
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  const submit = async () => {
    const written = draft.trim();
    if (written === '' || isBusy) return;
    setIsBusy(true);
    setProblem('');
    // Emptied first: the person may write the next comment meanwhile.
    setDraft('');
    try {
      await send(written);
    } catch (error) {
      setProblem((error as Error).message);
      setDraft((next) => (next === '' ? written : `${written}\n${next}`));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        dir="auto"
        ref={field}
        rows={2}
        maxLength={MAX_CHARS}
        aria-label={label}
        placeholder={label}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <button type="submit" class="button compact" aria-disabled={draft.trim() === '' || isBusy}>
        {text.comments.send}
      </button>
      <Alert>{problem}</Alert>
    </form>
  );
}
