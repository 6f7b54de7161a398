import { unwrap } from '@ringbinder/client';
import type { Transaction } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isOwner } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { transactionForm as form } from '../strings/en/transaction-form.ts';
import { transactionPage as text } from '../strings/en/transaction-page.ts';
import { canReopen } from './progress.ts';

interface ChangeProps {
  binder: BinderContext;
  transaction: Transaction;
}

/** Actions of the creator and the binder's owner: rename, stop, reopen, delete. */
export function ChangeTransaction({ binder, transaction }: ChangeProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const { me, client, id: binder_id, state, canWrite } = binder;
  const isTheirs = transaction.creator.id === me.id || isOwner(state.value, me.id);
  if (!canWrite.value || !isTheirs) return null;
  const one = '/{binder_id}/transactions/{transaction_id}';
  const params = { path: { binder_id, transaction_id: transaction.id } };
  const change = (body: { title?: string; is_active?: boolean }) =>
    explained(unwrap(client.api.POST(one, { params, body })));
  const setActive = async (is_active: boolean) => {
    try {
      await change({ is_active });
      toast(is_active ? text.reopened : text.stopped);
    } catch (error) {
      toast((error as Error).message);
    }
  };
  const { is_active, outcome } = transaction;
  const canStop = outcome === undefined && is_active;
  const canOpen = outcome === undefined ? !is_active : canReopen(transaction);
  const close = () => setDialog(undefined);
  return (
    <>
      {(canStop || canOpen) && (
        // A single button, so that it keeps the focus when its action changes.
        <button type="button" class="button compact quiet" onClick={() => setActive(!canStop)}>
          {canStop ? text.stop : text.reopen}
        </button>
      )}
      <button type="button" class="button compact quiet" onClick={() => setDialog('rename')}>
        {text.rename}
      </button>
      <button type="button" class="button compact quiet danger" onClick={() => setDialog('delete')}>
        {text.delete}
      </button>
      {dialog === 'rename' && (
        <FormDialog
          title={text.renameTitle}
          submit={text.save}
          close={close}
          send={async (values) => {
            await change({ title: values.get('title') });
            close();
          }}
        >
          <Field label={form.title} name="title" value={transaction.title} required />
        </FormDialog>
      )}
      {dialog === 'delete' && (
        <FormDialog
          title={text.deleteTitle}
          submit={text.delete}
          danger
          close={close}
          send={async () => {
            await explained(unwrap(client.api.DELETE(one, { params })));
            close();
            binder.navigate(binder.links.section('transactions'));
          }}
        >
          <p>{text.deleteConsequence}</p>
        </FormDialog>
      )}
    </>
  );
}
