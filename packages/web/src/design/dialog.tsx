import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { text } from '../strings/en.ts';

/** A modal dialog. It gives the focus back to what had it; Escape closes it. */
export function Dialog({
  title,
  close,
  children,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog class="dialog" ref={element} aria-labelledby={heading} onClose={close}>
      <div class="inside">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** The values of a form by the names of its fields; of checkboxes with one name all that are checked. */
export interface FormValues {
  get(name: string): string;
  all(name: string): string[];
  has(name: string): boolean;
}

interface FormDialogProps {
  title: string;
  submit: string;
  close: () => void;
  /** Does what the form is for. What it throws is shown in the dialog, which stays open. */
  send: (values: FormValues) => Promise<void>;
  children?: ComponentChildren;
  danger?: boolean;
}

/** A dialog with a form: it cannot be sent twice, and shows why it was refused. */
export function FormDialog({ title, submit, close, send, children, danger }: FormDialogProps) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setProblem('');
    try {
      await send({
        get: (name) => String(data.get(name) ?? '').trim(),
        all: (name) => data.getAll(name).map(String),
        has: (name) => data.has(name),
      });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close}>
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <form class="stack" onSubmit={onSubmit}>
        {children}
        <footer>
          <button type="button" class="button compact" onClick={close}>
            {text.actions.cancel}
          </button>
          <button type="submit" class={`button compact ${danger ? 'danger' : 'primary'}`} disabled={busy}>
            {busy ? text.state.working : submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
