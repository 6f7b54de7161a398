import type { Action } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import { Field } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { transactions as text } from '../strings/en/transactions.ts';

/** Characters, as on the server. */
const MAX_REASON = 10_000;

/**
 * Asks for the reason of a rejection. The dialog stays open with the reason when the press is refused.
 * @param title of the transaction
 * @param press throws a Refusal
 */
export function useRejection(title: string, press: (action: Action, comment: string) => Promise<void>) {
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const dialog = action && (
    <FormDialog
      title={title}
      submit={action.text}
      danger
      close={close}
      send={async (values) => {
        await press(action, values.get('comment'));
        close();
      }}
    >
      <Field label={text.reason} name="comment" rows={3} maxLength={MAX_REASON} hint={text.reasonHint} />
    </FormDialog>
  );
  return { reject: setAction, dialog };
}
