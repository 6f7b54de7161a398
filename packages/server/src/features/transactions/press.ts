import type { Action } from '@ringbinder/protocol';
import { type Actor, type BinderCall, changeBinder, found } from '../../access/index.ts';
import { conflict, forbidden, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type { NewLogEntry } from '../../log/index.ts';
import { writeFeedMessage } from '../messages/index.ts';
import { completeStep, findStepToPress, type PressRow } from './press-queries.ts';

/** Which button of which step. */
export interface Press {
  transactionId: number;
  stepId: number;
  buttonId: string;
}

/**
 * Presses a button of a step for its assignee, who needs to be a member and no more: completes the step and writes the
 * button's feed message into the chat. Throws, in this order, not found for transaction or step, forbidden for anyone
 * but the assignee, precondition failed while the transaction is inactive or steps of lower order are not done, conflict
 * when the step is done, a 400 for a button that the step does not have.
 */
export function pressButton(call: BinderCall, press: Press): Promise<void> {
  const { actor, binderId } = call;
  const { transactionId, stepId, buttonId } = press;
  return changeBinder(call, 'read', async ({ tx, at, log }) => {
    const row = found(
      await findStepToPress(tx, binderId, transactionId, stepId),
      'transaction',
      transactionId,
    );
    checkTurn(row, actor, stepId);
    if (!(await completeStep(tx, { binderId, ...press, at })))
      throw conflict(`step ${stepId} is done already`);
    const action = row.actions?.find(({ id }) => id === buttonId);
    // Thrown after the step was completed, which it takes back: a step that is done says so whatever the button.
    if (!action) throw invalid('click_button_id', `is no button of step ${stepId}`);
    const entries: NewLogEntry[] = [
      {
        kind: 'step_completed',
        body: {
          id: stepId,
          transaction_id: transactionId,
          click_button_id: buttonId,
          ...postbackOf(action, row.bot_user_id),
        },
      },
    ];
    if (action.feed_msg !== '') {
      const replyTo = { transaction: { id: transactionId } };
      const message = { binderId, userId: actor.userId, at, text: action.feed_msg, replyTo };
      entries.push(await writeFeedMessage(tx, message));
    }
    await log(entries);
  });
}

/** What the bot that made the transaction is sent: the button, with its text for a payload that it does not have. */
function postbackOf({ text, payload }: Action, botUserId: string | null) {
  if (botUserId === null) return {};
  return { text, payload: payload === '' ? text : payload, bot_user_id: botUserId };
}

function checkTurn(row: PressRow, actor: Actor, stepId: number): void {
  if (row.assignee_id === null) throw notFound('step', stepId);
  if (row.assignee_id !== actor.userId) throw forbidden('only the assignee of a step may press its buttons');
  if (!row.is_active) throw preconditionFailed('the transaction is not active');
  if (row.is_waiting) throw preconditionFailed('steps of lower order are not done');
}
