import { signal } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { Action, Step, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { whenever } from '../binder/optimistic.ts';
import { explained } from '../binder/refusal.ts';
import { transactions as text } from '../strings/en/transactions.ts';

/** Buttons pressed here but not confirmed by the log yet: button id by binder and step. */
const pressed = signal<ReadonlyMap<string, string>>(new Map());

const keyOf = (binderId: string, stepId: number) => `${binderId}/${stepId}`;

/** The pending button of a step, if any. */
export function pressedInTab(binderId: string, step: Step): string | undefined {
  return pressed.value.get(keyOf(binderId, step.id));
}

/** Presses a button and shows it at once. A pending step cannot be answered again. Throws a Refusal. */
export async function press(
  { id: binder_id, client, state }: BinderContext,
  transaction: Transaction,
  step: Step,
  action: Action,
): Promise<void> {
  const key = keyOf(binder_id, step.id);
  if (pressed.value.has(key)) return;
  pressed.value = new Map(pressed.value).set(key, action.id);
  const path = { binder_id, transaction_id: transaction.id, step_id: step.id };
  try {
    await explained(
      unwrap(
        client.api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}', {
          params: { path },
          body: { click_button_id: action.id },
        }),
      ),
      { 403: text.notYours, 409: text.lost, 412: text.notNow },
    );
  } catch (error) {
    forget(key);
    throw error;
  }
  // The log entry may arrive after the response.
  const isAnswered = (value: typeof state.value) => {
    const latest = value?.transactions.find(({ id }) => id === transaction.id);
    return latest === undefined || latest.updated_time > transaction.updated_time;
  };
  whenever(state, isAnswered, () => forget(key));
}

function forget(key: string): void {
  const others = new Map(pressed.value);
  others.delete(key);
  pressed.value = others;
}
