import { useState } from 'preact/hooks';
import { FormDialog } from '../design/dialog.tsx';
import { toast } from '../design/toast.tsx';
import { text } from '../strings/en.ts';

interface ConfirmProps {
  /** The button's word, and what it does to what. */
  label: string;
  about: string;
  consequence: string;
  act: () => Promise<void>;
}

/** A button for what cannot be undone: it asks first, and says when it was done. */
export function ConfirmButton({ label, about, consequence, act }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  const send = async () => {
    await act();
    setAsking(false);
    toast(text.state.done);
  };
  return (
    <>
      <button
        type="button"
        class="button compact quiet"
        aria-label={`${label}: ${about}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {asking && (
        <FormDialog
          title={`${label}: ${about}`}
          submit={label}
          danger
          close={() => setAsking(false)}
          send={send}
        >
          <p>{consequence}</p>
        </FormDialog>
      )}
    </>
  );
}
