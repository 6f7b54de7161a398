import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { text } from '../strings/console.ts';

interface ConfirmProps {
  label: string;
  about: string;
  consequence: string;
  /** Resolves with true if the action has shown its own notice. */
  act: (values: FormValues) => Promise<boolean | undefined>;
  safe?: boolean;
  children?: ComponentChildren;
}

export function ConfirmButton({ label, about, consequence, act, safe, children }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const title = text.about(label, about);
  const send = async (values: FormValues) => {
    const hasNotice = await act(values);
    setAsking(false);
    if (!hasNotice) toast(text.state.done);
  };
  return (
    <>
      <button
        type="button"
        class={`button compact quiet ${safe ? '' : 'danger'}`}
        aria-label={title}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {asking && (
        <FormDialog title={title} submit={label} danger={!safe} close={() => setAsking(false)} send={send}>
          <p>{consequence}</p>
          {children}
        </FormDialog>
      )}
    </>
  );
}
