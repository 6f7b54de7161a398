import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../strings/common.ts';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.tsx';

/** What is wrong with the fields of the form around, by their names. */
const Wrongs = createContext<Readonly<Record<string, string>>>({});

export function useWrong(name: string): string | undefined {
  return useContext(Wrongs)[name];
}

/** The values of a form by the names of its fields; of checkboxes with one name all that are checked. */
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
  /** Does what the form is for. What it throws is shown in the dialog, which stays open. */
  send: (values: FormValues) => Promise<void>;
  children?: ComponentChildren;
  danger?: boolean;
  wide?: boolean;
}

/** A dialog with a form: it cannot be sent twice, and shows why it was refused, at the fields where they are named. */
export function FormDialog({ title, submit, close, send, children, danger, wide }: FormDialogProps) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isThere = useRef(true);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  useLayoutEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setRefusal(undefined);
    try {
      await send({
        get: (name) => String(data.get(name) ?? '').trim(),
        all: (name) => data.getAll(name).map(String),
        has: (name) => data.has(name),
      });
    } catch (error) {
      const refused = tellAtFields({ fields: {}, message: String(error), ...readRefusal(error) }, data);
      // Someone who closed it meanwhile has to learn that nothing came of it.
      if (isThere.current) setRefusal(refused);
      else toast(refused.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close} {...(wide && { wide })}>
      {refusal && (
        <p class="notice bad" role="alert">
          {refusal.message}
        </p>
      )}
      <form class="stack" onSubmit={onSubmit} ref={form}>
        <Wrongs.Provider value={refusal?.fields ?? {}}>{children}</Wrongs.Provider>
        <div class="choose">
          <button type="button" class="button compact" onClick={close}>
            {text.actions.cancel}
          </button>
          {/* Not disabled: that would take the focus away. */}
          <button
            type="submit"
            class={`button compact primary ${danger ? 'danger' : ''}`}
            aria-disabled={busy}
          >
            {busy ? text.state.working : submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is said at each field need not be said twice. */
function tellAtFields(refusal: Refusal, data: FormData): Refusal {
  const names = Object.keys(refusal.fields);
  const isToldThere = names.length > 0 && names.every((name) => data.has(name));
  return isToldThere ? { ...refusal, message: text.refused } : refusal;
}

function readRefusal(error: unknown): Partial<Refusal> {
  if (!(error instanceof Error)) return {};
  const { fields } = error as Error & { fields?: Refusal['fields'] };
  return { message: error.message, ...(fields && { fields }) };
}
