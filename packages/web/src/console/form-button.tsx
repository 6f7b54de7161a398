import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { text } from '../strings/en.ts';

interface FormButtonProps {
  /** Of the dialog, and the button's name. */
  title: string;
  /** The button's word, when the title is too long for it. */
  label?: string;
  /** The dialog's button. */
  submit?: string;
  /** Quiet unless told: for buttons in rows. */
  kind?: 'primary' | 'plain' | 'quiet';
  wide?: boolean;
  /** Sends the form. What it throws is shown in the dialog, which stays open. */
  send: (values: FormValues) => Promise<unknown>;
  /** The fields. */
  children: ComponentChildren;
}

/** A button that opens a form. */
export function FormButton({ title, label, submit, kind = 'quiet', wide, send, children }: FormButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={`button compact ${kind === 'plain' ? '' : kind}`}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {label ?? title}
      </button>
      {open && (
        <FormDialog
          title={title}
          submit={submit ?? text.actions.save}
          close={() => setOpen(false)}
          {...(wide && { wide })}
          send={async (values) => {
            await send(values);
            setOpen(false);
          }}
        >
          {children}
        </FormDialog>
      )}
    </>
  );
}
