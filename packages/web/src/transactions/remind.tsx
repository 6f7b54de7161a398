import { unwrap } from '@ringbinder/client';
import type { Assignee, Step, Transaction } from '@ringbinder/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isOwner } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import { usePassedFocus } from '../design/pass-focus.ts';
import { RelativeTime, useNow } from '../design/time.tsx';
import { toast, toastError } from '../design/toast.tsx';
import { transactionPage as text } from '../strings/messages/transaction-page.ts';
import { awaitedIn, isOpen } from './progress.ts';

/** The server refuses more. */
const PAUSE_MS = 60 * 60 * 1000;

interface RemindProps {
  binder: BinderContext;
  transaction: Transaction;
}

const isOpenTransaction = ({ is_active, outcome }: Transaction): boolean => is_active && !outcome;

export const isSender = ({ me, state, canWrite }: BinderContext, { creator }: Transaction): boolean =>
  canWrite.value && (creator.id === me.id || isOwner(state.value, me.id));

export function Remind({ binder, transaction }: RemindProps) {
  const now = useNow();
  const { steps, reminded_time: last = 0 } = transaction;
  const awaited = steps.filter(({ status }) => status === 'current').flatMap(awaitedIn);
  const isPossible = awaited.some(({ user_id }) => user_id !== binder.me.id);
  if (!isOpenTransaction(transaction) || !isSender(binder, transaction) || !isPossible) return null;
  if (now - last >= PAUSE_MS) return <RemindButton binder={binder} transaction={transaction} />;
  return (
    <span class="muted small" id="reminded" tabIndex={-1}>
      {text.reminded} · <RelativeTime at={last} />
    </span>
  );
}

function RemindButton({ binder, transaction }: RemindProps) {
  const [isSending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  usePassedFocus(button, () => document.getElementById('reminded'));
  const remind = async () => {
    if (isSending) return;
    setSending(true);
    const params = { path: { binder_id: binder.id, transaction_id: transaction.id } };
    try {
      await explained(
        unwrap(binder.client.api.POST('/{binder_id}/transactions/{transaction_id}/remind', { params })),
      );
      toast(text.reminded);
    } catch (error) {
      toastError((error as Error).message);
    }
    setSending(false);
  };
  return (
    <button
      ref={button}
      type="button"
      class="button compact"
      aria-disabled={isSending}
      onClick={() => void remind()}
    >
      {text.remind}
    </button>
  );
}

export function Viewed({
  binder,
  transaction,
  step,
  assignee,
}: RemindProps & { step: Step; assignee: Assignee }) {
  if (!isOpen(step) || assignee.user_id === binder.me.id) return null;
  if (assignee.viewed_time !== undefined)
    return (
      <>
        {' · '}
        {text.viewed} <RelativeTime at={assignee.viewed_time} />
      </>
    );
  return step.status === 'current' && isSender(binder, transaction) ? <> · {text.notViewed}</> : null;
}

/** Reports that the user opened the steps that await them. */
export function useView(
  { id: binder_id, client, me, connection }: BinderContext,
  transaction: Transaction | undefined,
): void {
  const unseen = transaction && isOpenTransaction(transaction) ? transaction.steps : [];
  const ids = unseen
    .filter((step) => step.status === 'current')
    .filter((step) =>
      awaitedIn(step).some(({ user_id, viewed_time }) => user_id === me.id && viewed_time === undefined),
    )
    .map(({ id }) => id);
  const isOnline = connection.value.status === 'online';
  useEffect(() => {
    if (!isOnline) return;
    for (const step_id of ids) {
      const params = { path: { binder_id, transaction_id: transaction?.id ?? 0, step_id } };
      const route = '/{binder_id}/transactions/{transaction_id}/steps/{step_id}/view';
      // Without a view, the person can still answer.
      client.api.POST(route, { params }).catch(() => {});
    }
  }, [ids.join(), isOnline]);
}
