import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { text } from '../strings/console.ts';

interface FormButtonProps {
  title: string;
  /** The button's label, if the title is too long. */
  label?: string;
  submit?: string;
  kind?: 'primary' | 'plain' | 'quiet';
  wide?: boolean;
  /** If the promise rejects, the dialog stays open. */
  send: (values: FormValues) => Promise<unknown>;
  children: ComponentChildren;
}

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
