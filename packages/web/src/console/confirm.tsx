import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { text } from '../strings/en.ts';

interface ConfirmProps {
  /** The button's word, and what it does to what. */
  label: string;
  about: string;
  consequence: string;
  /** Does it. Gives true when it has said itself what came of it. */
  act: (values: FormValues) => Promise<boolean | undefined>;
  /** Takes nothing away from anyone. */
  safe?: boolean;
  /** What else is to be decided. */
  children?: ComponentChildren;
}

/** A button for what has consequences: it asks first, and says when it was done. */
export function ConfirmButton({ label, about, consequence, act, safe, children }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const title = text.about(label, about);
  const send = async (values: FormValues) => {
    const hasSaid = await act(values);
    setAsking(false);
    if (!hasSaid) toast(text.state.done);
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
