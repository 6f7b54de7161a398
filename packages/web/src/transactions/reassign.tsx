import { unwrap } from '@ringbinder/client';
import type { Assignee, Step, Transaction } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import { availableMembersOf } from '../binder/available-members.ts';
import type { BinderContext } from '../binder/context.ts';
import { isOwner } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { FormDialog, useControl } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { transactionPage as text } from '../strings/messages/transaction-page.ts';

interface ReassignProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
  assignee: Assignee;
}

export function ReassignStep({ binder, transaction, step, assignee }: ReassignProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { me, client, id: binder_id, state, canWrite } = binder;
  const isTheirs = canWrite.value && (transaction.creator.id === me.id || isOwner(state.value, me.id));
  const isWaiting = step.status === 'current' || step.status === 'waiting';
  if (!isWaiting || transaction.outcome || !(isTheirs || me.is_admin)) return null;
  const { groups } = step;
  const name = groups?.map((group) => group.name).join(', ') ?? assignee.name;
  const close = () => setIsOpen(false);
  const path = '/{binder_id}/transactions/{transaction_id}/steps/{step_id}/assignee';
  const params = { path: { binder_id, transaction_id: transaction.id, step_id: step.id } };
  return (
    <>
      <button
        type="button"
        class="button compact"
        aria-label={text.reassignLabel(name)}
        onClick={() => setIsOpen(true)}
      >
        {text.reassign}
      </button>
      {isOpen && (
        <FormDialog
          title={text.reassignTitle}
          submit={text.reassign}
          close={close}
          send={async (values) => {
            const user_id = values.get('user_id');
            const body = { user_id, ...(!groups && { previous_user_id: assignee.user_id }) };
            await explained(unwrap(client.api.POST(path, { params, body })));
            close();
            const chosen = availableMembersOf(state.value).find(({ user }) => user.id === user_id);
            toast(text.reassigned(chosen?.user.name ?? ''));
          }}
        >
          <p class="muted">{text.reassignHint(name)}</p>
          <NewAssignee binder={binder} step={step} assignee={assignee} />
        </FormDialog>
      )}
    </>
  );
}

function NewAssignee({ binder, step, assignee }: Omit<ReassignProps, 'transaction'>) {
  const { control, reason } = useControl('user_id');
  const assignees = new Set((step.assignees ?? [assignee]).map(({ user_id }) => user_id));
  // Members of an assigned group may also be assigned individually.
  const others = availableMembersOf(binder.state.value).filter(
    ({ user }) => step.groups || !assignees.has(user.id),
  );
  return (
    <div class="field">
      <label for={control.id}>{text.newAssignee}</label>
      <select {...control} required>
        <option value="">{text.choosePerson}</option>
        {others.map(({ user }) => (
          <option key={user.id} value={user.id}>
            {user.name}
          </option>
        ))}
      </select>
      {reason}
    </div>
  );
}
