import type { Action } from '@ringbinder/protocol';
import { type Actor, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import { conflict, forbidden, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type { LogBodies, NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { writeFeedMessage } from '../messages/index.ts';
import { clearAlarms } from './alarm.ts';
import { outcomeStatus } from './planned-steps.ts';
import { type CompletedStep, completeStep, findStepToPress, type PressRow } from './press-queries.ts';

export interface Press {
  transactionId: number;
  stepId: number;
  buttonId: string;
  comment?: string | undefined;
}

/**
 * Presses a button of a step as its assignee, who must be a member. Completes the step and posts the button's feed
 * message with the comment in the chat. Ends the transaction if the button has an outcome or no other step is open. Throws, in this
 * order:
 * - not found for the transaction or the step
 * - forbidden for anyone but the assignee
 * - if the transaction has ended: conflict for a completed step, else precondition failed
 * - precondition failed while the transaction is inactive or steps of lower order are open
 * - conflict for a completed step
 * - a 400 for an unknown button
 * @param permit runs first, in the same transaction. It throws to reject the press, and returns additional log
 *   entries.
 */
export function pressButton(
  call: BinderCall,
  press: Press,
  permit?: (tx: Transaction, at: number) => Promise<NewLogEntry[]>,
): Promise<void> {
  const { actor, binderId } = call;
  const { transactionId, stepId, buttonId } = press;
  return changeBinder(call, 'read', async ({ tx, at, log }) => {
    const entries = (await permit?.(tx, at)) ?? [];
    const row = orNotFound(
      await findStepToPress(tx, binderId, transactionId, stepId),
      'transaction',
      transactionId,
    );
    checkTurn(row, actor, stepId);
    const action = row.actions?.find(({ id }) => id === buttonId);
    const after = await completeStep(tx, {
      binderId,
      ...press,
      at,
      assigneeId: actor.userId,
      ...effectOf(action),
    });
    if (!after) throw conflict(`step ${stepId} is already completed`);
    if (after.outcome !== null) await clearAlarms(tx, binderId, transactionId);
    // This check follows the completion, so a step that is already completed throws the conflict above instead. The
    // error rolls the completion back.
    if (!action) throw invalid('click_button_id', `is not a button of step ${stepId}`);
    entries.push({ kind: 'step_completed', body: completionOf(press, action, row, after) });
    const text = [action.feed_msg, press.comment?.trim()].filter(Boolean).join('\n\n');
    if (text !== '') {
      const replyTo = { transaction: { id: transactionId } };
      const message = { binderId, userId: actor.userId, at, text, replyTo };
      entries.push(await writeFeedMessage(tx, message));
    }
    await log([...entries, ...endOf(transactionId, after)]);
  });
}

function effectOf(action: Action | undefined) {
  const outcome = action?.outcome;
  const displayStatus = action?.display_status ?? (outcome && outcomeStatus[outcome]);
  return { outcome, displayStatus, completedStatus: outcomeStatus.completed };
}

/**
 * The body of the log entry. If a bot created the transaction, the body also contains the button's text and payload,
 * which the bot receives as an event. The payload defaults to the button's text.
 */
function completionOf(
  { transactionId, stepId, buttonId }: Press,
  { text, payload }: Action,
  { bot_user_id }: PressRow,
  { outcome }: CompletedStep,
): LogBodies['step_completed'] {
  return {
    id: stepId,
    transaction_id: transactionId,
    click_button_id: buttonId,
    ...(bot_user_id === null ? {} : { text, payload: payload === '' ? text : payload, bot_user_id }),
    ...(outcome === null ? {} : { outcome }),
  };
}

function endOf(
  id: number,
  { outcome, display_text: text, display_style: style }: CompletedStep,
): NewLogEntry[] {
  if (outcome === null) return [];
  const status = text === null || style === null ? {} : { display_status: { text, style } };
  return [{ kind: 'transaction_ended', body: { id, outcome, ...status } }];
}

function checkTurn(row: PressRow, actor: Actor, stepId: number): void {
  if (row.assignee_id === null) throw notFound('step', stepId);
  if (row.assignee_id !== actor.userId) throw forbidden('only the assignee of a step may press its buttons');
  if (row.outcome !== null) {
    // Once the transaction has ended, a completed step is a conflict rather than a failed precondition.
    if (row.is_completed) throw conflict(`step ${stepId} is already completed`);
    throw preconditionFailed(`the transaction has ended: ${row.outcome}`);
  }
  if (!row.is_active) throw preconditionFailed('the transaction is not active');
  if (row.is_waiting) throw preconditionFailed('steps of lower order are open');
}
