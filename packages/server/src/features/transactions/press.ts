import type { Action, FormAnswers } from '@ringbinder/protocol';
import { type Actor, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import {
  because,
  conflict,
  fieldError,
  forbidden,
  invalid,
  notFound,
  preconditionFailed,
  withDetails,
} from '../../errors.ts';
import { type LogBodies, type NewLogEntry, retryTopic } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { writeFeedMessage } from '../message-rows/index.ts';
import { clearAlarms } from './alarm.ts';
import { answerRulesOf, findUnreachableStep } from './answerable.ts';
import { DEFAULT_MAX_REOPENINGS, followBranch } from './branches.ts';
import { checkDelivered } from './file-requests.ts';
import { checkAnswers } from './form-answers.ts';
import type { FormAnswersInput } from './form-schema.ts';
import { outcomeStatus } from './planned-steps.ts';
import {
  findStepToPress,
  type PressedStep,
  type PressRow,
  type RepresentedRow,
  storePress,
} from './press-queries.ts';
import { findTransaction } from './queries.ts';
import { type ReadyStep, readySteps } from './ready-steps.ts';
import { findSignablePages, type StoredSignatures, scheduleDrawing } from './signature-queries.ts';
import type { SignaturesInput } from './signature-schema.ts';
import { checkSignatures, SIGNATURE_JOBS, signedPlaces } from './signatures.ts';

export interface Press {
  transactionId: number;
  stepId: number;
  buttonId: string;
  comment?: string | undefined;
  answers?: FormAnswersInput | undefined;
  signatures?: SignaturesInput | undefined;
  /** Default: the caller, or the only person whom the caller represents. */
  forUserId?: string | undefined;
}

/**
 * @param permit runs first, in the same transaction. It returns log entries, or throws to reject the press
 */
export function pressButton(
  call: BinderCall,
  press: Press,
  permit?: (tx: Transaction, at: number) => Promise<NewLogEntry[]>,
): Promise<void> {
  const { actor, binderId } = call;
  const { transactionId } = press;
  return changeBinder(call, 'read', async ({ tx, at, log }) => {
    const entries = (await permit?.(tx, at)) ?? [];
    const { row, action, work, after, place, moves } = await decidePress({ tx, at, actor, binderId }, press);
    const reopened = moves.flatMap(({ body }) => ('reopened' in body ? (body.reopened ?? []) : []));
    // Open steps with the same `order_number` were ready before the press, unless the press reopened them.
    const isNew = (step: ReadyStep) => step.order_number !== row.order_number || reopened.includes(step.id);
    const ready = after.is_completed ? await readySteps(tx, binderId, transactionId, isNew) : {};
    entries.push(entryOf({ ...press, ...work }, action, row, { ...after, ...ready }, place), ...moves);
    if (work.signatures) await requestDrawing(tx, call, { stepId: press.stepId, at });
    const text = [action.feed_msg, press.comment?.trim()].filter(Boolean).join('\n\n');
    if (text !== '') {
      const replyTo = { transaction: { id: transactionId } };
      const message = { binderId, userId: actor.userId, at, text, replyTo };
      entries.push(await writeFeedMessage(tx, message));
    }
    await log([...entries, ...endOf(transactionId, after)]);
  });
}

export async function checkPress(call: BinderCall, press: Press): Promise<void> {
  const { actor, binderId } = call;
  const rollback = new Error('the press was only checked');
  await changeBinder(call, 'read', async ({ tx, at }) => {
    await decidePress({ tx, at, actor, binderId }, press);
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}

async function signaturesOf(
  tx: Transaction,
  binderId: string,
  { signatures }: Press,
  { signature_places: places }: PressRow,
  action: Action,
): Promise<StoredSignatures | null> {
  return checkSignatures(places, action, signatures, await findSignablePages(tx, binderId, places ?? []));
}

/** A job draws the signatures, because drawing takes seconds. */
async function requestDrawing(
  tx: Transaction,
  { env, binderId }: BinderCall,
  { stepId, at }: { stepId: number; at: number },
): Promise<void> {
  await scheduleDrawing(tx, { binderId, stepId, at });
  tx.afterCommit(() => env.bus.wake(retryTopic(SIGNATURE_JOBS)));
}

interface Decider {
  tx: Transaction;
  at: number;
  actor: Pick<Actor, 'userId'>;
  binderId: string;
}

interface DecidedPress {
  row: PressRow;
  action: Action;
  work: { answers: FormAnswers | null; signatures: StoredSignatures | null };
  after: PressedStep;
  place: Place;
  moves: NewLogEntry[];
}

/**
 * The order of the checks decides which error the client gets. The caller has locked the binder, and writes
 * the log entries and the message.
 */
export async function decidePress({ tx, at, actor, binderId }: Decider, press: Press): Promise<DecidedPress> {
  const { transactionId, stepId, buttonId } = press;
  const row = orNotFound(
    await findStepToPress(tx, binderId, transactionId, stepId, actor.userId, at),
    'transaction',
    transactionId,
  );
  const place = findPlace(row, actor, press);
  checkTurn(row, place, stepId);
  const action = row.actions?.find(({ id }) => id === buttonId);
  const effect = effectOf(action);
  const delegateId = place.represented ? actor.userId : null;
  const people = { assigneeId: place.represented?.id ?? actor.userId, delegateId };
  // The binder is locked, so the step cannot change before the press is stored.
  if (action && !row.is_completed) {
    checkRead(row, action);
    checkDelivered(row.file_requests, row.delivered, action);
  }
  const answers = action && !row.is_completed ? checkAnswers(row, action, press.answers) : null;
  const signatures =
    action && !row.is_completed ? await signaturesOf(tx, binderId, press, row, action) : null;
  const work = { answers, signatures };
  const after = await storePress(tx, { binderId, ...press, at, ...people, ...effect, ...work });
  if (!after)
    throw (place.represented || row.has_groups) && !row.is_completed
      ? notAssignee(row.assignee_ids ?? [])
      : conflict(because('step_completed', { step: stepId }));
  const moves = await applyEffects(tx, binderId, press, { row, action, at, after, place });
  // The errors above have precedence. This error rolls back the press.
  if (!action) throw invalid('click_button_id', because('unknown_button', { step: stepId }));
  return { row, action, work, after, place, moves };
}

function checkRead({ unread }: PressRow, { outcome }: Action): void {
  if (unread === null || outcome === 'rejected') return;
  const text = because('pages_unread');
  const problems = unread.map(({ id, name, place }) =>
    fieldError(`pages[${place}]`, withDetails(text, `${id} “${name}” must be opened to the end`)),
  );
  const message = `page ${problems.map(({ message }) => message).join('; page ')}`;
  throw preconditionFailed(withDetails(text, message), problems);
}

interface StoredPress {
  row: PressRow;
  action: Action | undefined;
  at: number;
  after: PressedStep;
  place: Place;
}

async function applyEffects(
  tx: Transaction,
  binderId: string,
  { transactionId, stepId }: Press,
  { row, action, at, after, place }: StoredPress,
): Promise<NewLogEntry[]> {
  const { order_number: orderNumber, max_reopenings, has_exclusions } = row;
  const { next } = action ?? {};
  const maxReopenings = max_reopenings ?? DEFAULT_MAX_REOPENINGS;
  const moves =
    after.is_completed && typeof next === 'number' && orderNumber !== null
      ? await followBranch(tx, { binderId, transactionId, stepId, orderNumber, next, maxReopenings, at })
      : [];
  // If a delegate presses a button or a step reopens, people may become excluded from later steps.
  if (has_exclusions && (place.represented || moves.length > 0))
    await checkLaterSteps(tx, binderId, at, transactionId);
  if (after.outcome !== null) await clearAlarms(tx, binderId, transactionId);
  return moves;
}

function effectOf(action: Action | undefined) {
  const outcome = action?.outcome;
  const displayStatus = action?.display_status ?? (outcome && outcomeStatus[outcome]);
  return {
    outcome,
    displayStatus,
    completedStatus: outcomeStatus.completed,
    isVeto: action?.veto === true,
    isBranch: typeof action?.next === 'number',
  };
}

function entryOf(
  {
    transactionId,
    stepId,
    buttonId,
    answers,
    signatures,
  }: Omit<Press, 'answers' | 'signatures'> & {
    answers: FormAnswers | null;
    signatures: StoredSignatures | null;
  },
  { text, payload }: Action,
  { bot_user_id, signature_places: places }: PressRow,
  { is_completed, outcome, ready_steps }: PressedStep & { ready_steps?: number[] },
  { represented }: Place,
): NewLogEntry {
  const body: LogBodies['step_pressed'] = {
    id: stepId,
    transaction_id: transactionId,
    click_button_id: buttonId,
    ...(answers && { answers }),
    ...(signatures && { signatures: signedPlaces(places ?? [], signatures) }),
    ...(represented && { for_user_id: represented.id, for_name: represented.name }),
    ...(bot_user_id === null ? {} : { text, payload: payload === '' ? text : payload, bot_user_id }),
  };
  if (!is_completed) return { kind: 'step_pressed', body };
  return {
    kind: 'step_completed',
    body: { ...body, ...(outcome === null ? {} : { outcome }), ...(ready_steps && { ready_steps }) },
  };
}

function endOf(
  id: number,
  { outcome, display_text: text, display_style: style }: PressedStep,
): NewLogEntry[] {
  if (outcome === null) return [];
  const status = text === null || style === null ? {} : { display_status: { text, style } };
  return [{ kind: 'transaction_ended', body: { id, outcome, ...status } }];
}

interface Place {
  hasPressed: boolean;
  isExcluded: boolean;
  represented?: RepresentedRow;
}

export const notAssignee = ({ length }: readonly string[]) =>
  forbidden(
    withDetails(
      because('not_an_assignee'),
      `only ${length > 1 ? 'an' : 'the'} assignee of a step may press its buttons`,
    ),
  );

function findPlace(row: PressRow, { userId }: Pick<Actor, 'userId'>, { stepId, forUserId }: Press): Place {
  const { assignee_ids, represented } = row;
  if (assignee_ids === null) throw notFound('step', stepId);
  if (assignee_ids.includes(userId)) {
    if (forUserId !== undefined && forUserId !== userId)
      throw forbidden(
        withDetails(because('not_allowed'), 'an assignee of the step cannot press for another assignee'),
      );
    return { hasPressed: row.has_pressed || row.has_acted, isExcluded: row.is_excluded };
  }
  const [only, ...others] = represented.filter(({ id }) => forUserId === undefined || id === forUserId);
  if (!only) throw notAssignee(assignee_ids);
  if (others.length > 0) throw invalid('for_user_id', because('represented_needed'));
  return {
    hasPressed: only.has_pressed || row.has_acted,
    isExcluded: only.is_excluded || row.is_excluded,
    represented: only,
  };
}

function checkTurn(row: PressRow, { hasPressed, isExcluded }: Place, stepId: number): void {
  if (isExcluded && !hasPressed) throw forbidden(because('excluded_presser'));
  if (row.outcome !== null) {
    if (row.is_completed) throw conflict(because('step_completed', { step: stepId }));
    throw preconditionFailed(
      withDetails(because('transaction_over'), `the transaction has ended: ${row.outcome}`),
    );
  }
  if (!row.is_active) throw preconditionFailed(because('transaction_inactive'));
  if (hasPressed && !row.is_completed) throw conflict(because('already_pressed', { step: stepId }));
  if (row.is_waiting) throw preconditionFailed(because('steps_before_open'));
}

async function checkLaterSteps(
  tx: Transaction,
  binderId: string,
  at: number,
  transactionId: number,
): Promise<void> {
  const transaction = await findTransaction(tx, binderId, at, transactionId);
  if (!transaction || transaction.outcome !== null) return;
  const obstacle = findUnreachableStep(
    transaction.steps.map((step) => answerRulesOf(step)),
    transaction.creator_id,
  );
  if (!obstacle) return;
  const step = transaction.steps[obstacle.index]?.id ?? '';
  throw preconditionFailed(
    withDetails(
      because('press_blocks', { step }),
      `your press would block step ${step}: ${obstacle.field} ${obstacle.message.message}`,
    ),
  );
}
