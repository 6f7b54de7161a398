import { type ComponentChildren, createContext, Fragment } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../strings/common.ts';
import { withTexts } from '../strings/language.ts';
import { Dialog } from './dialog.tsx';
import { useDiscardQuestion } from './discard-question.tsx';
import { Alert } from './states.tsx';
import { toastError } from './toast.tsx';

const Wrongs = createContext<Readonly<Record<string, string>>>({});

export function useWrong(name: string): string | undefined {
  return useContext(Wrongs)[name];
}

export function useOpenOnError(path: string) {
  const details = useRef<HTMLDetailsElement>(null);
  const wrongs = useContext(Wrongs);
  // Open a section with errors, because the form focuses the first invalid field.
  useLayoutEffect(() => {
    if (details.current && Object.keys(wrongs).some((name) => name.startsWith(path)))
      details.current.open = true;
  }, [wrongs]);
  return details;
}

export function useControl(name: string) {
  const id = useId();
  const wrong = useWrong(name);
  return {
    control: {
      id,
      name,
      'aria-invalid': wrong ? ('true' as const) : undefined,
      'aria-describedby': wrong ? `${id}-wrong` : undefined,
    },
    reason: wrong && (
      <p class="wrong small" id={`${id}-wrong`}>
        {wrong}
      </p>
    ),
  };
}

/** `all` returns the values of all checked checkboxes with the given name. */
export interface FormValues {
  get(name: string): string;
  all(name: string): string[];
  has(name: string): boolean;
}

interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
}

interface FormDialogProps {
  title: string;
  submit: string;
  close: () => void;
  /** The Cancel button calls this function instead of `close`, and does not ask. */
  cancel?: () => void;
  /** True if Cancel, Escape and Back must ask before they close the form. */
  isUnsaved?: { readonly current: boolean };
  send: (values: FormValues) => Promise<void>;
  problems?: () => Readonly<Record<string, string>>;
  onInput?: () => void;
  children?: ComponentChildren;
  /** Shown below the fields. Unlike these, it is accessible while the form is sent. */
  progress?: ComponentChildren;
  danger?: boolean;
  wide?: boolean;
}

/** A redraw on input would reset a controlled checkbox before its change event, so the state is a ref. */
export function useUnsaved(hasInput = false) {
  const isUnsaved = useRef(hasInput);
  const onInput = () => {
    isUnsaved.current = true;
  };
  return { isUnsaved, onInput };
}

export function FormDialog({
  title,
  submit,
  close,
  cancel,
  isUnsaved,
  send,
  problems,
  onInput,
  children,
  progress,
  danger,
  wide,
}: FormDialogProps) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sentFrom = useRef<Element>(null);
  const isThere = useRef(true);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  // The form is drawn before its fields draw their errors, so a layout effect would be too early.
  useEffect(() => {
    if (!refusal) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalid) {
      invalid.focus();
      return;
    }
    if (sentFrom.current instanceof HTMLElement) sentFrom.current.focus({ preventScroll: true });
    // The error above a long form may be out of view.
    form.current?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  const { ask, question, cancelling, withdraw } = useDiscardQuestion(
    () => isUnsaved?.current === true,
    close,
  );
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const target = event.currentTarget as HTMLFormElement;
    const data = new FormData(target);
    // The fields become inert and would lose the focus.
    sentFrom.current = document.activeElement;
    target.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true });
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!target.checkValidity()) {
        const { invalidForm } = await withTexts(import('./field-problems.ts'));
        throw invalidForm(target, problems?.());
      }
      await send({
        get: (name) => String(data.get(name) ?? '').trim(),
        all: (name) => data.getAll(name).map(String),
        has: (name) => data.has(name),
      });
    } catch (error) {
      const refused = reportAtFields({ fields: {}, message: String(error), ...readRefusal(error) }, target);
      if (isThere.current) setRefusal(refused);
      else toastError(refused.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={ask} {...(wide && { wide })}>
      <Alert class="notice bad">{refusal?.message}</Alert>
      <form
        class="stack"
        noValidate
        onSubmit={onSubmit}
        onInput={() => {
          onInput?.();
          // An earlier redraw would reset a controlled checkbox.
          if (question) setTimeout(withdraw);
        }}
        onChange={onInput}
        ref={form}
      >
        {/* Input during the request would be lost when the form closes. */}
        <div style={{ display: 'contents' }} inert={busy}>
          <Wrongs.Provider value={refusal?.fields ?? {}}>{children}</Wrongs.Provider>
        </div>
        {progress}
        <div class="choose">
          {question || (
            <Fragment key="form">
              <button type="button" class="button compact" ref={cancelling} onClick={cancel ?? ask}>
                {text.actions.cancel}
              </button>
              {/* A disabled button would lose the focus. */}
              <button
                type="submit"
                class={`button compact primary ${danger ? 'danger' : ''}`}
                aria-disabled={busy}
              >
                {busy ? text.state.working : submit}
              </button>
            </Fragment>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function reportAtFields(refusal: Refusal, form: HTMLFormElement): Refusal {
  const names = Object.keys(refusal.fields);
  const isReportedThere = names.length > 0 && names.every((name) => form.elements.namedItem(name));
  return isReportedThere ? { ...refusal, message: text.refused } : refusal;
}

function readRefusal(error: unknown): Partial<Refusal> {
  if (!(error instanceof Error)) return {};
  const { fields } = error as Error & { fields?: Refusal['fields'] };
  return { message: error.message, ...(fields && { fields }) };
}
