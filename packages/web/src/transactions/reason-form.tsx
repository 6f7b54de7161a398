import type { Action } from '@ringbinder/protocol';
import { Field } from '../design/field.tsx';
import { FormDialog, useUnsaved } from '../design/form-dialog.tsx';
import { transactions as text } from '../strings/messages/transactions.ts';
import { systemWords } from '../strings/system-words.ts';
import type { PressDetails } from './press.ts';

/** The server's limit, in characters. */
const MAX_REASON = 10_000;

interface ReasonFormProps {
  title: string;
  action: Action;
  close: () => void;
  send: (details: PressDetails) => Promise<void>;
}

export function ReasonForm({ title, action, close, send }: ReasonFormProps) {
  const isRejection = action.outcome === 'rejected';
  return (
    <FormDialog
      title={title}
      submit={systemWords(action.text)}
      danger={isRejection}
      close={close}
      {...useUnsaved()}
      send={(values) => send({ comment: values.get('comment') })}
    >
      {isRejection ? (
        <Field label={text.reason} name="comment" rows={3} maxLength={MAX_REASON} hint={text.reasonHint} />
      ) : (
        <p>{text.final}</p>
      )}
    </FormDialog>
  );
}
