import type { LogBodies } from '../../../log/index.ts';
import { type EntryContext, type EventBuilders, type EventDraft, eventTime, inBinder } from './builder.ts';

export const transactionBuilders = {
  transaction_created({ id, title, ready_steps }, context) {
    const created = { id: String(id), title };
    return [
      { kind: 'transaction_created', payload: { transaction: created }, target: inBinder(context) },
      ...buildReady(id, ready_steps, context),
    ];
  },
  transaction_updated: ({ id, ready_steps }, context) => buildReady(id, ready_steps, context),
  step_completed(press, context) {
    const transaction = {
      ...stepOf(press),
      click_button_id: press.click_button_id,
      ...(press.for_user_id === undefined ? {} : { for_user_id: press.for_user_id }),
      ...(press.outcome === undefined ? {} : { outcome: press.outcome }),
      ...signaturesOf(press),
    };
    return [
      { kind: 'step_completed', payload: { transaction }, target: inBinder(context) },
      ...buildReady(press.transaction_id, press.ready_steps, context),
    ];
  },
  transaction_ended({ id, outcome, display_status }, context) {
    const transaction = { id: String(id), outcome, ...(display_status && { display_status }) };
    const kind = outcome === 'completed' ? 'transaction_completed' : 'transaction_rejected';
    return [{ kind, payload: { transaction }, target: inBinder(context) }];
  },
  step_overdue({ due_time, ...step }, context) {
    const transaction = { ...stepOf(step), due_time: eventTime(due_time) };
    return [{ kind: 'step_overdue', payload: { transaction }, target: inBinder(context) }];
  },
  step_reassigned({ user_id, previous_user_id, escalated, ...step }, context) {
    const transaction = {
      ...stepOf(step),
      user_id,
      ...(previous_user_id === undefined ? {} : { previous_user_id }),
      ...(escalated && { escalated }),
    };
    return [{ kind: 'step_reassigned', payload: { transaction }, target: inBinder(context) }];
  },
  step_assignee_added({ user_id, escalated, ...step }, context) {
    const transaction = { ...stepOf(step), user_id, escalated };
    return [{ kind: 'step_reassigned', payload: { transaction }, target: inBinder(context) }];
  },
} satisfies EventBuilders & {
  [Kind in keyof LogBodies]?: (body: LogBodies[Kind], context: EntryContext) => EventDraft[];
};

export const signaturesOf = ({ signatures }: Pick<LogBodies['step_pressed'], 'signatures'>) =>
  signatures
    ? {
        signatures: signatures.map(({ place: id, page_id, ...signature }) => ({
          id,
          page_id: String(page_id),
          ...signature,
        })),
      }
    : {};

function stepOf({ id, transaction_id }: { id: number; transaction_id: number }) {
  return { id: String(transaction_id), step_id: String(id) };
}

function buildReady(
  transactionId: number,
  stepIds: readonly number[] | undefined,
  context: EntryContext,
): EventDraft[] {
  return (stepIds ?? []).map((id) => ({
    kind: 'step_ready',
    payload: { transaction: stepOf({ id, transaction_id: transactionId }) },
    target: inBinder(context),
  }));
}
