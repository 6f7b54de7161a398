import { signal } from '@preact/signals';
import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Action, Step, Transaction } from '@ringbinder/protocol';
import type { EnteredAnswers } from '@ringbinder/protocol/form-answers.ts';
import type { BinderContext } from '../binder/context.ts';
import { whenever } from '../binder/optimistic.ts';
import { explained } from '../binder/refusal.ts';
import { announce } from '../design/toast.tsx';
import { announcements as words } from '../strings/messages/announcements.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { placeOf } from './progress.ts';
import type { EnteredSignatures } from './signature-pad.tsx';

/** Pressed buttons whose effects are not visible yet, by binder and step. */
const pressed = signal<ReadonlyMap<string, string>>(new Map());

const keyOf = (binderId: string, stepId: number) => `${binderId}/${stepId}`;

export function pressedInTab(binderId: string, step: Pick<Step, 'id'>): string | undefined {
  return pressed.value.get(keyOf(binderId, step.id));
}

export interface PressDetails {
  comment?: string;
  answers?: EnteredAnswers;
  signatures?: EnteredSignatures;
}

/** Blocks further presses. Throws a Refusal. */
export function press(
  { id: binder_id, client, state, me }: BinderContext,
  transaction: Transaction,
  step: Step,
  action: Action,
  details: PressDetails = {},
): Promise<void> {
  const path = { binder_id, transaction_id: transaction.id, step_id: step.id };
  // The log entry may arrive after the response.
  const isAnswered = (value: typeof state.value) => {
    const latest = value?.transactions.find(({ id }) => id === transaction.id);
    return latest === undefined || latest.updated_time > transaction.updated_time;
  };
  const place = placeOf(step, me.id)?.user_id;
  const represented = place !== undefined && place !== me.id ? { for_user_id: place } : {};
  const body = { click_button_id: action.id, ...detailsIn(details), ...represented };
  return pressStep(client, path, body, (forget) => {
    announceAnswer(action);
    whenever(state, isAnswered, forget);
  });
}

/** The answer may appear elsewhere on the page. */
export const announceAnswer = ({ text: answer }: Action): void => announce(words.answered(answer));

export const detailsIn = ({ comment, answers, signatures }: PressDetails): PressDetails => ({
  ...(comment && { comment }),
  ...(answers && { answers }),
  ...(signatures && { signatures }),
});

interface StepPath {
  binder_id: string;
  transaction_id: number;
  step_id: number;
}

/**
 * Throws a Refusal.
 * @param onSuccess must call `forget` when the answer is visible
 */
export async function pressStep(
  client: RingbinderClient,
  path: StepPath,
  body: PressDetails & { click_button_id: string; for_user_id?: string },
  onSuccess: (forget: () => void) => void,
): Promise<void> {
  const key = keyOf(path.binder_id, path.step_id);
  if (pressed.value.has(key)) return;
  pressed.value = new Map(pressed.value).set(key, body.click_button_id);
  try {
    await explained(
      unwrap(
        client.api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}', {
          params: { path },
          body,
        }),
      ),
      { 403: text.notYours, 409: text.lost, 412: text.notNow },
    );
  } catch (error) {
    forget(key);
    throw error;
  }
  onSuccess(() => forget(key));
}

function forget(key: string): void {
  const others = new Map(pressed.value);
  others.delete(key);
  pressed.value = others;
}
