import { type BinderCall, changeBinder } from '../../access/index.ts';
import { because, preconditionFailed, withDetails } from '../../errors.ts';
import { awaitsOthers, storeReminder } from './remind-queries.ts';
import { checkOwn, requireTransaction } from './service.ts';

const PAUSE_MS = 60 * 60 * 1000;

/** The entry notifies the people whose answers are awaited now. */
export function remindPeople(call: BinderCall, transactionId: number): Promise<void> {
  const { actor, binderId } = call;
  return changeBinder(call, 'write', async ({ tx, access, at, log }) => {
    await checkOwn(tx, access, actor, transactionId);
    const { outcome, is_active } = await requireTransaction(tx, binderId, at, transactionId);
    if (outcome !== null)
      throw preconditionFailed(
        withDetails(because('transaction_over'), `the transaction has ended: ${outcome}`),
      );
    if (!is_active) throw preconditionFailed(because('transaction_inactive'));
    if (!(await awaitsOthers(tx, binderId, transactionId, actor.userId)))
      throw preconditionFailed(because('nobody_to_remind'));
    if (!(await storeReminder(tx, { binderId, transactionId, at, since: at - PAUSE_MS })))
      throw preconditionFailed(because('reminded_recently'));
    await log([{ kind: 'transaction_reminded', body: { id: transactionId } }]);
  });
}
